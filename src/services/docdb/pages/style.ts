/** The style of the data explorer, in addition to the style of all pages. */
export const EXPLORER_STYLE = `
:root { --text: #0a6640; --number: #7a3fb8; --special: #9a3b12; --word: #1f4fb8; }
@media (prefers-color-scheme: dark) { :root { --text: #86d3a8; --number: #cfaaf5; --special: #f2ab83; --word: #9dbcff; } }
body { padding: .75rem; }
header, main, footer { max-width: 84rem; }
main { padding: 0; overflow: hidden; display: grid; grid-template-columns: minmax(0, 1fr); }
a { color: var(--accent); }
.places { padding: 1rem; border-bottom: 1px solid var(--line); min-width: 0; font-size: .9375rem; }
.places ul ul { padding-left: .75rem; }
.places a { display: block; padding: .125rem .5rem; border-radius: .375rem; color: inherit; text-decoration: none; }
.places a:hover { background: var(--hover); }
.places a[aria-current] { background: var(--accent); color: var(--accent-ink); }
.places .project > a { font-weight: 600; }
.pane { padding: 1rem; min-width: 0; }
.pane > h2 { font-size: 1rem; }
.bar { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: baseline; justify-content: space-between; }
.search { display: grid; grid-template-columns: minmax(0, 1fr); gap: .5rem; align-items: end; margin-top: 1rem; }
.search input:not([type=hidden]) { margin: 0; }
.search input:not([type=hidden]), textarea { font: .875rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
@media (min-width: 40rem) { .search { grid-template-columns: minmax(0, 2fr) minmax(0, 1fr) auto; } }
textarea {
  width: 100%; padding: .5rem .75rem; color: inherit; background: var(--card); border: 1px solid var(--edge);
  border-radius: .5rem; resize: vertical; tab-size: 2;
}
[aria-invalid=true] { border-color: var(--warn) !important; }
.reason pre { margin: .5rem 0 0; padding: 0; border: 0; color: inherit; background: none; }
.notice { margin: 1rem 0 0; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--hover); }
.documents { list-style: none; margin: .75rem 0 0; padding: 0; display: grid; gap: .75rem; grid-template-columns: minmax(0, 1fr); }
pre {
  margin: 0; padding: .75rem; max-height: 30rem; overflow: auto; white-space: pre-wrap; border: 1px solid var(--line); border-radius: .5rem;
  font: .8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
}
.documents .actions { margin-top: .375rem; align-items: center; }
.actions a, .quiet, .primary { font-size: .9375rem; }
.actions .quiet { padding: .125rem .75rem; }
.delete { border-color: var(--warn); color: var(--warn); }
.views { display: flex; gap: .5rem; font-size: .875rem; }
.views a[aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
details .reason { margin: .5rem 0; }
details { margin-top: 1rem; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .5rem; }
summary { cursor: pointer; font-weight: 600; font-size: .9375rem; }
details[open] > summary { margin-bottom: .5rem; }
.scroll { overflow-x: auto; margin-top: .5rem; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; overflow-wrap: normal; }
td, th { padding: .375rem .625rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { color: var(--soft); font-weight: 600; }
td.count, th.count { text-align: right; font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .125rem 1rem; margin: .75rem 0 0; font-size: .875rem; }
dt { color: var(--soft); }
dd { margin: 0; }
.string { color: var(--text); }
.int, .long, .double, .decimal { color: var(--number); }
.objectId, .date, .timestamp, .binData, .regex, .javascript, .symbol, .minKey, .maxKey { color: var(--special); }
.bool, .null { color: var(--word); }
@media (min-width: 48rem) {
  main { grid-template-columns: 16rem minmax(0, 1fr); min-height: 80vh; }
  .places { border-right: 1px solid var(--line); border-bottom: 0; }
}
@media (max-width: 22rem) { body { padding: .25rem; } .pane, .places { padding: .75rem .5rem; } }
`

/**
 * Reloads the page when the person returns to its tab, unless they have begun to write, or the page is the answer to a
 * form.
 */
export const EXPLORER_SCRIPT = `
let wasHidden = false
const isWritten = () => [...document.querySelectorAll('input, textarea')].some((field) => field.value !== field.defaultValue)
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') wasHidden = true
  else if (wasHidden && document.querySelector('[data-live]') && !isWritten()) location.reload()
})
`
