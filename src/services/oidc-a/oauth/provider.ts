import type { Provider } from '#oauth/endpoints/browser.ts'
import type { SignInContext } from '#oidc-a/call.ts'
import { profile } from './profile.ts'
import { words } from './scopes.ts'

/** The provider of oidc-a's pages and endpoints. */
export const provider: Provider<SignInContext> = {
  service: { id: 'oidc-a', title: 'Google identity platform' },
  profile,
  words,
  seededAt: 'oidc-a.users',
  // Some libraries send clientId and clientSecret, which the vendor accepts.
  takesJson: 'in either case',
}
