import { fetchBounded } from '#core/http/fetch-bounded.ts'
import { isRecord } from '#core/objects.ts'
import { parseJson } from '#core/text/parse-json.ts'
import type { AuthCall } from '#auth-saas/call.ts'
import { notFound, clerkFailure, paramInvalid } from '#auth-saas/errors.ts'
import type { InstanceDomain, RedirectUrl } from '#auth-saas/schema/instance.ts'

/** The id of the domain at which the instance runs. */
export const PRIMARY_DOMAIN = 'dmn_2backlotAuthSaas00000000000'

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

/**
 * Adds whether a proxy leads to the frontend API of this instance.
 *
 * @throws 404 for an unknown domain, 422 for a proxy that is no URL.
 */
export async function loadProxyHealth(
  call: AuthCall & { readonly body: { readonly domain_id: string; readonly proxy_url: string } },
): Promise<{ readonly isHealthy: boolean }> {
  const { rows, body, mayContact, clientGone } = call
  if (body.domain_id !== PRIMARY_DOMAIN && rows.instanceDomains.get(body.domain_id) === undefined) {
    throw notFound(`No domain was found with id ${body.domain_id}`)
  }
  if (!URL.canParse(body.proxy_url)) throw paramInvalid('proxy_url', 'proxy_url must be a valid url.')
  const url = new URL(`${body.proxy_url.replace(/\/$/, '')}/v1/proxy-health?domain_id=${body.domain_id}`)
  if (!mayContact(url)) return { isHealthy: false }
  try {
    const { bytes } = await fetchBounded(url, { signal: clientGone })
    const answer = parseJson(bytes.toString('utf8'))
    return { isHealthy: isRecord(answer) && answer['status'] === 'healthy' }
  } catch {
    return { isHealthy: false }
  }
}
