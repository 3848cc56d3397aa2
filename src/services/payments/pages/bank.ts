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
`

/** Tells the page around the frame that the customer has answered. */
const ANSWERED = `parent.postMessage({ kind: 'challengeAnswered' }, location.origin)`

/** The contents of the page of a bank. */
export interface BankPage {
  readonly merchant: string
  /** `$20.00`; null for a card that is only saved. */
  readonly amount: string | null
  /** The URL to which the form is sent. */
  readonly action: string
  /** The URL to which the browser goes afterwards; null where it stays. */
  readonly leadsTo: string | null
}

/** Returns the page on which a customer authenticates a payment. Its buttons have the ids of the vendor's test page. */
export function bankPage({ merchant, amount, action, leadsTo }: BankPage): Answer {
  const what = amount === null ? `to save your card with ${merchant}` : `a payment of ${amount} to ${merchant}`
  const content = html`<h1>3D Secure</h1>
    <p>This is the page of a bank that does not exist. It asks you to authenticate ${what}.</p>
    <form class="bank" method="post" action="${action}">
      <button class="primary" id="test-source-authorize-3ds" name="outcome" value="succeed">
        Complete authentication
      </button>
      <button id="test-source-fail-3ds" name="outcome" value="fail">Fail authentication</button>
    </form>`
  return page({
    service: SERVICE,
    title: '3D Secure',
    content,
    style: STYLE,
    // Embedded Checkout and the browser library show the page in frames of the application's page.
    framedBy: '*',
    ...(leadsTo === null ? {} : { leadsTo }),
  })
}

/** Returns the page that ends an authentication in a frame. */
export function answeredPage(): Answer {
  const content = html`<h1>3D Secure</h1>
    <p>Your bank has your answer.</p>`
  return page({ service: SERVICE, title: '3D Secure', content, style: STYLE, script: ANSWERED, framedBy: '*' })
}
