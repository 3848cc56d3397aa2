import { pathBelow } from '#core/http/mount-path.ts'
import * as v from 'valibot'
import { checkedOptions } from '#core/options.ts'
import {
  checkedAuthorization,
  tokenOptions,
  type AuthorizationUrl,
  type SignedInTokens,
  type TokenOptions,
} from '#oauth/commands/options.ts'
import { authorizeWithoutPage, tokensWithoutPage, type AuthorizationResult } from '#oauth/commands/sign-in.ts'
import type { Authority, OidcContext, SignInContext } from '#oidc-c/call.ts'
import { profile } from '#oidc-c/oauth/profile.ts'
import { COMMON, authorityNamed, unknownTenant } from '#oidc-c/rules/tenants.ts'

const SignIn = v.strictObject({
  email: v.string(),
  tenant: v.optional(v.string()),
  ...tokenOptions(['openid', 'profile', 'email', 'User.Read']),
  offline: v.optional(v.boolean(), false),
})

/** The user who signs in, and the tokens that the application gets. */
export interface SignInOptions extends TokenOptions {
  /** The e-mail address, user principal name or object id of a user. */
  readonly email: string
  /** The tenant at which the user signs in: a GUID or a domain. Default: the user's own */
  readonly tenant?: string
  /** The first scope of an API decides the API of the access token. Default: `openid profile email User.Read` */
  readonly scopes?: readonly string[]
  /** True when the application gets a refresh token, as with `offline_access`. Default: false */
  readonly offline?: boolean
}

/** The tokens of a sign-in. */
export interface SignedIn extends SignedInTokens {
  /** Null without `openid`. */
  readonly idToken: string | null
}

/** An authorization request, and the user who is chosen on its page. */
export interface AuthorizeOptions extends AuthorizationUrl {
  /** The e-mail address, user principal name or object id of a user. */
  readonly email: string
}

/** Executes `signIn` of the emulator, whose interface documents it. */
export function signIn(context: OidcContext, options: SignInOptions): SignedIn {
  const { email, tenant, offline, scopes, ...request } = checkedOptions('signIn', SignIn, options)
  const here = at(context, tenant === undefined ? COMMON : requireAuthority(context, 'signIn', tenant), 2)
  const requested = offline ? [...new Set([...scopes, 'offline_access'])] : scopes
  return tokensWithoutPage({ profile, context: here }, { handle: email, scopes: requested, ...request })
}

/** Executes `authorize` of the emulator, whose interface documents it. */
export function authorize(context: OidcContext, options: AuthorizeOptions): AuthorizationResult {
  const { url, handle } = checkedAuthorization('email', options)
  const path = /^\/([^/]+)\/oauth2\/(v2\.0\/)?authorize$/.exec(pathBelow(context.origin, url))
  if (path === null)
    throw new Error(`authorize: ${url} is no authorization URL; expected /{tenant}/oauth2/v2.0/authorize`)
  const [, segment = '', version] = path
  const authority = requireAuthority(context, 'authorize', decodeURIComponent(segment))
  const here = at(context, authority, version === undefined ? 1 : 2)
  return authorizeWithoutPage({ profile, context: here }, url, handle)
}

function requireAuthority({ rows }: OidcContext, command: string, segment: string): Authority {
  const authority = authorityNamed(rows, segment)
  if (authority === undefined) throw new Error(`${command}: ${unknownTenant(rows, segment).message}`)
  return authority
}

function at(
  { rows, store, clock, ids, origin, urls }: OidcContext,
  authority: Authority,
  version: 1 | 2,
): SignInContext {
  return { rows, store, clock, ids, origin, urls, authority, version, correlationId: null, crossOrigin: false }
}
