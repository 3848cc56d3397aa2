import type { OidcCall } from '#oidc-c/call.ts'
import { userByName } from '#oidc-c/rules/accounts.ts'
import { authorityNamed } from '#oidc-c/rules/tenants.ts'

/**
 * The realm of an account, which MSAL reads before it sends a password: the account signs in here (`Managed`), or is
 * unknown. https://learn.microsoft.com/entra/msal/python/advanced/username-password-authentication
 */
export function userRealmJson({ rows }: Pick<OidcCall, 'rows'>, name: string) {
  const domain = name.slice(name.lastIndexOf('@') + 1).toLowerCase()
  const isKnown = userByName(rows, name) !== undefined || authorityNamed(rows, domain)?.tenant?.personal === false
  return {
    ver: '1.0',
    ...(isKnown ? { account_type: 'Managed', domain_name: domain } : { account_type: 'Unknown' }),
    cloud_instance_name: 'microsoftonline.com',
    cloud_audience_urn: 'urn:federation:MicrosoftOnline',
  }
}
