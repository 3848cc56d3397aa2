/** The style sheet of an element's frame. Its variables are those of the vendor's appearance API. */
export const ELEMENT_STYLE = `
:root {
  --primary: #0f6f5c; --background: #ffffff; --text: #26282c; --text-secondary: #5d6066; --placeholder: #6f747c;
  --danger: #b42318; --font-family: system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; --font-size: 16px; --radius: 6px;
  --spacing: 4px; --edge: #c9ccd1;
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: transparent; color: var(--text); font: var(--font-size)/1.4 var(--font-family); }
.fields { display: grid; grid-template-columns: 1fr 1fr; gap: calc(var(--spacing) * 3); padding: 3px; }
.field { min-width: 0; }
.full { grid-column: 1 / -1; }
.Label { display: block; margin-bottom: var(--spacing); font-size: .875em; color: var(--text); }
.Input {
  width: 100%; margin: 0; padding: calc(var(--spacing) * 2.75) calc(var(--spacing) * 3); font: inherit; color: var(--text);
  background: var(--background); border: 1px solid var(--edge); border-radius: var(--radius);
}
.Input::placeholder { color: var(--placeholder); opacity: 1; }
.Input:focus { outline: 2px solid var(--primary); outline-offset: 0; border-color: var(--primary); }
.Input--invalid { color: var(--danger); border-color: var(--danger); }
.Input:disabled { opacity: .6; }
select.Input { padding-right: 0; text-overflow: ellipsis; }
.Input::placeholder { text-overflow: ellipsis; }
.Error { margin: var(--spacing) 0 0; font-size: .8125em; color: var(--danger); }
.Error:empty { display: none; }
.tabs { display: flex; flex-wrap: wrap; gap: calc(var(--spacing) * 2); padding: 3px 3px calc(var(--spacing) * 3); }
.Tab {
  flex: 1 1 8rem; padding: calc(var(--spacing) * 2.5); font: inherit; font-size: .875em; font-weight: 600; text-align: left;
  color: var(--text-secondary); background: var(--background); border: 1px solid var(--edge); border-radius: var(--radius); cursor: pointer;
}
.Tab[aria-selected=true] { color: var(--primary); border-color: var(--primary); box-shadow: 0 0 0 1px var(--primary); }
.Tab:focus-visible { outline: 2px solid var(--primary); outline-offset: 2px; }
.saved { margin: 0 3px calc(var(--spacing) * 3); padding: calc(var(--spacing) * 2) calc(var(--spacing) * 3); border: 1px solid var(--edge); border-radius: var(--radius); }
.saved legend { padding: 0 var(--spacing); font-size: .875em; }
.saved div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: calc(var(--spacing) * 2); padding: var(--spacing) 0; }
.saved button { padding: 0; font: inherit; font-size: .875em; color: var(--primary); background: none; border: 0; text-decoration: underline; cursor: pointer; }
.save { display: block; padding: calc(var(--spacing) * 3) 3px 0; font-size: .875em; }
.saved input, .save input { accent-color: var(--primary); }
.card, .cardNumber, .cardExpiry, .cardCvc, .iban { display: flex; gap: 0; padding: 0; }
.card .Input, .cardNumber .Input, .cardExpiry .Input, .cardCvc .Input, .iban .Input {
  padding: 0 .25rem 0 0; line-height: 1.2; background: transparent; border: 0; outline: 0; border-radius: 0;
}
.card .field { flex: 0 0 4.75rem; }
.card .field:first-child, .cardNumber .field, .cardExpiry .field, .cardCvc .field, .iban .field { flex: 1 1 0; }
.card .Error, .cardNumber .Error, .cardExpiry .Error, .cardCvc .Error { display: none; }
.iban .Label { display: none; }
@media (max-width: 21rem) { .card { flex-wrap: wrap; row-gap: .5rem; } .card .field:first-child { flex-basis: 100%; } }
`
