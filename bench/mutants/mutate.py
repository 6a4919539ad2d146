# SPDX-License-Identifier: Apache-2.0
"""Changes kernels by the grammar of their code: statements, expressions, names, numbers, operators. Equal random numbers give equal
changes."""

import random
import re
from dataclasses import dataclass

TOKEN = re.compile(r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/|\#[^\n]*)
                     |(?P<string>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
                     |(?P<name>[A-Za-z_]\w*)
                     |(?P<number>(?:0[xX][\da-fA-F']+|\d[\d.']*(?:[eE][-+]?\d+)?)\w*)
                     |(?P<sign><<<|>>>|<<=|>>=|->|\+\+|--|[-+*/%&|^=!<>]=|&&|\|\||<<|>>|::|.)""", re.VERBOSE | re.DOTALL)
OPENS, CLOSES = {"(": ")", "[": "]", "{": "}"}, {")", "]", "}"}
GROUPS = (("+", "-", "*", "&", "|", "^"), ("<", "<=", ">", ">=", "==", "!="), ("&&", "||"),
          ("+=", "-=", "*=", "|=", "&=", "^=", "="))
# A loop that leaves its bound the other way would not end.
OPERATORS = {sign: group for group in (GROUPS[0], ("<", "<="), (">", ">="), ("==", "!="), *GROUPS[2:]) for sign in group}
NUMBERS = ("0", "1", "-1", "2", "3", "4", "7", "8", "16", "31", "32", "33", "64", "127", "128", "255", "256", "1023", "1024", "0x7fffffff",
           "0x80000000u", "0xffffffffu", "1ll << 33")
PLACES = ("threadIdx.x", "threadIdx.y", "blockIdx.x", "blockDim.x", "gridDim.x", "(threadIdx.x % 32)", "(threadIdx.x / 32)",
          "(blockIdx.x * blockDim.x + threadIdx.x)", "(threadIdx.x ^ 1)", "((threadIdx.x + 1) % blockDim.x)")
# Divisors and distances of shifts are such that the result is defined.
DIVISORS = ("2", "3", "7", "16", "31", "32", "33", "256")
BARRIERS = ("__syncthreads();", "__syncwarp();", "__syncwarp(0xffffu);", "__threadfence();", "__syncthreads_or(threadIdx.x);",
            "__shfl_xor_sync(0xffffffffu, threadIdx.x, 1);", "return;", "break;", "continue;")
DECLARATION = re.compile(r"(const|static|extern|unsigned|auto|using|__shared__)\b|[\w:]+(<[^;=()]*>)?[ *&]+\w+ *(=|;|\[|\(|\{|,)(?<!return)")
KEYWORDS = set("""if else for while do switch case default return break continue int unsigned float double char short long bool void auto
    const constexpr static extern volatile struct template typename class sizeof true false asm goto using namespace operator new
    threadIdx blockIdx blockDim gridDim x y z __shared__ __global__ __device__ __restrict__ __launch_bounds__ nullptr""".split())


@dataclass
class Token:
    kind: str
    text: str


class Kernel:
    """The body of a kernel, as tokens, with the places where it can be changed."""

    def __init__(self, tokens: list[Token], begin: int, end: int):
        self.tokens = tokens
        self.inside = [i for i in range(begin + 1, end) if tokens[i].kind != "space"]
        self.statements: list[tuple[int, int]] = []
        self.expressions: list[tuple[int, int]] = []
        at = 0
        while at < len(self.inside):
            at = self.statement(at)
        self.find_expressions()
        self.names = sorted({self.text(k) for k in range(len(self.inside)) if self.is_variable(k)})

    def text(self, k: int) -> str:
        return self.tokens[self.inside[k]].text if 0 <= k < len(self.inside) else ""

    def span(self, first: int, last: int) -> tuple[int, int]:
        """Tokens from one to before another of those inside."""
        return self.inside[first], self.inside[last - 1] + 1

    def is_variable(self, k: int) -> bool:
        """A name that may stand for a value, as in an index or a condition."""
        return (self.tokens[self.inside[k]].kind == "name" and self.text(k) not in KEYWORDS
                and self.text(k + 1) not in ("(", "::", "[", "<", ".", "->") and self.text(k - 1) not in (".", "->", "::"))

    def closing(self, k: int) -> int:
        """The place after what an opening bracket at k begins."""
        depth = 0
        while k < len(self.inside):
            depth += (self.text(k) in OPENS) - (self.text(k) in CLOSES)
            k += 1
            if depth <= 0:
                break
        return k

    def statement(self, k: int) -> int:
        """Notes the statement at k and those in it; returns the place after it."""
        begin, word = k, self.text(k)
        if word == "{":
            end = self.closing(k)
            k += 1
            while k < end - 1:
                k = self.statement(k)
            k = end
        elif word in ("if", "for", "while", "switch"):
            while k < len(self.inside) and self.text(k) != "(":
                k += 1
            k = self.statement(self.closing(k))
            if self.text(k) == "else":
                k = self.statement(k + 1)
        elif word == "do":
            k = self.statement(k + 1)
            while k < len(self.inside) and self.text(k) != ";":
                k += 1
            k += 1
        else:
            while k < len(self.inside) and self.text(k) != ";":
                k = self.closing(k) if self.text(k) in OPENS else k + 1
            k += 1
        k = min(max(k, begin + 1), len(self.inside))
        if begin < k:
            self.statements.append(self.span(begin, k))
        return k

    def find_expressions(self) -> None:
        """What stands between brackets, commas and semicolons, or after an assignment."""
        for k in range(len(self.inside)):
            if self.text(k) not in ("(", "[", ",", "=", "+=", "return"):
                continue
            end = k + 1
            while end < len(self.inside) and self.text(end) not in (",", ";", *CLOSES):
                end = self.closing(end) if self.text(end) in OPENS else end + 1
            if end > k + 1 and not any(self.text(i) in (";", "{") for i in range(k + 1, min(end, len(self.inside)))):
                self.expressions.append(self.span(k + 1, min(end, len(self.inside))))

    def spelt(self, span: tuple[int, int]) -> str:
        """The text, without comments."""
        return "".join(token.text for token in self.tokens[span[0]:span[1]] if not token.text.startswith(("//", "/*")))


def tokens_of(text: str) -> list[Token]:
    return [Token(match.lastgroup, match[0]) for match in TOKEN.finditer(text)]


def kernels_of(text: str) -> list[Kernel]:
    """The kernels that a text defines."""
    tokens, found = tokens_of(text), []
    for at, token in enumerate(tokens):
        if token.text != "__global__":
            continue
        depth = 0
        for i in range(at + 1, len(tokens)):
            word = tokens[i].text
            if word == "{" and depth == 0:
                end, depth = i, 0
                while end < len(tokens):
                    depth += (tokens[end].text == "{") - (tokens[end].text == "}")
                    if depth == 0:
                        break
                    end += 1
                found.append(Kernel(tokens, i, end))
                break
            if (word == ";" and depth == 0) or word == "__global__":
                break
            depth += (word in "([") - (word in ")]")
    return found


def value(rng: random.Random, kernel: Kernel, depth: int = 2) -> str:
    """A number of the grammar's."""
    how = rng.random()
    if depth == 0 or how < 0.45:
        return rng.choice(kernel.names) if kernel.names and rng.random() < 0.5 else rng.choice(PLACES + NUMBERS)
    if how < 0.55:
        return f"({value(rng, kernel, depth - 1)} {rng.choice(('/', '%'))} {rng.choice(DIVISORS)})"
    if how < 0.6:
        return f"({value(rng, kernel, depth - 1)} {rng.choice(('<<', '>>'))} {rng.choice(('1', '3', '5'))})"
    if how < 0.85:
        return f"({value(rng, kernel, depth - 1)} {rng.choice(GROUPS[0])} {value(rng, kernel, depth - 1)})"
    return f"({condition(rng, kernel, depth - 1)} ? {value(rng, kernel, depth - 1)} : {value(rng, kernel, depth - 1)})"


def condition(rng: random.Random, kernel: Kernel, depth: int = 1) -> str:
    one = f"{value(rng, kernel, depth)} {rng.choice(GROUPS[1])} {value(rng, kernel, depth)}"
    return f"{one} {rng.choice(GROUPS[2])} {condition(rng, kernel, depth - 1)}" if depth and rng.random() < 0.2 else one


def change(rng: random.Random, kernel: Kernel) -> tuple[str, tuple[int, int], str] | None:
    """What is changed, where, and the text that takes its place."""
    kind = rng.choice(("delete", "repeat", "swap", "move", "guard", "loop", "barrier", "barrier", "expression", "expression", "other place",
                       "number", "number", "operator", "operator", "name", "name", "token"))
    inside = kernel.inside
    if kind in ("delete", "repeat", "swap", "move", "guard", "loop", "barrier"):
        if not kernel.statements:
            return None
        plain = [s for s in kernel.statements if not DECLARATION.match(kernel.spelt(s))]
        span = rng.choice(kernel.statements if kind == "barrier" or not plain or rng.random() < 0.1 else plain)
        text, other = kernel.spelt(span), kernel.spelt(rng.choice(plain or kernel.statements))
        return kind, span, {
            "delete": ";", "repeat": f"{text} {text}", "swap": other, "move": f"{other} {text}",
            "guard": f"if ({condition(rng, kernel)}) {{ {text} }}",
            "loop": f"for (int turn = {value(rng, kernel, 0)}; turn < {value(rng, kernel, 1)}; turn += 1) {{ {text} }}",
            "barrier": f"{rng.choice(BARRIERS)} {text}" if DECLARATION.match(text) else f"{{ {rng.choice(BARRIERS)} {text} }}"}[kind]
    if kind in ("expression", "other place"):
        if not kernel.expressions:
            return None
        span = rng.choice(kernel.expressions)
        return kind, span, value(rng, kernel) if kind == "expression" else kernel.spelt(rng.choice(kernel.expressions))
    fits = {"number": lambda t, k: t.kind == "number", "operator": lambda t, k: t.text in OPERATORS,
            "name": lambda t, k: kernel.is_variable(k), "token": lambda t, k: t.text not in OPENS and t.text not in CLOSES}[kind]
    places = [k for k, i in enumerate(inside) if fits(kernel.tokens[i], k)]
    if not places or (kind == "token" and rng.random() < 0.7):
        return None
    k = rng.choice(places)
    old = kernel.text(k)
    new = {"number": lambda: rng.choice(NUMBERS), "operator": lambda: rng.choice(OPERATORS[old]),
           "name": lambda: rng.choice(kernel.names), "token": lambda: ""}[kind]()
    return kind, (inside[k], inside[k] + 1), new


def mutant(rng: random.Random, text: str) -> tuple[str, int]:
    """A text whose kernels are changed in one to three places each, and how many were."""
    changed = 0
    for number in range(len(kernels_of(text))):
        done = False
        for _ in range(rng.choice((1, 1, 2, 3))):
            kernels = kernels_of(text)
            if number >= len(kernels):
                break
            what = change(rng, kernels[number])
            if what is None:
                continue
            _, (begin, end), new = what
            tokens = kernels[number].tokens
            done |= kernels[number].spelt((begin, end)) != new
            text = "".join(t.text for t in tokens[:begin]) + new + "".join(t.text for t in tokens[end:])
        changed += done
    return text, changed


def pack(texts: list[str]) -> str:
    """One file with texts beside each other, each in a namespace of its own."""
    if len(texts) == 1:
        return texts[0]
    includes, parts = {}, []
    for number, text in enumerate(texts):
        lines = text.splitlines()
        includes |= {line.strip(): None for line in lines if line.lstrip().startswith("#include")}
        rest = "\n".join("" if line.lstrip().startswith("#include") else line for line in lines)
        parts.append(f"namespace part{number} {{\n{rest}\n}}\n")
    return "\n".join([*includes, *parts])
