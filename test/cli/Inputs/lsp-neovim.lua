-- SPDX-License-Identifier: Apache-2.0
-- Run in a headless Neovim with the file open; says what the user would see.
local function say(text) io.stdout:write(text, '\n') end
local function fail(why)
  say('failed: ' .. why)
  vim.cmd('cquit')
end

local id = vim.lsp.start_client({ name = 'cuda-fix', cmd = { os.getenv('CUDA_FIX'), 'lsp' },
                                  root_dir = vim.fn.expand('%:p:h') })
vim.lsp.buf_attach_client(0, id)

local function find(wanted)
  for _, d in ipairs(vim.diagnostic.get(0)) do
    if d.code == wanted then return d end
  end
end
local function request(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 30000) or {}
  return answers[id] and answers[id].result
end
local function actions(d)
  local at = { line = d.lnum, character = d.col }
  return request('textDocument/codeAction', {
    textDocument = vim.lsp.util.make_text_document_params(),
    range = { start = at, ['end'] = at }, context = { diagnostics = {} } }) or {}
end
local function preferred()
  local race = find('shared-race')
  for _, a in ipairs(race and actions(race) or {}) do
    if a.isPreferred then return a end
  end
end

if not vim.wait(60000, function() return preferred() ~= nil end, 50) then fail('no repair') end
say('sees: ' .. find('shared-race').message)
local hover = request('textDocument/hover', {
  textDocument = vim.lsp.util.make_text_document_params(),
  position = { line = 2, character = 22 } })
say('hover: ' .. (hover and hover.contents.value or 'nothing'))
local action = preferred()
say('applies: ' .. action.title)
vim.lsp.util.apply_workspace_edit(action.edit, vim.lsp.get_client_by_id(id).offset_encoding)
if not vim.wait(60000, function() return find('shared-race') == nil end, 50) then
  fail('the race is still there')
end
vim.cmd('silent write')
say('repaired')
vim.lsp.stop_client(id)
vim.wait(5000, function() return vim.lsp.get_client_by_id(id) == nil end, 20)
vim.cmd('qall!')
