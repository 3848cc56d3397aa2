/** The styles of the inbox pages, in addition to the style of all pages. */
export const INBOX_STYLE = `
header, main, footer { max-width: 56rem; }
main > :last-child { margin-bottom: 0; }
.bar { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: baseline; justify-content: space-between; }
.search { display: grid; grid-template-columns: 1fr; gap: .5rem; align-items: end; margin-top: 1rem; }
.search input:not([type=hidden]), .search select { margin: 0; }
select {
  width: 100%; font: inherit; color: inherit; padding: .5rem .75rem; background: var(--card); border: 1px solid var(--edge);
  border-radius: .5rem;
}
@media (min-width: 40rem) { .search { grid-template-columns: 1fr 16rem auto; } }
.messages { margin-top: 1rem; border-top: 1px solid var(--line); }
.messages li { border-bottom: 1px solid var(--line); }
.messages a { display: block; padding: .75rem .5rem; color: inherit; text-decoration: none; }
.messages a:hover { background: var(--hover); }
.messages b { display: block; font-weight: 600; }
.messages .who { display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between; font-size: .875rem; color: var(--soft); }
.messages .snippet {
  display: block; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; font-size: .875rem; color: var(--soft);
}
.empty { margin: 1.5rem 0; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .125rem 1rem; margin: 1rem 0 0; font-size: .875rem; }
dt { color: var(--soft); }
dd { margin: 0; min-width: 0; }
a { color: var(--accent); }
.code { margin: 0 .5rem .5rem 0; padding: .25rem .75rem; border: 1px solid var(--line); border-radius: .5rem; }
.codes { display: flex; flex-wrap: wrap; }
.codes code { font-size: 1.25rem; color: var(--ink); letter-spacing: .08em; }
.links li, .files li { padding: .375rem 0; border-top: 1px solid var(--line); font-size: .875rem; }
.links li:last-child, .files li:last-child { border-bottom: 1px solid var(--line); }
.views { display: flex; flex-wrap: wrap; gap: .25rem; margin: 1.5rem 0 .75rem; padding: 0; }
.views a { padding: .25rem .75rem; border: 1px solid var(--line); border-radius: .5rem; font-size: .875rem; text-decoration: none; }
.views a[aria-current] { border-color: var(--accent); font-weight: 600; }
iframe { display: block; width: 100%; height: 70vh; min-height: 20rem; background: #ffffff; border: 1px solid var(--line); border-radius: .5rem; }
pre {
  margin: 0; padding: 1rem; overflow-x: auto; white-space: pre-wrap; border: 1px solid var(--line); border-radius: .5rem;
  font: .8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
}
`

/** Reloads the page when the reader returns to its tab, so that it shows messages that arrived in between. */
export const INBOX_SCRIPT = `
let wasHidden = false
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') wasHidden = true
  else if (wasHidden && document.activeElement?.tagName !== 'INPUT') location.reload()
})
`
