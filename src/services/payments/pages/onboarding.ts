import type { Answer } from '#core/answer.ts'
import { html } from '#pages/html.ts'
import { page } from '#pages/layout.ts'
import { SERVICE } from './missing.ts'
import { PAY_STYLE } from './style.ts'

/** The contents of the page of an account link. */
export interface OnboardingPage {
  /** The name of the platform. */
  readonly platform: string
  readonly email: string | null
  /** The details that the account has not told yet. */
  readonly due: readonly string[]
  /** The URL to which the form is sent. */
  readonly action: string
  /** The URL to which the browser goes afterwards. */
  readonly leadsTo: string
}

/** Returns the page on which a connected account is onboarded, with test data in the place of questions. */
export function onboardingPage({ platform, email, due, action, leadsTo }: OnboardingPage): Answer {
  const content = html`<div class="plain">
    <h1>${platform} partners with Stripe for payments</h1>
    <p>${email ?? 'This account'} is asked for${due.length === 0 ? ' nothing more.' : ':'}</p>
    <ul>
      ${due.map((each) => html`<li>${each}</li> `)}
    </ul>
    <form method="post" action="${action}">
      <button class="primary" name="outcome" value="submit">Use test data</button>
      <button name="outcome" value="later">Save for later</button>
    </form>
  </div>`
  return page({ service: SERVICE, title: 'Onboarding', content, style: PAY_STYLE, leadsTo })
}

/** The contents of the dashboard of an Express account. */
export interface DashboardPage {
  readonly name: string
  readonly balances: readonly { readonly available: string; readonly pending: string }[]
}

/** Returns the dashboard of an Express account. */
export function dashboardPage({ name, balances }: DashboardPage): Answer {
  const content = html`<div class="plain">
    <h1>${name}</h1>
    <dl class="facts">
      ${balances.map(
        ({ available, pending }) =>
          html`<dt>Available</dt>
            <dd>${available}</dd>
            <dt>On the way</dt>
            <dd>${pending}</dd> `,
      )}
    </dl>
  </div>`
  return page({ service: SERVICE, title: 'Express', content, style: PAY_STYLE })
}
