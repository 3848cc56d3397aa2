import * as v from 'valibot'
import { problems } from '../../core/input.ts'
import { approve, findPerson, startAuthorization } from '../../oauth/authorize.ts'
import { findClient, unknownClient } from '../../oauth/clients.ts'
import { grantFor, issue } from '../../oauth/issue.ts'
import type { CodehostContext } from './call.ts'
import { profile } from './oauth.ts'
import { ALL_SCOPES } from './scopes.ts'

const SignIn = v.strictObject({
  login: v.string(),
  scopes: v.optional(v.array(v.string()), [...ALL_SCOPES]),
  clientId: v.optional(v.string()),
})

const Authorize = v.strictObject({ url: v.string(), login: v.string() })

/** Who signs in, and with what. */
export interface SignInOptions {
  /** The login of a user. */
  readonly login: string
  /** Default: all there are. */
  readonly scopes?: readonly string[]
  /** The application that gets the token. Default: none; the token is the user's own. */
  readonly clientId?: string
}

/** What came of signing in. */
export interface SignedIn {
  readonly token: string
  /** GitHub Apps only. */
  readonly refreshToken: string | null
}

/** What an application would have got back from the sign-in page. */
export interface Authorized {
  readonly code: string
  readonly state: string | null
  /** Where the browser would go: the application's redirect_uri with both. */
  readonly location: string
}

/**
 * Signs a user in without any page.
 *
 * @throws TypeError for options that do not exist.
 * @throws Error for an unknown user, application or scope.
 */
export function signIn(context: CodehostContext, options: SignInOptions): SignedIn {
  const { login, scopes, clientId } = checked('signIn', SignIn, options)
  const person = findPerson(profile, context, login)
  const clients = profile.clients(context)
  if (clientId === undefined) {
    const { id: token } = context.rows.tokens.insert({
      id: `gho_${context.ids.base62(36)}`,
      userId: Number(person.id),
      scopes,
      clientId: null,
      expiresAt: null,
      createdAt: context.clock.now(),
    })
    return { token, refreshToken: null }
  }
  const client = findClient(clients, clientId)
  if (client === undefined) throw new Error(`signIn: ${unknownClient(clients, clientId)}`)
  profile.checkScopes(context, client, scopes)
  const granted = { client, parameters: {}, ...grantFor(profile, context, client, person, scopes) }
  const { accessToken, refreshToken } = issue(profile, context, granted, { withoutSecret: false })
  return { token: accessToken, refreshToken }
}

/**
 * Does what the sign-in page does when a user is chosen: takes the authorization URL as the application made it, and gives
 * what the application's redirect_uri would be called with.
 *
 * @throws TypeError for options that do not exist.
 * @throws Error for an unknown user, and for a request that the page would have refused.
 */
export function authorize(
  context: CodehostContext,
  options: { readonly url: string; readonly login: string },
): Authorized {
  const { url, login } = checked('authorize', Authorize, options)
  const started = startAuthorization(profile, context, new URL(url, context.origin).searchParams)
  if (!started.asks) throw new Error(`authorize: the application is sent back to ${started.location}`)
  const location = approve(profile, context, started.request.id, login)
  const code = new URL(location).searchParams.get('code') ?? ''
  return { code, state: started.request.state, location }
}

function checked<S extends v.GenericSchema>(name: string, schema: S, input: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, input)
  if (result.success) return result.output
  const found = problems(result.issues).map(({ path, code, expected, received }) => {
    const at = path.join('.') || 'options'
    if (code === 'missing') return `${at} is missing`
    return code === 'unknown' ? `${at} is no option` : `${at}: expected ${expected}, got ${received}`
  })
  throw new TypeError(`${name}: ${found.join('; ')}`)
}
