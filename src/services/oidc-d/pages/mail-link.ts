import type { Answer } from '#core/answer.ts'
import { errorPage } from '#pages/error.ts'
import { html } from '#pages/html.ts'
import { page } from '#pages/layout.ts'
import { provider } from '#oidc-d/oauth/provider.ts'
import type { LinkOutcome } from '#oidc-d/rules/factors/challenges.ts'

/** Returns the page behind the link of a mail: the person goes on where they began. */
export function mailLinkPage(outcome: LinkOutcome): Answer<string> {
  const { service } = provider
  if (outcome === 'proved') {
    const title = 'Success!'
    return page({
      service,
      title,
      content: html`<h1>${title}</h1>
        <p>Please return to the original tab.</p>`,
    })
  }
  const message =
    outcome === 'stale'
      ? 'This email link is out of date. Return to the screen where you requested it.'
      : 'This email link has expired. To resend it, return to the screen where you requested it.'
  const remedies = ['Ask for another mail where the sign-in began.']
  return errorPage({ service, status: 400, title: 'The link cannot be used', message, remedies })
}
