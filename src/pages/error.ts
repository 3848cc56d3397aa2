import type { Answer } from '../core/answer.ts'
import { html } from './html.ts'
import { page, type Service } from './layout.ts'

/** What the error page says. */
export interface PageError {
  readonly service: Service
  readonly status: number
  readonly title: string
  /** What was expected and what came. */
  readonly message: string
  /** What would make it right, a sentence each. */
  readonly remedies: readonly string[]
}

/** A page for what cannot be told the application: the reason, and what to do about it. */
export function errorPage({ service, status, title, message, remedies }: PageError): Answer {
  const content = html`<h1>${title}</h1>
    <p class="reason" role="alert">${message}</p>
    <h2>What to do</h2>
    <ul class="remedies">
      ${remedies.map((each) => html`<li>${each}</li> `)}
    </ul>`
  return page({ service, title, content, status })
}
