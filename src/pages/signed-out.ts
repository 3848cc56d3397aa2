import type { Answer } from '#core/answer.ts'
import { html } from './html.ts'
import { page, type Service } from './layout.ts'

/** Returns the page that confirms a sign-out. */
export function signedOutPage(service: Service): Answer<string> {
  const content = html`<h1>You are signed out</h1>
    <p>Nobody is signed in with this browser now. You can close this window.</p>`
  return page({ service, title: 'You are signed out', content })
}
