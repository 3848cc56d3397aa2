import type { Answer } from '#core/answer.ts'
import { html, type Html } from '#pages/html.ts'
import { page } from '#pages/layout.ts'
import { methodFields } from './payment-fields.ts'
import type { FormState } from './form-field.ts'
import { SERVICE } from './missing.ts'
import { PAY_STYLE } from './style.ts'

/** The contents of an invoice, in words. */
export interface InvoiceText {
  readonly merchant: string
  /** Its number; the id while it has none. */
  readonly number: string
  /** `Paid`, `Payment due`, `Void`, `Uncollectible`. */
  readonly state: string
  readonly total: string
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  readonly lines: readonly { readonly description: string; readonly quantity: string; readonly amount: string }[]
  readonly sums: readonly { readonly label: string; readonly amount: string }[]
  readonly footer: string | null
}

/** Everything that the page of an invoice shows. */
export interface InvoicePage {
  readonly text: InvoiceText
  readonly pdf: string
  readonly action: string
  /** True while the invoice can be paid. */
  readonly open: boolean
  readonly alert: string | null
  readonly form: FormState
  readonly script: string
}

/** Returns the page of an invoice, on which it is paid. */
export function invoicePage({ text, pdf, action, open, alert, form, script }: InvoicePage): Answer {
  const content = html`<div class="checkout">
    <div class="head">
      <h1>Invoice ${text.number} from ${text.merchant}</h1>
      <p class="total">${text.total}</p>
      <p><span class="badge">${text.state}</span></p>
    </div>
    <div class="pay">
      ${alert !== null && html`<p class="reason" role="alert">${alert}</p>`}
      ${
        open
          ? html`<form id="checkout" method="post" action="${action}" novalidate>
              <div data-method="card">${methodFields(form, 'card')}</div>
              <button class="submit SubmitButton" id="submit" data-testid="hosted-payment-submit-button">
                Pay ${text.total}
              </button>
            </form>`
          : html`<p class="done">
              ${text.state === 'Paid' ? 'Invoice paid' : `This invoice is ${text.state.toLowerCase()}.`}
            </p>`
      }
      <p><a href="${pdf}">Download invoice</a></p>
    </div>
    <div class="order">${order(text)}</div>
  </div>`
  return page({ service: SERVICE, title: `Invoice ${text.number}`, content, style: PAY_STYLE, script })
}

/** Returns what the invoice is for: its facts, lines and sums. */
function order(text: InvoiceText): Html {
  return html`<dl class="facts">
      ${text.facts.map(
        ({ label, value }) =>
          html`<dt>${label}</dt>
            <dd>${value}</dd> `,
      )}
    </dl>
    <table>
      <thead>
        <tr>
          <th>Description</th>
          <th>Qty</th>
          <th>Amount</th>
        </tr>
      </thead>
      <tbody>
        ${text.lines.map(
          ({ description, quantity, amount }) =>
            html`<tr>
              <td>${description}</td>
              <td>${quantity}</td>
              <td>${amount}</td>
            </tr> `,
        )}
      </tbody>
    </table>
    <dl class="sums">
      ${text.sums.map(
        ({ label, amount }, at) =>
          html`<div ${at === text.sums.length - 1 && html`class="due"`}>
            <dt>${label}</dt>
            <dd>${amount}</dd>
          </div> `,
      )}
    </dl>
    ${text.footer !== null && html`<p class="soft">${text.footer}</p>`}`
}
