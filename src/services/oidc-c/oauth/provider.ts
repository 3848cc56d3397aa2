import type { Provider } from '#oauth/endpoints/browser.ts'
import type { SignInContext } from '#oidc-c/call.ts'
import { SERVICE } from '#oidc-c/schema/identifiers.ts'
import { profile } from './profile.ts'
import { words } from '#oidc-c/rules/scopes.ts'

/** The provider of oidc-c's pages and endpoints. */
export const provider: Provider<SignInContext> = {
  service: SERVICE,
  profile,
  words,
  seededAt: 'oidc-c.users',
}
