import type { Provider } from '#oauth/endpoints/browser.ts'
import type { SignInContext } from '#oidc-c/call.ts'
import { SERVICE } from '#oidc-c/schema/identifiers.ts'
import { profile } from './profile.ts'

/** The provider of oidc-c's pages and endpoints. */
export const provider: Provider<SignInContext> = {
  service: SERVICE,
  profile,
  words,
  seededAt: 'oidc-c.users',
}

/** Describes what a scope lets an application do, for the consent page. */
function words(scope: string): string {
  switch (scope.slice(scope.lastIndexOf('/') + 1)) {
    case 'openid':
      return 'Sign you in'
    case 'profile':
      return 'See your basic profile'
    case 'email':
      return 'See your e-mail address'
    case 'offline_access':
      return 'Keep access to what you have given it access to'
    case 'User.Read':
      return 'Sign you in and read your profile'
    case 'User.ReadBasic.All':
      return 'Read all users’ basic profiles'
    case 'User.Read.All':
      return 'Read all users’ full profiles'
    case 'User.ReadWrite.All':
      return 'Read and write all users’ full profiles'
    case '.default':
      return 'Do what it is registered for'
    default:
      return `Use ${scope} for you`
  }
}
