import type { Answer } from '#core/answer.ts'
import { html } from '#pages/html.ts'
import { page } from '#pages/layout.ts'
import { field } from './form-field.ts'
import { SERVICE } from './missing.ts'
import { PAY_STYLE } from './style.ts'

const NOTHING_TYPED = { values: {}, errors: {} }

/**
 * Returns the page on which customers report the small deposits to their bank account. `alert` is why the amounts
 * before were refused.
 */
export function microdepositsPage({
  action,
  alert,
}: {
  readonly action: string
  readonly alert: string | null
}): Answer {
  const content = html`<div class="plain">
    <h1>Verify your bank account</h1>
    <p>Two small deposits were made to your account. Enter their amounts in cents.</p>
    ${alert !== null && html`<p class="reason" role="alert">${alert}</p>`}
    <form method="post" action="${action}">
      <div class="group">
        ${field(NOTHING_TYPED, { name: 'first', label: 'First deposit', inputmode: 'numeric', half: true })}
        ${field(NOTHING_TYPED, { name: 'second', label: 'Second deposit', inputmode: 'numeric', half: true })}
      </div>
      <button class="submit">Verify</button>
    </form>
  </div>`
  return page({
    service: SERVICE,
    title: 'Bank account',
    content,
    style: PAY_STYLE,
    status: alert === null ? 200 : 400,
  })
}
