import type { Answer } from '#core/answer.ts'
import { html } from '#pages/html.ts'
import { page } from '#pages/layout.ts'
import { SERVICE } from './missing.ts'
import { PAY_STYLE } from './style.ts'

/** The contents of a charge's receipt, in words. */
export interface ReceiptPage {
  readonly merchant: string
  /** `$20.00` */
  readonly amount: string
  readonly facts: readonly { readonly label: string; readonly value: string }[]
}

/** Returns the receipt of a charge. */
export function receiptPage({ merchant, amount, facts }: ReceiptPage): Answer {
  const content = html`<div class="plain">
    <h1>Receipt from ${merchant}</h1>
    <p class="total">${amount}</p>
    <dl class="facts">
      ${facts.map(
        ({ label, value }) =>
          html`<dt>${label}</dt>
            <dd>${value}</dd> `,
      )}
    </dl>
  </div>`
  return page({ service: SERVICE, title: 'Receipt', content, style: PAY_STYLE })
}
