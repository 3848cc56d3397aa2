/** The style sheet of the pages on which people pay, after the common one. */
export const PAY_STYLE = `
:root { --pay: #0f6f5c; --pay-ink: #ffffff; --good: #0f6f5c; }
@media (prefers-color-scheme: dark) { :root { --pay: #5cc4ac; --pay-ink: #0c1a17; --good: #5cc4ac; } }
header, main, footer { max-width: 58rem; }
body:has(.plain) :is(header, main, footer) { max-width: 40rem; }
main { padding: 0; overflow: hidden; }
h1 { font-size: 1rem; font-weight: 500; color: var(--soft); }
fieldset { margin: 1.25rem 0 0; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; margin-bottom: .5rem; font-size: .9375rem; font-weight: 600; }
.group { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem; }
.field { min-width: 0; grid-column: 1 / -1; }
.field.half { grid-column: auto; }
form > .field, [data-method] > .field { margin-top: 1.25rem; }
form > :is(.field, fieldset):first-child, [data-method]:first-child > fieldset:first-child { margin-top: 0; }
input:not([type=hidden]):not([type=checkbox]):not([type=radio]), select {
  width: 100%; margin: 0; padding: .625rem .75rem; font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--edge); border-radius: .5rem;
}
input[readonly] { background: var(--ground); }
input[aria-invalid], select[aria-invalid] { border-color: var(--warn); }
input[type=checkbox], input[type=radio] { width: 1.125rem; height: 1.125rem; margin: .125rem 0 0; padding: 0; accent-color: var(--pay); }
.error { margin: .25rem 0 0; font-size: .8125rem; color: var(--warn); }
.check, .option { display: grid; grid-template-columns: auto 1fr auto; gap: .625rem; align-items: start; margin-top: .75rem; }
.check label, .option label { margin: 0; }
.check .error { grid-column: 2; margin: 0; }
.option small { display: block; color: var(--soft); }
.submit {
  width: 100%; margin-top: 1.5rem; padding: .75rem 1rem; font-weight: 600; color: var(--pay-ink); background: var(--pay); border: 0;
}
.submit:hover { filter: brightness(1.06); }
.submit[aria-busy=true] { opacity: .7; }
.small { padding: .375rem .75rem; font-size: .875rem; border: 1px solid var(--line); background: none; }
.small:hover { background: var(--hover); }
.checkout { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); grid-template-areas: 'head form' 'order form'; grid-template-rows: auto 1fr; }
.head { grid-area: head; padding: 1.5rem 1.5rem 0; background: var(--ground); }
.order { grid-area: order; padding: 1rem 1.5rem 1.5rem; background: var(--ground); }
.pay { grid-area: form; padding: 1.5rem; border-left: 1px solid var(--line); }
.total { margin: .25rem 0 0; font-size: 2rem; line-height: 1.2; font-weight: 600; font-variant-numeric: tabular-nums; }
.back { display: inline-block; margin-bottom: 1rem; font-size: .875rem; color: var(--soft); }
a { color: inherit; }
.lines li, .sums div { display: flex; justify-content: space-between; gap: 1rem; padding: .5rem 0; font-size: .9375rem; }
.lines li > :last-child, .sums dd { white-space: nowrap; font-variant-numeric: tabular-nums; }
.lines small { display: block; color: var(--soft); }
.sums { margin: .5rem 0 0; border-top: 1px solid var(--line); }
.sums dt, .sums dd { margin: 0; }
.sums .due { font-weight: 600; border-top: 1px solid var(--line); }
.inline { display: flex; gap: .5rem; align-items: end; margin-top: .75rem; }
.inline .field { flex: 1; }
.inline .field + .small { padding: .625rem .75rem; }
.quantity { display: flex; gap: .5rem; align-items: center; margin-top: .25rem; }
.quantity input:not([type=hidden]):not([type=checkbox]):not([type=radio]) { width: 4.5rem; padding: .25rem .5rem; }
.plain { padding: 1.5rem; }
.plain > form > button:not([class]) { padding: .625rem 1rem; font-weight: 600; border: 1px solid var(--edge); background: none; }
.plain > form > button:not([class]):hover { background: var(--hover); }
.plain > form:not([hidden]) { margin-top: 1.25rem; }
.plain h1 { font-size: 1.375rem; font-weight: 600; color: var(--ink); }
.plain h2 { margin-top: 1.75rem; }
.facts { display: grid; grid-template-columns: auto 1fr; gap: .375rem 1rem; margin: 1rem 0 0; font-size: .9375rem; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; }
.rows li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .5rem 1rem; padding: .75rem 0; border-top: 1px solid var(--line); }
.badge { padding: .0625rem .5rem; font-size: .8125rem; border: 1px solid var(--line); border-radius: 1rem; color: var(--soft); }
.done { color: var(--good); }
table { width: 100%; margin-top: 1rem; border-collapse: collapse; font-size: .9375rem; }
th, td { padding: .5rem .25rem; text-align: left; border-top: 1px solid var(--line); }
th { white-space: nowrap; }
th:first-child, td:first-child { padding-left: 0; }
th { font-size: .8125rem; color: var(--soft); font-weight: 500; }
th:last-child, td:last-child { padding-right: 0; text-align: right; white-space: nowrap; }
@media (max-width: 44rem) {
  .checkout { grid-template-columns: minmax(0, 1fr); grid-template-areas: 'head' 'order' 'form'; }
  .pay { border: 0; }
}
@media (max-width: 22rem) { main { padding: 0; } .head, .order, .pay, .plain { padding-left: 1rem; padding-right: 1rem; } }
`
