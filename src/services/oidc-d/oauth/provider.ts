import type { Provider } from '#oauth/endpoints/browser.ts'
import type { SignInContext } from '#oidc-d/call.ts'
import { profile } from './profile.ts'
import { wordsFor } from '#oidc-d/rules/servers/token-scopes.ts'

/** The provider of the pages and endpoints of the authorization servers. */
export const provider: Provider<SignInContext> = {
  service: { id: 'oidc-d', title: 'Okta identity platform' },
  profile,
  words: wordsFor,
  seededAt: 'oidc-d.users',
}
