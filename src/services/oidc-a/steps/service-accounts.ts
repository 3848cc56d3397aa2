import { BearerFailure, requireAccessToken, requireScope } from '#oauth/endpoints/bearer.ts'
import type { OidcCall } from '#oidc-a/call.ts'
import { apiFailure, apiRefusal } from '#oidc-a/errors.ts'
import { profile } from '#oidc-a/oauth/profile.ts'
import { accountOf, serviceAccountNamed } from '#oidc-a/rules/service-accounts.ts'
import type { ServiceAccount } from '#oidc-a/schema.ts'

/** The scopes of which a token must have one to use the API of credentials. */
const IAM_SCOPES = ['https://www.googleapis.com/auth/cloud-platform', 'https://www.googleapis.com/auth/iam']

/** The permission that each method needs on the service account. */
const PERMISSIONS: Readonly<Record<string, string>> = {
  generateAccessToken: 'iam.serviceAccounts.getAccessToken',
  generateIdToken: 'iam.serviceAccounts.getOpenIdToken',
  signBlob: 'iam.serviceAccounts.signBlob',
  signJwt: 'iam.serviceAccounts.signJwt',
}

interface WithAccount {
  readonly account: ServiceAccount
}

/** Loads the service account whose public keys are read. */
export function loadAccount(call: OidcCall & { readonly params: { readonly account: string } }): WithAccount {
  const { account: name } = call.params
  const account = serviceAccountNamed(call, name)
  if (account === undefined) throw apiFailure(404, 'NOT_FOUND', `Unknown service account ${name}`)
  return { account }
}

/** Loads the service account of whom a request wants credentials, and the method: `robot@….com:signBlob`. */
export function loadMethod(
  call: OidcCall & { readonly params: { readonly call: string } },
): WithAccount & { readonly accountMethod: string } {
  const [name = '', method = ''] = call.params.call.split(/:(?=[A-Za-z]+$)/)
  const permission = Object.hasOwn(PERMISSIONS, method) ? PERMISSIONS[method] : undefined
  if (permission === undefined) {
    throw apiFailure(404, 'NOT_FOUND', `There is no method ${method}; expected ${Object.keys(PERMISSIONS).join(', ')}`)
  }
  const sender = senderOf(call)
  const account = serviceAccountNamed(call, name)
  if (account === undefined) throw apiFailure(404, 'NOT_FOUND', `Not found; Gaia id not found for email ${name}`)
  if (account.tokenCreators?.includes(sender.toLowerCase()) === false) {
    const message = `Permission '${permission}' denied on resource (or it may not exist).`
    throw apiFailure(403, 'PERMISSION_DENIED', `${message} ${sender} is not among its token_creators in the seed`)
  }
  return { account, accountMethod: method }
}

/** Returns the address of the user or service account that sends a request. */
function senderOf(call: OidcCall): string {
  try {
    const token = requireAccessToken({ profile, context: call })
    requireScope(token, ...IAM_SCOPES)
    return accountOf(call, token).email
  } catch (error) {
    if (error instanceof BearerFailure) throw apiRefusal(error)
    throw error
  }
}
