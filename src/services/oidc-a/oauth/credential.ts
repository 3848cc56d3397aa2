import type { Approval } from '#oauth/authorization.ts'
import type { Members } from '#oauth/context.ts'
import type { Provider } from '#oauth/endpoints/browser.ts'
import type { Profile } from '#oauth/profile.ts'
import { idToken } from '#oauth/tokens/id-token.ts'
import type { SignInContext } from '#oidc-a/call.ts'
import { credentialClaimsJson } from '#oidc-a/json/claims.ts'
import { openId, profile } from './profile.ts'
import { provider } from './provider.ts'

/** How people sign in with the library for browsers, which gives the page a credential: an ID token alone. */
const credentialProfile: Profile<SignInContext> = {
  ...profile,
  responseTypes: ['credential'],
  responseModes: ['query', 'form_post'],
  responseMembers: credentialMembers,
  openId: {
    ...openId,
    idTokenClaims: ({ rows, ids }, { grant }, standard) =>
      credentialClaimsJson(rows.users.require(grant.userId), standard, ids.hex(40)),
  },
}

/** The provider of the page on which a person chooses the account for a credential. */
export const credentialProvider: Provider<SignInContext> = { ...provider, profile: credentialProfile }

/**
 * The answer for the page (https://developers.google.com/identity/gsi/web/reference/js-reference#CredentialResponse), or
 * for the application's server (https://developers.google.com/identity/gsi/web/reference/html-reference#server-side),
 * which compares `g_csrf_token` with the cookie of that name.
 */
function credentialMembers(context: SignInContext, { authorization, request }: Approval): Members {
  const { select_by = 'btn', g_csrf_token: token } = request.parameters
  return {
    clientId: request.clientId,
    client_id: request.clientId,
    credential: idToken({ profile: credentialProfile, context }, authorization, {}),
    select_by,
    ...(token === undefined ? {} : { g_csrf_token: token }),
  }
}
