import { HOUR, SECOND } from '#core/duration.ts'
import { requireParameter } from '#oauth/failure.ts'
import type { Members } from '#oauth/context.ts'
import { signJwt } from '#oauth/jwt/jwt.ts'
import type { AssertionGrantOf } from '#oauth/profile.ts'
import type { SignInContext } from '#oidc-a/call.ts'
import { AssertionFailure } from '#oidc-a/errors/assertions.ts'
import { serviceAccountClaimsJson } from '#oidc-a/json/claims.ts'
import { checkAssertion, type Assertion } from '#oidc-a/rules/assertions.ts'
import type { ServiceAccount, User } from '#oidc-a/schema.ts'
import { isScope, longForm } from './scopes.ts'
import { signingKey } from './signing.ts'

/** The lifetime of the tokens of service accounts. Milliseconds. */
export const ACCOUNT_TOKEN_LIFETIME = HOUR

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/**
 * Gives tokens to a service account for a JWT that it has signed: an ID token for its `target_audience`, else an access
 * token of its own, or with `sub` of a user of an organization.
 * https://developers.google.com/identity/protocols/oauth2/service-account#httprest
 */
export const jwtBearer: AssertionGrantOf<SignInContext> = ({ context }, parameters): Members => {
  const assertion = checkAssertion(context, requireParameter(parameters, 'assertion'))
  const { account, claims } = assertion
  const audience = claims['target_audience']
  if (typeof audience === 'string' && audience !== '') {
    return { id_token: accountIdToken(context, account, { audience, email: true, azp: account.email }) }
  }
  const scopes = scopesOf(claims['scope'])
  const user = userOf(context, assertion, scopes)
  const token = createAccountToken(context, account, { scopes, lifetime: ACCOUNT_TOKEN_LIFETIME, user })
  return { access_token: token, expires_in: ACCOUNT_TOKEN_LIFETIME / SECOND, token_type: 'Bearer' }
}

/** The parts of an access token of a service account that its request decides. */
export interface AccountToken {
  readonly scopes: readonly string[]
  /** Milliseconds. */
  readonly lifetime: number
  /** The user whom the account acts as; null: none, it acts for itself. */
  readonly user: User | null
}

/** Makes an access token of a service account, and returns it. */
export function createAccountToken(
  { rows, clock, ids }: SignInContext,
  account: ServiceAccount,
  { scopes, lifetime, user }: AccountToken,
): string {
  const now = clock.now()
  const { id } = rows.oauthAccessTokens.insert({
    id: `ya29.c.${ids.secret.from(BASE64URL, 160)}`,
    clientId: account.id,
    grantId: null,
    userId: user?.id ?? null,
    scopes: scopes.map(longForm),
    parameters: {},
    server: '',
    origin: null,
    details: { access_type: 'online', serviceAccount: account.email },
    authTime: null,
    createdAt: now,
    expiresAt: now + lifetime,
  })
  return id
}

/** The parts of an ID token of a service account that its request decides. */
export interface AccountIdToken {
  readonly audience: string
  /** True when the token has the address of the account. */
  readonly email: boolean
  /** The party that the token is for: the account, by its address or its unique id. */
  readonly azp: string
}

/** Makes an ID token of a service account. */
export function accountIdToken(context: SignInContext, account: ServiceAccount, request: AccountIdToken): string {
  const iat = Math.floor(context.clock.now() / SECOND)
  const standard = { iss: context.origin, aud: request.audience, iat, exp: iat + ACCOUNT_TOKEN_LIFETIME / SECOND }
  return signJwt(serviceAccountClaimsJson(account, request, standard), signingKey(context))
}

/**
 * Returns the scopes of a text or of a list.
 *
 * @throws OAuthFailure invalid_scope when there is none, or one that does not exist.
 */
export function scopesOf(value: unknown): string[] {
  const words = typeof value === 'string' ? value.split(' ') : Array.isArray(value) ? value.map(String) : []
  const scopes = words.filter((word) => word !== '')
  const unknown = scopes.filter((scope) => !isScope(scope))
  if (scopes.length > 0 && unknown.length === 0) return scopes
  const reason = scopes.length === 0 ? 'scope is missing' : `scope has ${unknown.join(' and ')}, which does not exist`
  throw new AssertionFailure('invalid_scope', 'Invalid OAuth scope or ID token audience provided.', reason)
}

/** Returns the user whom the account may act as; null when it acts for itself. */
function userOf({ rows }: SignInContext, { account, claims }: Assertion, scopes: readonly string[]): User | null {
  const { sub } = claims
  if (sub === undefined || sub === null || sub === account.email || sub === account.id) return null
  if (typeof sub !== 'string' || !sub.includes('@')) {
    throw new AssertionFailure('invalid_grant', 'Not a valid email.', `sub is ${JSON.stringify(sub)}`)
  }
  const user = rows.users.find('email', sub.toLowerCase())
  if (user === undefined) {
    throw new AssertionFailure('invalid_grant', 'Invalid email or User ID', `sub is ${sub}, who is no user here`)
  }
  checkDelegation(account, user, scopes)
  return user
}

/** @throws OAuthFailure unauthorized_client when the user's organization has not authorized the account for a scope. */
function checkDelegation({ email, delegatedScopes }: ServiceAccount, user: User, scopes: readonly string[]): void {
  const missing = delegatedScopes === null ? [] : scopes.filter((scope) => !isAmong(delegatedScopes, scope))
  if (missing.length === 0 && (delegatedScopes === null || user.hostedDomain !== null)) return
  const reason =
    missing.length === 0
      ? `${user.email} is a personal account; expected one with hd in the seed`
      : `${email} has no delegated_scopes in the seed for ${missing.join(' and ')}`
  throw new AssertionFailure(
    'unauthorized_client',
    'Client is unauthorized to retrieve access tokens using this method, or client not authorized for any of the ' +
      'scopes requested.',
    reason,
  )
}

function isAmong(scopes: readonly string[], scope: string): boolean {
  return scopes.some((each) => longForm(each) === longForm(scope))
}
