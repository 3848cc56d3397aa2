import type { Answer } from '#core/answer.ts'
import { html } from '#pages/html.ts'
import { page } from '#pages/layout.ts'
import { SERVICE } from './missing.ts'

const STYLE = `
main { text-align: center; }
main h1 { margin-bottom: .75rem; }
.bank { display: grid; gap: .5rem; margin-top: 1.5rem; }
.bank button { padding: .625rem 1rem; font-weight: 600; border: 1px solid var(--edge); background: none; }
.bank .primary { border-color: var(--accent); background: var(--accent); }
.number { font-variant-numeric: tabular-nums; font-weight: 600; overflow-wrap: anywhere; }
`

/** The contents of the test page of a bank, a wallet or a voucher. */
export interface AuthorizePage {
  /** The name of the payment method: `iDEAL`. */
  readonly label: string
  readonly merchant: string
  /** `€20.00`; null where nothing is paid yet. */
  readonly amount: string | null
  /** The digits of a voucher, and the moment at which it expires, in epoch seconds; null for a page without one. */
  readonly voucher: { readonly number: string; readonly expiresAt: number | null } | null
  /** The URL to which the form is sent. */
  readonly action: string
  /** The URL to which the browser goes afterwards; null where it stays. */
  readonly leadsTo: string | null
}

/** Returns the page on which a customer authorizes a payment. Its words are those of the vendor's test page. */
export function authorizePage({ label, merchant, amount, voucher, action, leadsTo }: AuthorizePage): Answer {
  const what =
    amount === null ? `to save ${label} for later payments to ${merchant}` : `to pay ${amount} to ${merchant}`
  const title = `${label} test payment page`
  const content = html`<h1>${title}</h1>
    <p>This page stands for the one on which a customer agrees ${what}.</p>
    ${voucher !== null && html`<p class="number">${voucher.number}</p>`}
    ${
      voucher?.expiresAt !== undefined &&
      voucher.expiresAt !== null &&
      html`<p>Pay until ${new Date(voucher.expiresAt * 1000).toISOString().slice(0, 10)}.</p>`
    }
    <form class="bank" method="post" action="${action}">
      <button class="primary" id="test-source-authorize-3ds" name="outcome" value="succeed">
        Authorize Test Payment
      </button>
      <button id="test-source-fail-3ds" name="outcome" value="fail">Fail Test Payment</button>
    </form>`
  return page({
    service: SERVICE,
    title,
    content,
    style: STYLE,
    // Embedded Checkout shows the page in a frame of the application's page.
    framedBy: '*',
    ...(leadsTo === null ? {} : { leadsTo }),
  })
}

/** Returns the page that ends an authorization that leads nowhere. */
export function authorizedPage(): Answer {
  const content = html`<h1>Thank you</h1>
    <p>Your answer has been sent. You can close this page.</p>`
  return page({ service: SERVICE, title: 'Thank you', content, style: STYLE, framedBy: '*' })
}
