import type { Provider } from '#oauth/endpoints/browser.ts'
import type { SignInContext } from './call.ts'
import { SERVICE } from './identifiers.ts'
import { profile } from './oauth.ts'
import { words } from './scopes.ts'

/** The provider of oidc-c's pages and endpoints. */
export const provider: Provider<SignInContext> = {
  service: SERVICE,
  profile,
  words,
  seededAt: 'oidc-c.users',
}
