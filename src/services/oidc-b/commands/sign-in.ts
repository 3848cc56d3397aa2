import * as v from 'valibot'
import { checkedOptions } from '#core/options.ts'
import { clientWithId } from '#oauth/clients/clients.ts'
import { idToken } from '#oauth/tokens/id-token.ts'
import { tokenOptions, type AuthorizationUrl, type SignedInTokens, type TokenOptions } from '#oauth/commands/options.ts'
import {
  authorizeWithoutPage,
  clientFor,
  signInWithoutPage,
  type AuthorizationResult,
} from '#oauth/commands/sign-in.ts'
import type { OidcContext } from '#oidc-b/call.ts'
import { firstUserJson, type FirstUser } from '#oidc-b/json/user.ts'
import { profile, TOKEN_LIFETIME } from '#oidc-b/oauth/profile.ts'
import { chooseEmail, sharedWith } from '#oidc-b/rules/sharing.ts'
import { EVERY_SCOPE } from '#oidc-b/oauth/scopes.ts'

const SignIn = v.strictObject({
  email: v.string(),
  ...tokenOptions(EVERY_SCOPE),
  hideEmail: v.optional(v.boolean()),
})

const Authorize = v.strictObject({ url: v.string(), email: v.string(), hideEmail: v.optional(v.boolean()) })

/** The user who signs in, and the tokens that the application gets. */
export interface SignInOptions extends TokenOptions {
  /** The e-mail address of a user. */
  readonly email: string
  /** Default: `openid email name` */
  readonly scopes?: readonly string[]
  /**
   * True when the user hides the address when the application first gets it. Default: the user's `private_email` of the
   * seed
   */
  readonly hideEmail?: boolean
}

/** The tokens of a sign-in. */
export interface SignedIn extends SignedInTokens {
  readonly idToken: string
  /** The name and address that the application gets on the first sign-in; null afterwards. */
  readonly user: FirstUser | null
}

/** An authorization request, and the user's choices on its page. */
export interface AuthorizeOptions extends AuthorizationUrl {
  /** The e-mail address of a user. */
  readonly email: string
  /**
   * True when the user hides the address when the application first gets it. Default: the user's `private_email` of the
   * seed
   */
  readonly hideEmail?: boolean
}

/** Executes `signIn` of the emulator, whose interface documents it. */
export function signIn(context: OidcContext, options: SignInOptions): SignedIn {
  const { email, clientId, scopes, nonce, hideEmail } = checkedOptions('signIn', SignIn, options)
  const client = clientFor({ profile, context }, clientId)
  const user = context.rows.users.find('email', email.toLowerCase())
  const first = user !== undefined && context.rows.oauthGrants.find('client', client.id, user.id) === undefined
  if (user !== undefined && scopes.includes('email')) chooseEmail(context, client, user.id, hideEmail ?? null)
  const parameters = nonce === undefined ? {} : { nonce }
  const issued = signInWithoutPage({ profile, context }, { handle: email, clientId: client.id, scopes, parameters })
  const { accessToken, refreshToken } = issued
  return {
    accessToken,
    idToken: idToken({ profile, context }, issued, { accessToken }),
    refreshToken,
    user: first ? firstUserJson(user, sharedWith(context, client.id, user), issued.scopes) : null,
    scopes: issued.scopes,
    expiresAt: context.clock.now() + TOKEN_LIFETIME,
  }
}

/** Executes `authorize` of the emulator, whose interface documents it. */
export function authorize(context: OidcContext, options: AuthorizeOptions): AuthorizationResult {
  const { url, email, hideEmail } = checkedOptions('authorize', Authorize, options)
  const query = new URL(url, context.origin).searchParams
  const client = clientWithId(profile.clients(context), query.get('client_id') ?? '')
  const user = context.rows.users.find('email', email.toLowerCase())
  const asksForEmail = profile.scopesIn(query.get('scope') ?? '').includes('email')
  // An unknown client or user is refused below.
  if (client !== undefined && user !== undefined && asksForEmail) {
    chooseEmail(context, client, user.id, hideEmail ?? null)
  }
  return authorizeWithoutPage({ profile, context }, url, email)
}
