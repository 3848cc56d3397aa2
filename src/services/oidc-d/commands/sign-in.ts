import { pathBelow } from '#core/http/mount-path.ts'
import * as v from 'valibot'
import { checkedOptions } from '#core/options.ts'
import { Failure } from '#core/errors.ts'
import {
  checkedAuthorization,
  tokenOptions,
  type AuthorizationUrl,
  type SignedInTokens,
  type TokenOptions,
} from '#oauth/commands/options.ts'
import { authorizeWithoutPage, tokensWithoutPage, type AuthorizationResult } from '#oauth/commands/sign-in.ts'
import { findCustomServer, organizationServer } from '#oidc-d/rules/servers/authorization-servers.ts'
import type { AtServer, OidcContext } from '#oidc-d/call.ts'
import { profile } from '#oidc-d/oauth/profile.ts'
import { DEFAULT_SERVER } from '#oidc-d/schema.ts'

const SignIn = v.strictObject({
  login: v.string(),
  server: v.optional(v.string(), DEFAULT_SERVER),
  ...tokenOptions(['openid', 'profile', 'email']),
})

/** The name of the organization's authorization server in options. */
const ORGANIZATION = 'org'

/** The options of `signIn`. */
export interface SignInOptions extends TokenOptions {
  /** The login of a user. */
  readonly login: string
  /** The id or name of a custom authorization server, or `org` for that of the organization. Default: `default` */
  readonly server?: string
  /** Default: `openid profile email`. `offline_access` adds a refresh token. */
  readonly scopes?: readonly string[]
}

/** The tokens of a sign-in. */
export interface SignedIn extends SignedInTokens {
  /** Null without the scope `openid`. */
  readonly idToken: string | null
}

/** The options of `authorize`: an authorization request, and the user to choose on its page. */
export interface AuthorizeOptions extends AuthorizationUrl {
  /** The login of a user. */
  readonly login: string
}

/**
 * Signs a user in without a page, and returns the tokens that the application would have got.
 *
 * @throws TypeError for unknown options.
 * @throws Error for an unknown user, application, server or scope, and when the user is not assigned to the
 * application.
 */
export function signIn(context: OidcContext, options: SignInOptions): SignedIn {
  const { login, server, ...request } = checkedOptions('signIn', SignIn, options)
  const here = { ...context, ...serverNamed(context, server) }
  const parameters = { response_type: 'code', scope: request.scopes.join(' ') }
  return tokensWithoutPage({ profile, context: here }, { handle: login, parameters, ...request })
}

/**
 * Does what the sign-in page does when a user is chosen: takes the authorization URL that the application made, and
 * returns the parameters with which the application's redirect_uri would be called.
 *
 * @throws TypeError for unknown options.
 * @throws Error for an unknown user, and for a request that the page would have refused.
 */
export function authorize(context: OidcContext, options: AuthorizeOptions): AuthorizationResult {
  const { url, handle } = checkedAuthorization('login', options)
  const [, name] = /^\/oauth2\/([^/]+)\/v1\/authorize$/.exec(pathBelow(context.origin, url)) ?? []
  const here = serverNamed(context, name === undefined ? ORGANIZATION : decodeURIComponent(name))
  return authorizeWithoutPage({ profile, context: { ...context, ...here } }, url, handle)
}

function serverNamed(context: OidcContext, name: string): AtServer {
  if (name === ORGANIZATION) return organizationServer(context)
  try {
    return findCustomServer(context, name)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const names = context.rows.servers.all().map((server) => server.id)
    throw new Error(`there is no authorization server ${name}; there are ${ORGANIZATION}, ${names.join(', ')}`, {
      cause: error,
    })
  }
}
