import type { Answer } from '#core/answer.ts'
import { html } from './html.ts'
import { page, type Service } from './layout.ts'
import { hidden } from './sign-in.ts'
import { SUBMIT } from './submit.ts'

/** The content of the page that posts an answer. */
export interface FormPost {
  readonly service: Service
  readonly application: string
  readonly redirectUri: string
  readonly members: Readonly<Record<string, string>>
}

/**
 * Returns a page that posts the answer of a sign-in to the application; its script does so at once, its button without
 * scripts. https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html
 */
export function formPostPage({ service, application, redirectUri, members }: FormPost): Answer<string> {
  const content = html`<h1>Going on to ${application}</h1>
    <p class="soft">Your browser takes the answer to ${redirectUri}</p>
    <form id="answer" method="post" action="${redirectUri}">
      ${hidden(members)}
      <div class="actions"><button class="primary" autofocus>Continue to ${application}</button></div>
    </form>`
  return page({ service, title: `Going on to ${application}`, content, script: SUBMIT, leadsTo: redirectUri })
}
