import type { Provider } from '../../oauth/routes.ts'
import type { SignInContext } from './call.ts'
import { profile } from './oauth.ts'
import { wordsFor } from './rules/token-scopes.ts'

/** The authorization servers of oidc-d, to their pages and endpoints. */
export const provider: Provider<SignInContext> = {
  service: { id: 'oidc-d', title: 'Okta identity platform' },
  profile,
  words: wordsFor,
  seededAt: 'oidc-d.users',
}
