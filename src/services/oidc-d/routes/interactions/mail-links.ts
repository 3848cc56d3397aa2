import { routesFor } from '#core/routes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { mailLinkPage } from '#oidc-d/pages/mail-link.ts'
import { answerByLink } from '#oidc-d/rules/factors/challenges.ts'

const { get } = routesFor<OidcCall>()

/**
 * The links of mails, which spare a person the code.
 * https://developer.okta.com/docs/guides/email-magic-links-overview/
 */
export const mailLinkRoutes = [
  get('verifyEmail', '/email/verify/:factorId', (call) =>
    mailLinkPage(answerByLink(call, call.params.factorId, call.query.get('token') ?? '')),
  ),
]
