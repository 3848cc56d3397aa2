import type { Answer } from '#core/answer.ts'
import { html } from './html.ts'
import { page, type Service } from './layout.ts'

/** The content of the error page. */
export interface PageError {
  readonly service: Service
  readonly status: number
  readonly title: string
  /** The reason: what was expected and what came. */
  readonly message: string
  /** Ways to correct the request, a sentence each. */
  readonly remedies: readonly string[]
}

/** Returns a page for a failure that must not go back to the application: the reason, and the remedies. */
export function errorPage({ service, status, title, message, remedies }: PageError): Answer<string> {
  const content = html`<h1>${title}</h1>
    <p class="reason" role="alert">${message}</p>
    <h2>What to do</h2>
    <ul class="remedies">
      ${remedies.map((each) => html`<li>${each}</li> `)}
    </ul>`
  return page({ service, title, content, status })
}
