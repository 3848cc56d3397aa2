/** The style sheet of all pages. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f4f4f2; --card: #ffffff; --line: #dededa; --edge: #8b8f96; --ink: #1c1d1f; --soft: #5d6066;
  --accent: #2f5bd7; --accent-ink: #ffffff; --hover: #f1f4fd; --warn: #9a3b12; --warn-ground: #fdf3ec;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #121315; --card: #1b1d20; --line: #33363b; --edge: #767b83; --ink: #ececea; --soft: #a3a7ae;
    --accent: #86a5ff; --accent-ink: #10131c; --hover: #242938; --warn: #f2ab83; --warn-ground: #2c211b;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body {
  margin: 0; min-height: 100vh; display: flex; flex-direction: column; align-items: center; padding: 2rem 1rem;
  background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif;
  overflow-wrap: anywhere;
}
header, main, footer { width: 100%; max-width: 27rem; }
header { display: flex; gap: .5rem; align-items: baseline; padding: 0 .25rem .75rem; font-size: .875rem; color: var(--soft); }
header b { color: var(--ink); }
header span::before { content: '/'; margin-right: .5rem; opacity: .6; }
main { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1.5rem; }
footer { padding: .75rem .25rem 0; font-size: .8125rem; color: var(--soft); }
h1 { margin: 0; font-size: 1.375rem; line-height: 1.25; font-weight: 600; text-wrap: balance; }
h2 { margin: 1.5rem 0 .5rem; font-size: .875rem; font-weight: 600; }
p { margin: .5rem 0 0; }
.soft { color: var(--soft); font-size: .875rem; }
code { font: .8125rem/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; color: var(--soft); }
ul { list-style: none; margin: 0; padding: 0; }
.scopes li { padding: .375rem 0; border-top: 1px solid var(--line); }
.scopes li:last-child { border-bottom: 1px solid var(--line); }
.scopes code { display: block; }
.people { display: grid; gap: .5rem; }
button, input { font: inherit; color: inherit; }
button { cursor: pointer; border-radius: .5rem; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.person {
  display: grid; grid-template-columns: 2.5rem 1fr; column-gap: .75rem; align-items: center; width: 100%;
  padding: .625rem .75rem; text-align: left; background: none; border: 1px solid var(--line);
}
.person:hover { background: var(--hover); border-color: var(--accent); }
.person b { display: block; font-weight: 600; line-height: 1.3; }
.person small { display: block; color: var(--soft); font-size: .8125rem; line-height: 1.35; }
.suggested { border-color: var(--accent); }
.face {
  display: grid; place-items: center; width: 2.5rem; height: 2.5rem; border-radius: 50%;
  font-size: .875rem; font-weight: 600; color: #ffffff; background: hsl(225 38% 46%);
}
.tint-1 .face { background: hsl(160 45% 32%); }
.tint-2 .face { background: hsl(265 32% 50%); }
.tint-3 .face { background: hsl(20 52% 42%); }
.tint-4 .face { background: hsl(335 40% 46%); }
.tint-5 .face { background: hsl(195 55% 34%); }
label { display: block; margin: 0 0 .25rem; font-size: .875rem; }
h2 label { margin: 0; }
input:not([type=hidden]) {
  width: 100%; padding: .5rem .75rem; margin-bottom: .75rem; background: var(--card); border: 1px solid var(--edge);
  border-radius: .5rem;
}
.choice { margin: 1.5rem 0 0; padding: 0; border: 0; }
.choice legend { padding: 0; margin-bottom: .5rem; font-size: .875rem; font-weight: 600; }
.choice label { display: flex; gap: .5rem; align-items: center; }
.choice input[type=radio] { width: auto; margin: 0; }
.code-entry { text-align: center; text-transform: uppercase; font: 1.25rem/1.5 ui-monospace, Menlo, Consolas, monospace; letter-spacing: .1em; }
.actions { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: 1.25rem; }
.primary, .quiet { padding: .5rem 1rem; border: 1px solid var(--line); background: none; }
.primary { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); font-weight: 600; }
.quiet:hover { background: var(--hover); }
.account { display: grid; grid-template-columns: 2.5rem 1fr; column-gap: .75rem; align-items: center; margin-top: 1rem; }
.account b, .account small { display: block; line-height: 1.35; }
.account small { color: var(--soft); }
.reason { margin: 1rem 0 0; padding: .75rem; border-radius: .5rem; color: var(--warn); background: var(--warn-ground); }
.remedies { list-style: disc; padding-left: 1.25rem; }
.remedies li { margin-top: .25rem; }
@media (max-width: 22rem) { body { padding: 1rem .5rem; } main { padding: 1.125rem 1rem; } }
`
