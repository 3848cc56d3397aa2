import type { Answer } from '../core/answer.ts'
import { html } from './html.ts'
import { page, type Service } from './layout.ts'
import { hidden } from './sign-in.ts'
import { SUBMIT } from './submit.ts'

/** What the page posts, and where. */
export interface FormPost {
  readonly service: Service
  readonly application: string
  readonly redirectUri: string
  readonly members: Readonly<Record<string, string>>
}

/**
 * A page that posts the answer of a sign-in to the application by itself, and has a button where there are no scripts.
 * https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html
 */
export function formPostPage({ service, application, redirectUri, members }: FormPost): Answer {
  const content = html`<h1>Going on to ${application}</h1>
    <p class="soft">Your browser takes the answer to ${redirectUri}</p>
    <form id="answer" method="post" action="${redirectUri}">
      ${hidden(members)}
      <div class="actions"><button class="primary" autofocus>Continue to ${application}</button></div>
    </form>`
  return page({ service, title: `Going on to ${application}`, content, script: SUBMIT, leadsTo: redirectUri })
}
