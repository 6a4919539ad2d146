// SPDX-License-Identifier: Apache-2.0
"use strict";
(() => {
  const { report, more } = JSON.parse(document.getElementById("data").textContent);
  const $ = (id) => document.getElementById(id);
  const findings = report.findings.map((f, i) => ({ ...f, ...more.extras[i], index: i }));
  const shape = { error: "■", warning: "▲", note: "●" };
  let shown = [], selected = -1, view = "findings";

  /** An element with properties, attributes ("data-x", "aria-x", "colspan") and children. */
  function el(name, properties = {}, ...children) {
    const e = document.createElement(name);
    for (const [key, value] of Object.entries(properties))
      if (key.includes("-") || key === "colspan" || key === "role") e.setAttribute(key, value);
      else e[key] = value;
    e.append(...children.filter((c) => c !== null && c !== undefined));
    return e;
  }
  const tag = (text, kind) => el("span", { className: `tag ${kind}` }, text);
  const place = (f) => `${f.file}:${f.line}${f.column ? ":" + f.column : ""}`;
  const chosen = (f) => (f.repairs || []).find((r) => r.applicability !== "manual") || (f.repairs || [])[0];
  function picture(svg) {
    const box = el("div", { className: "picture" });
    box.innerHTML = svg; // made by cuda-fix, with all text in it escaped
    return box;
  }

  // Filters.
  function fill(select, label, values) {
    select.append(el("option", { value: "" }, label));
    for (const value of [...new Set(values)].sort()) select.append(el("option", { value }, value));
  }
  fill($("by-check"), "all checks", findings.map((f) => f.id));
  fill($("by-file"), "all files", findings.map((f) => f.file));
  fill($("by-kernel"), "all kernels", findings.map((f) => f.kernel).filter(Boolean));
  fill($("by-repair"), "with or without", findings.map((f) => (chosen(f) ? chosen(f).applicability : "none")));
  for (const level of ["error", "warning", "note"]) {
    const n = findings.filter((f) => f.level === level).length;
    const box = el("input", { type: "checkbox", checked: true, id: "level-" + level, disabled: !n });
    $("levels").append(el("label", {}, box, el("span", { className: level }, `${shape[level]} ${level}s ${n}`)));
  }
  function passes(f) {
    const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    const text = `${f.name} ${f.message} ${f.file} ${f.kernel} ${f.id}`.toLowerCase();
    const is = (id, value) => !$(id).value || $(id).value === value;
    return $("level-" + f.level).checked && words.every((w) => text.includes(w)) && is("by-check", f.id) &&
      is("by-file", f.file) && is("by-kernel", f.kernel) &&
      is("by-repair", chosen(f) ? chosen(f).applicability : "none");
  }

  function item(f) {
    const r = chosen(f);
    return el("li", { role: "option", "data-index": f.index, "aria-selected": "false" },
      el("div", { className: "where" }, place(f)),
      el("div", { className: "text" }, el("b", { className: f.level }, shape[f.level] + " "), f.message),
      el("div", { className: "row" }, tag(f.id, f.level), r ? tag(`${r.id}, ${r.applicability}`, r.applicability) : null));
  }
  function refresh() {
    shown = findings.filter(passes);
    $("list").replaceChildren(...shown.map(item));
    $("count").textContent = `${shown.length} of ${findings.length} findings`;
    if (view !== "findings") return;
    if (!shown.some((f) => f.index === selected)) select(shown.length ? shown[0].index : -1, false);
    else mark();
  }
  function mark() {
    for (const li of $("list").children)
      li.setAttribute("aria-selected", String(Number(li.dataset.index) === selected));
  }
  function select(index, scroll = true) {
    selected = index;
    mark();
    const li = $("list").querySelector('[aria-selected="true"]');
    if (li && scroll) li.scrollIntoView({ block: "nearest" });
    const f = findings[index];
    $("detail").replaceChildren(...(f ? detail(f) : [el("p", { className: "empty" }, "Nothing to show.")]));
    $("detail").scrollTop = 0;
    if (f) history.replaceState(null, "", "#" + encodeURIComponent(f.name));
  }
  function step(by) {
    const at = shown.findIndex((f) => f.index === selected);
    const next = shown[Math.min(Math.max(at + by, 0), shown.length - 1)];
    if (next) select(next.index);
  }

  // Source.
  const linesOf = (file) => (more.sources[file] === undefined ? [] : more.sources[file].split("\n"));
  function table(file, first, last, marks, costs) {
    const lines = linesOf(file), most = Math.max(1, ...Object.values(costs || {}));
    const body = el("tbody");
    for (let n = Math.max(1, first); n <= Math.min(last, lines.length); ++n) {
      const bar = el("td", { className: "bar" });
      if (costs && costs[n]) {
        bar.append(el("i"), el("span", {}, String(costs[n])));
        bar.firstChild.style.width = `${Math.max(1, (45 * costs[n]) / most)}%`;
      }
      const note = marks.get(n);
      const row = el("tr", { className: note ? "at" : "" }, el("td", { className: "n" }, String(n)),
        costs ? bar : null, el("td", { className: "s" }, lines[n - 1]));
      if (note) {
        row.id = "line-" + n;
        row.title = note;
        row.lastChild.append(el("span", { className: "note" }, "  ← " + note));
      }
      body.append(row);
    }
    return el("div", { className: "wrap" }, el("table", { className: "code" }, body));
  }
  function around(f) {
    const marks = new Map([[f.line, f.id]]);
    for (const p of f.related || [])
      if (p.file === f.file && !marks.has(p.line)) marks.set(p.line, p.role || "here");
    const all = [...marks.keys()].filter((n) => Math.abs(n - f.line) < 40);
    return table(f.file, Math.min(...all) - 4, Math.max(...all) + 4, marks, null);
  }

  // Diffs, line by line; equal lines at both ends stay plain.
  function diff(hunk) {
    const old = hunk.before.replace(/\n$/, "").split("\n"), now = hunk.after.replace(/\n$/, "").split("\n");
    let head = 0, tail = 0;
    const least = Math.min(old.length, now.length);
    while (head < least && old[head] === now[head]) ++head;
    while (tail < least - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) ++tail;
    const body = el("tbody");
    const side = (lines, i, kind, sign) => i < lines.length
      ? [el("td", { className: "n" }, String(hunk.line + i)), el("td", { className: "sign" }, sign), el("td", { className: "s " + kind }, lines[i])]
      : [el("td", { className: "n" }), el("td", { className: "sign" }), el("td", { className: "s" })];
    const row = (i, j, kind) => body.append(el("tr", { className: kind },
      ...side(old, i, "old", kind && i < old.length ? "−" : ""), ...side(now, j, "new", kind && j < now.length ? "+" : "")));
    for (let i = 0; i < head; ++i) row(i, i, "");
    const oldEnd = old.length - tail, newEnd = now.length - tail;
    for (let i = 0; i < Math.max(oldEnd, newEnd) - head; ++i)
      row(head + i < oldEnd ? head + i : old.length, head + i < newEnd ? head + i : now.length, "add del");
    for (let i = 0; i < tail; ++i) row(oldEnd + i, newEnd + i, "");
    return el("div", { className: "wrap" }, el("div", { className: "where" }, `${hunk.file}:${hunk.line}`),
      el("table", { className: "code diff" }, body));
  }
  function copyButton(label, text) {
    const button = el("button", {}, label);
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(text);
      } catch {
        const area = el("textarea", { value: text });
        document.body.append(area);
        area.select();
        document.execCommand("copy");
        area.remove();
      }
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = label), 1200);
    });
    return button;
  }
  function price(v) {
    const before = v.cost_before || {}, after = v.cost_after || {};
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
      .filter((k) => before[k] !== after[k]).map((k) => `${k} ${before[k] ?? 0} → ${after[k] ?? 0}`).join(", ");
  }
  function repair(r, hunks) {
    const v = r.verification || {}, parts = [el("div", { className: "row" }, el("b", {}, r.id), tag(r.applicability, r.applicability),
      v.simulated && v.simulated !== "skipped" ? tag("simulated " + v.simulated, v.simulated === "equal" ? "proven" : "note") : null)];
    parts.push(el("p", {}, r.title));
    const what = explained(r.id, "What this repair does");
    const items = (r.assumptions || []).map((a) => "assuming " + a).concat(r.notes || []);
    if (price(v)) items.push("price: " + price(v));
    if (items.length) parts.push(el("ul", { className: "facts" }, ...items.map((t) => el("li", {}, t))));
    if (hunks && hunks.length) {
      parts.push(el("div", { className: "row" }, copyButton("Copy the repaired lines", hunks.map((h) => h.after).join("\n"))));
      parts.push(...hunks.map(diff));
    } else parts.push(el("p", { className: "note" }, "There is no form of it in the source."));
    if (what) parts.push(what);
    return parts;
  }

  function detail(f) {
    const out = [el("div", { className: "row" }, tag(`${shape[f.level]} ${f.level}`, f.level), tag(f.id, f.level), tag(f.confidence, "note"),
      copyButton("Copy the link", location.href.split("#")[0] + "#" + encodeURIComponent(f.name))),
      el("h2", {}, `${f.kernel || f.file}`), el("div", { className: "where" }, place(f)), el("p", { className: "message" }, f.message)];
    const w = f.witness;
    if (w && w.threads) {
      const triple = (t) => `(${t.join(",")})`;
      out.push(el("p", {}, "Witness: " + w.threads.map((t) => `thread ${triple(t.thread)} of block ${triple(t.block)}`).join(" and ") +
        `; block ${triple(w.block)}, grid ${triple(w.grid)}` + Object.entries(w.values || {}).map(([k, v]) => `, ${k} = ${v}`).join("")));
    }
    if (f.picture) out.push(el("h3", {}, "Picture"), picture(f.picture));
    out.push(el("h3", {}, "Source"), around(f));
    if ((f.related || []).length)
      out.push(el("ul", { className: "facts" }, ...f.related.map((p) => el("li", {}, `${p.file}:${p.line}: ${p.message || p.role}`))));
    if ((f.premises || []).length)
      out.push(el("h3", {}, "What the kernel needs to be free of it"), el("ul", { className: "facts" }, ...f.premises.map((p) => el("li", {}, el("code", {}, `[${p.id}] ${p.text}`)))));
    if ((f.facts || []).length)
      out.push(el("h3", {}, "What the launch says"), el("ul", { className: "facts" }, ...f.facts.map((t) => el("li", {}, el("code", {}, t)))));
    (f.repairs || []).forEach((r, i) => out.push(el("h3", {}, "Repair"), ...repair(r, (f.diffs || [])[i])));
    if (more.flows[f.kernel]) out.push(flow(f.kernel, f.repaired_flow));
    for (const id of new Set((f.premises || []).map((p) => p.id))) {
      const convention = explained(id, `What [${id}] is`);
      if (convention) out.push(convention);
    }
    const check = explained(f.id, "What this check finds, and how");
    if (check) out.push(el("h3", {}, "Check"), check);
    return out;
  }
  /** What `cuda-fix explain` says; null: nothing. */
  function explained(id, title) {
    const rule = more.rules.find((r) => r.id === id);
    if (!rule) return null;
    const box = el("details", {}, el("summary", {}, title), el("pre", { className: "said" }, rule.explanation));
    if (rule.help) box.append(el("a", { href: rule.help, rel: "noreferrer" }, "What the makers of CUDA say"));
    return box;
  }
  /** Drawn when it is opened. */
  function flow(kernel, repaired) {
    const box = el("details", {}, el("summary", {}, "Control flow of " + kernel + (repaired ? ", before and after the repair" : "")));
    const drawn = (title, svg) => el("div", {}, title ? el("b", {}, title) : null, picture(svg));
    box.addEventListener("toggle", () => {
      if (!box.open || box.children.length > 1) return;
      box.append(repaired ? el("div", { className: "beside" }, drawn("before", more.flows[kernel]), drawn("after", repaired)) : picture(more.flows[kernel]));
    });
    return box;
  }

  // Kernels and sources.
  function kernelsView() {
    const rows = report.kernels.map((k) => {
      const launches = (k.launches || []).map((l) => `<<<(${l.grid.join(", ")}), (${l.block.join(", ")})>>>` + (l.line ? ` at line ${l.line}` : ""));
      const n = findings.filter((f) => f.kernel === k.name && f.level !== "note").length;
      const link = n ? el("a", { href: "#" }, `${n} finding${n > 1 ? "s" : ""}`) : "";
      if (n) link.addEventListener("click", (e) => { e.preventDefault(); $("by-kernel").value = k.name; show("findings"); });
      return el("tr", {}, el("td", {}, el("b", {}, k.name), el("div", { className: "where" }, `${k.file}:${k.line}`)),
        el("td", {}, tag("races: " + k.verdicts.race, k.verdicts.race)),
        el("td", {}, tag("divergence: " + k.verdicts["barrier-divergence"], k.verdicts["barrier-divergence"])), el("td", {}, link),
        el("td", {}, ...launches.slice(0, 4).map((t) => el("div", { className: "code" }, t)),
          ...(k.unknown || []).slice(0, 8).map((t) => el("div", { className: "note" }, "? " + t))));
    });
    const drawn = (k) => el("tr", { className: "drawn" }, el("td", { colspan: 5 }, more.launches[k.name] ? launchesOf(k.name) : null,
      more.costs[k.name] ? cost(k.name) : null, more.flows[k.name] ? flow(k.name) : null));
    const both = rows.flatMap((row, i) => [row, drawn(report.kernels[i])]);
    const head = ["Kernel", "Races", "Barriers", "Findings", "Launches, and why it is not decided"];
    return [el("h2", {}, "Kernels"), el("table", { className: "list" }, el("thead", {}, el("tr", {}, ...head.map((t) => el("th", {}, t)))), el("tbody", {}, ...both))];
  }
  /** What `cuda-fix explain-launch` says. */
  function launchesOf(kernel) {
    return el("details", {}, el("summary", {}, "What is known of the launches of " + kernel), el("pre", { className: "said" }, more.launches[kernel]));
  }
  /** Formulas of the grid, and their curves. */
  function cost(kernel) {
    const box = el("details", {}, el("summary", {}, "Cost of " + kernel));
    const bound = (b) => el("tr", {}, el("td", {}, b.metric), el("td", {}, el("code", {}, b.formula)), el("td", {}, b.value === undefined ? "" : String(b.value)));
    box.addEventListener("toggle", () => {
      if (!box.open || box.children.length > 1) return;
      for (const c of more.costs[kernel])
        box.append(el("p", {}, `At most, of the whole grid; ${c.launch}` + (c.at ? `; values for ${c.at}` : "")),
          el("table", { className: "list" }, el("tbody", {}, ...c.bounds.map(bound))), ...(c.curves ? [picture(c.curves)] : []));
    });
    return box;
  }
  /** By line: counted in a simulation, else what formulas say of each kernel's first launch. */
  function costsOf(file) {
    const costs = {};
    const add = (place, n) => { if (place.file === file && n) costs[place.line] = (costs[place.line] || 0) + n; };
    for (const k of report.kernels) {
      for (const m of k.measures || []) add(m, (m.values.sectors || 0) + (m.values.bank_conflicts || 0));
      if (!(k.measures || []).length && more.costs[k.name])
        for (const l of more.costs[k.name][0].lines)
          if (l.metric === "sectors" || l.metric === "bank_conflicts") add(l, l.value || 0);
    }
    return Object.keys(costs).length ? costs : null;
  }
  function sourcesView() {
    const files = Object.keys(more.sources).sort();
    const choice = el("select", { "aria-label": "File" }, ...files.map((value) => el("option", { value }, value)));
    const box = el("div");
    const draw = () => {
      const marks = new Map();
      for (const f of findings) if (f.file === choice.value) marks.set(f.line, [marks.get(f.line), f.id].filter(Boolean).join(", "));
      const costs = costsOf(choice.value);
      box.replaceChildren(costs ? el("p", {}, "Bars: sectors and bank conflicts of the grid, counted in the simulation, else at most (see the kernels' cost).") : "",
        files.length ? table(choice.value, 1, Infinity, marks, costs) : el("p", { className: "empty" }, "No source."));
    };
    choice.addEventListener("change", draw);
    if (findings[selected] && files.includes(findings[selected].file)) choice.value = findings[selected].file;
    draw();
    return [el("h2", {}, "Sources"), choice, box];
  }
  function show(which) {
    view = which;
    for (const name of ["findings", "kernels", "sources"]) $("tab-" + name).setAttribute("aria-pressed", String(name === which));
    if (which === "findings") { refresh(); select(selected); }
    else $("detail").replaceChildren(...(which === "kernels" ? kernelsView() : sourcesView()));
  }

  // Theme, keys, start.
  const remember = (theme) => { try { localStorage.setItem("cuda-fix-theme", theme); } catch { /* not kept */ } };
  const remembered = () => { try { return localStorage.getItem("cuda-fix-theme"); } catch { return null; } };
  const dark = () => document.documentElement.dataset.theme === "dark";
  document.documentElement.dataset.theme = remembered() || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  function toggleTheme() {
    document.documentElement.dataset.theme = dark() ? "light" : "dark";
    remember(document.documentElement.dataset.theme);
  }
  const keys = [["j or ↓", "next finding", () => step(1)], ["k or ↑", "previous finding", () => step(-1)], ["/", "search", () => $("search").focus()],
    ["f", "findings", () => show("findings")], ["e", "kernels", () => show("kernels")], ["s", "sources", () => show("sources")],
    ["t", "dark or light", toggleTheme], ["?", "these keys", () => $("help").showModal()]];
  $("help").append(el("h2", {}, "Keys"), el("table", {}, ...keys.map(([k, what]) => el("tr", {}, el("td", {}, ...k.split(" or ").map((x) => el("kbd", {}, x))), el("td", {}, what)))),
    el("p", {}, el("kbd", {}, "Esc"), " leaves the search and this box"));
  document.addEventListener("keydown", (e) => {
    if (e.key === "Escape" && document.activeElement === $("search")) return $("list").focus();
    if (e.ctrlKey || e.metaKey || e.altKey || /INPUT|SELECT|TEXTAREA/.test(e.target.tagName)) return;
    const name = { ArrowDown: "j", ArrowUp: "k" }[e.key] || e.key;
    if (view !== "findings" && e.key.startsWith("Arrow")) return;
    const hit = keys.find(([k]) => k.split(" ")[0] === name);
    if (hit) { e.preventDefault(); hit[2](); }
  });
  $("list").addEventListener("click", (e) => {
    const li = e.target.closest("li");
    if (!li) return;
    if (view !== "findings") show("findings");
    select(Number(li.dataset.index), false);
  });
  $("filters").addEventListener("input", refresh);
  $("filters").addEventListener("submit", (e) => e.preventDefault());
  $("theme").addEventListener("click", toggleTheme);
  $("keys").addEventListener("click", () => $("help").showModal());
  for (const name of ["findings", "kernels", "sources"]) $("tab-" + name).addEventListener("click", () => show(name));
  $("summary").textContent = more.summary;
  const wanted = decodeURIComponent(location.hash.slice(1));
  const first = findings.find((f) => f.name === wanted) || findings[0];
  selected = first ? first.index : -1;
  refresh();
  select(selected);
  if (!findings.length) show("kernels");
  document.documentElement.dataset.ready = String(Math.round(performance.now())); // milliseconds
})();
