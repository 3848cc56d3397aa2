import type { Answer } from '#core/answer.ts'
import { html } from '#pages/html.ts'
import { page } from '#pages/layout.ts'

/** The service's name on its pages. */
export const SERVICE = { id: 'payments', title: 'Stripe API' }

/** Returns the page for an address that leads nowhere, or no longer: its reason is one sentence. */
export function missingPage(reason: string, title = 'Page not found', status = 404): Answer {
  const content = html`<h1>${title}</h1>
    <p class="soft">${reason}</p>`
  return page({ service: SERVICE, title, content, status })
}
