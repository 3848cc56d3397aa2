/** The style of the workspace, in addition to the style of all pages. */
export const WORKSPACE_STYLE = `
body { padding: .75rem; }
header, main, footer { max-width: 84rem; }
main { padding: 0; overflow: hidden; }
main > h1 { padding: 1rem; }
.workspace { display: grid; grid-template-columns: minmax(0, 1fr); }
nav { padding: 1rem; border-bottom: 1px solid var(--line); min-width: 0; }
nav h2 { margin: 1rem 0 .25rem; color: var(--soft); }
.as { display: grid; grid-template-columns: 1fr auto; gap: .25rem .5rem; align-items: center; }
.as label { grid-column: 1 / -1; margin: 0; color: var(--soft); }
@media (max-width: 47.99rem) { .places { display: flex; flex-wrap: wrap; gap: .25rem; } }
.places a { display: block; padding: .25rem .5rem; border-radius: .375rem; color: inherit; text-decoration: none; }
.places a:hover { background: var(--hover); }
.places a[aria-current] { background: var(--accent); color: var(--accent-ink); }
.pane { padding: 1rem; min-width: 0; display: flex; flex-direction: column; }
.thread { border-top: 1px solid var(--line); }
.thread h2 { margin-top: 0; display: flex; justify-content: space-between; font-size: 1rem; }
.app { display: flex; gap: .25rem; }
.app a:first-child { flex: 1; }
.assistant h2 { gap: .5rem; align-items: start; }
.assistant h2 > :first-child { min-width: 0; overflow-wrap: anywhere; }
.assistant h2 .button { font-size: .875rem; font-weight: 400; }
.status, .prompts p, .streaming { margin: .25rem 0; font-size: .875rem; }
.prompts { margin: .5rem 0; }
.prompts .button { text-align: left; }
.streaming .button { padding: 0 .5rem; }
.bar-items { margin: .25rem 0; }
.tabs { margin: .5rem 0 0; padding: 0; border: 0; border-bottom: 1px solid var(--line); }
.tabs a { padding: .25rem .5rem; text-decoration: none; }
.tabs a[aria-current] { border-bottom: .125rem solid var(--accent); font-weight: 600; }
.tab { flex: 1; margin: .75rem 0; overflow-wrap: anywhere; }
iframe { width: 100%; min-height: 24rem; border: 1px solid var(--line); border-radius: .375rem; background: #fff; }
.messages { flex: 1; margin: .75rem 0; }
.message { padding: .5rem; border-radius: .5rem; }
.message:hover, .message:target { background: var(--hover); }
.message.ephemeral { border: 1px dashed var(--edge); }
.message.system { color: var(--soft); font-size: .875rem; }
.who { display: flex; flex-wrap: wrap; gap: .25rem .5rem; align-items: baseline; }
.who time { font-size: .75rem; }
.badge { padding: 0 .375rem; border-radius: .25rem; background: var(--ground); border: 1px solid var(--line); color: var(--ink); font-size: .6875rem; font-weight: 600; }
.only { margin: 0; font-size: .8125rem; }
.text { white-space: pre-wrap; }
.mention { padding: 0 .125rem; border-radius: .25rem; background: var(--hover); color: var(--accent); }
code { padding: 0 .25rem; border: 1px solid var(--line); border-radius: .25rem; color: inherit; font-size: .875em; }
pre, blockquote { margin: .25rem 0; white-space: pre-wrap; }
pre { padding: .5rem; border: 1px solid var(--line); border-radius: .375rem; font: .8125rem/1.5 ui-monospace, Menlo, Consolas, monospace; }
blockquote { padding-left: .75rem; border-left: .25rem solid var(--line); }
.bullets, .content ol, .blocks ol { padding-left: 1.5rem; }
.bullets { list-style: disc; }
.indent-1 { margin-left: 1.5rem; }
.indent-2 { margin-left: 3rem; }
.indent-3 { margin-left: 4.5rem; }
.indent-4 { margin-left: 6rem; }
.indent-5 { margin-left: 7.5rem; }
.indent-6 { margin-left: 9rem; }
.indent-7 { margin-left: 10.5rem; }
.indent-8 { margin-left: 12rem; }
a { color: var(--accent); }
.block { margin: .375rem 0; }
.block h3 { margin: .25rem 0; font-size: 1.0625rem; }
.section { display: flex; flex-wrap: wrap; gap: .5rem 1rem; justify-content: space-between; }
.section > div:first-child { flex: 1 1 12rem; min-width: 0; }
.accessory { flex: 0 1 auto; max-width: 100%; }
.fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .25rem 1rem; }
.row { display: flex; flex-wrap: wrap; gap: .375rem; align-items: center; }
.element { display: inline-flex; flex-wrap: wrap; gap: .25rem; max-width: 100%; }
.button, .reaction { padding: .25rem .75rem; border: 1px solid var(--edge); background: var(--card); border-radius: .375rem; }
.button:hover, .reaction:hover { background: var(--hover); }
.button.primary { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); font-weight: 600; }
.button.danger { border-color: var(--warn); color: var(--warn); font-weight: 600; }
.button:disabled { opacity: .6; cursor: not-allowed; }
[aria-busy=true] { opacity: .6; }
.reaction { padding: 0 .5rem; border-radius: 1rem; font-size: .875rem; }
.reaction[aria-pressed=true] { border-color: var(--accent); background: var(--hover); }
.foot { display: flex; flex-wrap: wrap; gap: .375rem; align-items: center; font-size: .875rem; }
.react form { display: flex; gap: .25rem; }
.react summary, .overflow summary { display: inline-block; padding: 0 .5rem; border: 1px solid var(--line); border-radius: 1rem; cursor: pointer; list-style: none; }
.overflow div { display: grid; gap: .25rem; padding: .25rem; }
.overflow button { padding: .25rem .5rem; text-align: left; border: 1px solid var(--line); background: var(--card); }
select, textarea, .pane input:not([type=hidden]), dialog input:not([type=hidden]) {
  max-width: 100%; margin: 0; padding: .375rem .5rem; font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--edge); border-radius: .375rem;
}
textarea { width: 100%; resize: vertical; }
.pane input[type=radio], .pane input[type=checkbox], dialog input[type=radio], dialog input[type=checkbox] { width: auto; }
.external { display: inline-block; min-width: 0; }
.choices { margin: 0; padding: 0; border: 0; }
.choices label { display: flex; gap: .5rem; align-items: baseline; }
.choices small { display: block; }
.composer { display: grid; grid-template-columns: 1fr auto; gap: .25rem .5rem; align-items: end; }
.composer label { grid-column: 1 / -1; margin: 0; color: var(--soft); }
hr { border: 0; border-top: 1px solid var(--line); }
figure { margin: 0; }
img { max-width: 100%; max-height: 20rem; border-radius: .375rem; }
.image { display: inline-block; padding: .375rem .5rem; border: 1px dashed var(--edge); border-radius: .375rem; }
.attachment { display: grid; grid-template-columns: .25rem 1fr; gap: .75rem; margin: .375rem 0; }
.attachment > div:only-child { grid-column: 2; border-left: 0; }
.bar { width: .25rem; height: 100%; border-radius: .125rem; }
.alert, .card, .container, .task { padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .5rem; }
.alert.error, .alert.warning { color: var(--warn); background: var(--warn-ground); }
.task + .task { margin-top: .375rem; }
.carousel { display: flex; gap: .5rem; overflow-x: auto; }
.carousel .card { flex: 0 0 min(16rem, 80%); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .875rem; }
td, th { padding: .25rem .5rem; border: 1px solid var(--line); text-align: left; }
dialog { width: min(34rem, calc(100vw - 1rem)); max-height: 90vh; padding: 1.25rem; color: inherit; background: var(--card); border: 1px solid var(--edge); border-radius: .75rem; }
dialog::backdrop { background: rgb(0 0 0 / .5); }
dialog h2 { margin: 0 0 .5rem; font-size: 1.125rem; }
.input { display: grid; grid-template-columns: minmax(0, 1fr); gap: .25rem; justify-items: stretch; }
.input > input, .input > select, .input .external, .input .external > * { width: 100%; min-width: 0; }
.external select:not(:has(option)) { display: none; }
.input .label { font-weight: 600; font-size: .875rem; }
.error { color: var(--warn); }
[aria-invalid=true] { border-color: var(--warn) !important; }
#problem { position: fixed; inset: auto 1rem 1rem; margin: 0 auto; max-width: 40rem; z-index: 2; }
@media (min-width: 48rem) {
  .workspace { grid-template-columns: 14rem minmax(0, 1fr); min-height: 80vh; }
  .workspace:has(.thread) { grid-template-columns: 14rem minmax(0, 3fr) minmax(0, 2fr); }
  nav { border-right: 1px solid var(--line); border-bottom: 0; }
  .pane .messages { max-height: 60vh; overflow-y: auto; }
  .thread { border-left: 1px solid var(--line); border-top: 0; }
}
@media (max-width: 22rem) { body { padding: .25rem; } .pane, nav { padding: .75rem .5rem; } }
`
