import { DAY, MINUTE } from '#core/duration.ts'
import { OAuthFailure } from '#oauth/failure.ts'
import type { SignInContext } from '#oidc-d/call.ts'
import type { JsonObject, PolicyRule } from '#oidc-d/schema.ts'
import { TOKEN_EXCHANGE } from './token-exchange.ts'
import { assignmentOf } from '../apps/assignments.ts'

/** The user, client, scopes and grant type of a request for tokens. */
export interface Access {
  readonly clientId: string
  /** Null when the client acts for itself. */
  readonly userId: string | null
  readonly scopes: readonly string[]
  /** The grant type in the terms of policy rules: `authorization_code`, `implicit`. */
  readonly grantType: string
}

/** The lifetimes of tokens, in milliseconds. */
export interface TokenLifetimes {
  readonly accessToken: number
  /** The lifetime of a refresh token since the sign-in; null for unlimited. */
  readonly refreshToken: number | null
  /** The time after which an unused refresh token expires. */
  readonly refreshWindow: number
  /** The rule that allows the tokens; null at the organization's server. */
  readonly rule: PolicyRule | null
}

/** The lifetimes at the organization's server, which has no policies. */
const ORGANIZATION: TokenLifetimes = {
  accessToken: 60 * MINUTE,
  refreshToken: null,
  refreshWindow: 100 * DAY,
  rule: null,
}

/**
 * Decides whether tokens are issued: the user must be assigned to the app, and at a custom server a policy rule must
 * allow it. The first matching policy and rule, by priority, decide.
 * https://developer.okta.com/docs/guides/configure-access-policy/
 *
 * @throws OAuthFailure access_denied
 */
export function allowAccess(context: SignInContext, access: Access): TokenLifetimes {
  checkAssignment(context, access)
  if (context.authorizationServer === null) return ORGANIZATION
  const rule = ruleFor(context, context.authorizationServer.id, access)
  if (rule === undefined) throw noRule(context, context.authorizationServer.name, access)
  return {
    accessToken: rule.accessTokenLifetime * MINUTE,
    refreshToken: rule.refreshTokenLifetime === 0 ? null : rule.refreshTokenLifetime * MINUTE,
    refreshWindow: rule.refreshTokenWindow * MINUTE,
    rule,
  }
}

function checkAssignment({ rows }: SignInContext, { clientId, userId, grantType }: Access): void {
  const app = rows.apps.find('clientId', clientId)
  // A service acts on behalf of people who need not be assigned to it.
  if (grantType === TOKEN_EXCHANGE && app?.client?.applicationType === 'service') return
  if (app === undefined || userId === null || app.settings['implicitAssignment'] === true) return
  if (assignmentOf({ rows }, app.id, userId) !== undefined) return
  const { login } = rows.users.require(userId).profile
  throw new OAuthFailure(
    'access_denied',
    `neither ${login} nor a group of theirs is assigned to ${app.label} (${clientId})`,
    { culprit: 'user' },
  )
}

function ruleFor(context: SignInContext, serverId: string, access: Access): PolicyRule | undefined {
  const { rows } = context
  for (const policy of rows.policies.list('byPriority', serverId)) {
    if (policy.status !== 'ACTIVE') continue
    if (!policy.clients.includes('ALL_CLIENTS') && !policy.clients.includes(access.clientId)) continue
    const rules = rows.policyRules.list('byPriority', policy.id)
    const found = rules.find((rule) => rule.status === 'ACTIVE' && isAllowedBy(context, rule, access))
    if (found !== undefined) return found
  }
  return undefined
}

function isAllowedBy(context: SignInContext, { conditions }: PolicyRule, access: Access): boolean {
  const { grantTypes, scopes, people } = conditions
  if (!included(grantTypes).includes(access.grantType)) return false
  const allowed = included(scopes)
  if (!allowed.includes('*') && !access.scopes.every((scope) => allowed.includes(scope))) return false
  return access.userId === null || isAmong(context, people, access.userId)
}

/** Returns true when a rule includes this user, by name or by group, and does not exclude them. */
function isAmong({ rows }: SignInContext, people: unknown, userId: string): boolean {
  const { users, groups } = member(people)
  const isIn = (group: string): boolean => rows.memberships.get(`${group}.${userId}`) !== undefined
  if (listed(users, 'exclude').includes(userId) || listed(groups, 'exclude').some(isIn)) return false
  const [named, within] = [included(users), included(groups)]
  if (named.length === 0 && within.length === 0) return people === undefined || Object.keys(member(people)).length === 0
  return named.includes(userId) || named.includes('EVERYONE') || within.includes('EVERYONE') || within.some(isIn)
}

function included(condition: unknown): readonly string[] {
  return listed(condition, 'include')
}

function listed(condition: unknown, name: 'include' | 'exclude'): readonly string[] {
  const value = member(condition)[name]
  return Array.isArray(value) ? value.map(String) : []
}

function member(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null ? (value as JsonObject) : {} // JSON of a body or the seed
}

function noRule({ rows }: SignInContext, server: string, access: Access): OAuthFailure {
  const { clientId, userId, scopes, grantType } = access
  const who = userId === null ? 'the client itself' : rows.users.require(userId).profile.login
  return new OAuthFailure(
    'access_denied',
    `no rule of an active policy of the server ${server} allows ${clientId} the grant ${grantType} ` +
      `with the scopes ${scopes.join(' ') || '(none)'} for ${who}`,
  )
}
