/** The style sheet of the inspector and of the report. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f4f4f2; --card: #fff; --line: #dededa; --ink: #1c1d1f; --soft: #5d6066; --accent: #2f5bd7;
  --chosen: #e8eefc; --bad: #a4260f; --bad-ground: #fdeeea; --good: #1d6b3a; --string: #1d6b3a; --number: #8a3ffc;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #121315; --card: #1b1d20; --line: #33363b; --ink: #ececea; --soft: #a3a7ae; --accent: #86a5ff;
    --chosen: #26304a; --bad: #ff9a85; --bad-ground: #3a1d18; --good: #7fd19b; --string: #8fd6a5; --number: #c7a6ff;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html, body { height: 100%; }
body {
  margin: 0; display: flex; flex-direction: column; background: var(--ground); color: var(--ink);
  font: .875rem/1.45 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif;
}
code, pre, .mono { font: .8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
button, input, select, textarea { font: inherit; color: inherit; }
button, select, input {
  min-height: 2rem; padding: .125rem .625rem; border: 1px solid var(--line); border-radius: .375rem; background: var(--card);
}
button { cursor: pointer; }
button:hover { border-color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; padding: .5rem .75rem; border-bottom: 1px solid var(--line); }
header h1 { margin: 0; font-size: 1rem; }
header .soft { margin-left: auto; }
.soft { color: var(--soft); }
nav { display: flex; flex-wrap: wrap; gap: .25rem; }
nav button { border-color: transparent; background: none; }
nav button[aria-selected=true] { background: var(--chosen); font-weight: 600; }
main { flex: 1; min-height: 0; display: flex; }
.list { flex: 1 1 50%; min-width: 0; display: flex; flex-direction: column; container: list / inline-size; }
.detail { flex: 1 1 50%; min-width: 0; overflow: auto; border-left: 1px solid var(--line); background: var(--card); padding: .75rem; }
.tools { display: flex; flex-wrap: wrap; align-items: center; gap: .375rem; padding: .5rem .75rem; }
.tools input[type=search] { flex: 1 1 8rem; min-width: 0; }
.scroll { flex: 1; min-height: 0; overflow: auto; position: relative; }
.scroll:focus-visible { outline: 0; }
.list:has(> .scroll:focus-visible) > .tools { box-shadow: inset 0 -2px var(--accent); }
.row {
  position: absolute; left: 0; right: 0; height: 2.25rem; display: grid; gap: .5rem; align-items: center; padding: 0 .75rem;
  grid-template-columns: 3rem 3.5rem minmax(0, 1fr) minmax(0, 9rem) 4rem; border-bottom: 1px solid var(--line); cursor: pointer;
}
@container list (min-width: 56rem) {
  .row { grid-template-columns: 3rem 4rem minmax(0, 1fr) minmax(0, 17rem) minmax(0, 8rem) 4.5rem 4.5rem; }
}
@container list (max-width: 55.99rem) { .row > .wide { display: none; } }
.row > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.row[aria-selected=true] { background: var(--chosen); }
.row.bad { background: var(--bad-ground); }
.row.bad[aria-selected=true] { background: var(--chosen); }
.right { text-align: right; }
.status { font-weight: 600; color: var(--good); }
.bad .status, .status.bad, .reason { color: var(--bad); }
.reason { background: var(--bad-ground); border-radius: .375rem; padding: .5rem .625rem; overflow-wrap: anywhere; }
h2 { margin: 0 0 .5rem; font-size: 1rem; overflow-wrap: anywhere; }
h3 { margin: 1rem 0 .25rem; font-size: .8125rem; color: var(--soft); font-weight: 600; }
pre button { min-height: 1.375rem; padding: 0 .375rem; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: minmax(6rem, max-content) minmax(0, 1fr); gap: .125rem .75rem; margin: 0; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
.tree, .tree ul { list-style: none; margin: 0; padding-left: 1rem; }
.tree { padding: 0; }
.tree li { overflow-wrap: anywhere; }
.tree summary { cursor: pointer; }
.key { color: var(--soft); } .string { color: var(--string); } .number { color: var(--number); }
.actions { display: flex; flex-wrap: wrap; gap: .375rem; margin: .5rem 0; }
table { border-collapse: collapse; min-width: 100%; background: var(--card); }
th, td { text-align: left; padding: .25rem .625rem; border-bottom: 1px solid var(--line); max-width: 22rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
th { position: sticky; top: 0; background: var(--card); }
th button { border: 0; padding: 0; min-height: 1.5rem; font-weight: 600; background: none; }
tr.added td:first-child { box-shadow: inset 3px 0 var(--good); }
tr.changed td:first-child { box-shadow: inset 3px 0 var(--accent); }
.empty { padding: 2rem .75rem; color: var(--soft); text-align: center; }
.panel { padding: .75rem; overflow: auto; flex: 1; }
.panel > section { max-width: 60rem; margin-bottom: 1.5rem; }
.toast { position: fixed; bottom: 1rem; left: 50%; translate: -50%; background: var(--ink); color: var(--ground); padding: .375rem .75rem; border-radius: .375rem; }
@media (max-width: 44rem) {
  main { flex-direction: column; }
  .detail { position: fixed; inset: 0; border: 0; z-index: 1; }
  .row { grid-template-columns: 2.5rem 3.25rem minmax(0, 1fr); height: 2.75rem; }
  .row > :nth-child(n+4) { display: none; }
  td { white-space: normal; }
  header .soft { margin-left: 0; }
}
.back { margin-bottom: .5rem; }
@media (min-width: 44.01rem) { .back { display: none; } }
@media (prefers-reduced-motion: no-preference) { .scroll { scroll-behavior: auto; } }
`
