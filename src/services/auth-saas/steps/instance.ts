import type { AuthCall } from '#auth-saas/call.ts'
import { notFound, clerkFailure } from '#auth-saas/errors.ts'
import type { InstanceDomain, RedirectUrl } from '#auth-saas/schema/instance.ts'

/** The id of the domain at which the instance runs. */
export const PRIMARY_DOMAIN = 'dmn_2backlotAuthSaas000000000000'

/**
 * Adds the domain of the instance that the path names.
 *
 * @throws 403 for the primary domain, and 404 for an unknown one.
 */
export const loadInstanceDomain = ({ rows, params }: AuthCall): { readonly domain: InstanceDomain } => {
  if (params['domain_id'] === PRIMARY_DOMAIN) {
    const sentence = 'This operation is not allowed on the primary domain.'
    throw clerkFailure(403, 'operation_not_allowed_on_primary_domain', 'not allowed', sentence)
  }
  const domain = rows.instanceDomains.get(params['domain_id'])
  if (domain === undefined) throw notFound(`No domain was found with id ${params['domain_id']}`)
  return { domain }
}

/**
 * Adds the redirect URL that the path names.
 *
 * @throws 404 for an unknown one.
 */
export const loadRedirectUrl = ({ rows, params }: AuthCall): { readonly redirectUrl: RedirectUrl } => {
  const redirectUrl = rows.redirectUrls.get(params['id'])
  if (redirectUrl === undefined) throw notFound('Redirect URL not found')
  return { redirectUrl }
}
