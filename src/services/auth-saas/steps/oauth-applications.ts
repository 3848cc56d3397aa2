import type { AuthCall } from '#auth-saas/call.ts'
import { notFound } from '#auth-saas/errors.ts'
import type { OAuthApplication } from '#auth-saas/schema/instance.ts'

/**
 * Adds the OAuth application that the path names by its id or client id.
 *
 * @throws 404 for an unknown one.
 */
export const loadOAuthApplication = ({ rows, params }: AuthCall): { readonly application: OAuthApplication } => {
  const id = params['oauth_application_id'] ?? ''
  const application = rows.oauthApplications.get(id) ?? rows.oauthApplications.find('clientId', id)
  if (application === undefined) throw notFound('OAuth application not found')
  return { application }
}
