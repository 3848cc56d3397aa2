import type { Answer } from '#core/answer.ts'
import { html } from '#pages/html.ts'
import { page } from '#pages/layout.ts'
import { SERVICE } from './missing.ts'
import { PAY_STYLE } from './style.ts'

/** The contents of the page on which a person connects an account to a platform. */
export interface ConnectPage {
  /** The name of the platform. */
  readonly platform: string
  readonly email: string | null
  readonly mayWrite: boolean
  /** The URL to which the form is sent. */
  readonly action: string
  /** The URL to which the browser goes afterwards. */
  readonly leadsTo: string
}

/** Returns the page of a platform's OAuth, with a test account in the place of a registration. */
export function connectPage({ platform, email, mayWrite, action, leadsTo }: ConnectPage): Answer {
  const title = `Connect ${platform} to your Stripe account`
  const content = html`<div class="plain">
    <h1>${title}</h1>
    <p>
      ${platform} will be able to ${mayWrite ? 'view and change' : 'view'} the data of ${email ?? 'a new test account'}.
    </p>
    <form method="post" action="${action}">
      <button class="primary" name="outcome" value="connect">Skip this form</button>
      <button name="outcome" value="deny">Deny</button>
    </form>
  </div>`
  return page({ service: SERVICE, title, content, style: PAY_STYLE, leadsTo })
}
