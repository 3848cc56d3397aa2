import type { DeployhostCall, Principal } from '#deployhost/call.ts'
import { forbidden, missingScope, missingToken, notAuthorizedForTeam } from '#deployhost/errors.ts'
import { canReach, canWrite, membershipOf, type Account, type AccountAccess } from '#deployhost/rules/access.ts'
import type { User } from '#deployhost/schema.ts'

/** A scope of tokens: `repo` for projects and everything in them, `admin:org` for teams, `user` for the user. */
export type TokenScope = 'repo' | 'admin:org' | 'user'

/**
 * Returns the principal of a request.
 *
 * @throws 403 when there is none.
 */
export function requirePrincipal(call: Pick<DeployhostCall, 'principal'>): Principal {
  if (call.principal === null) throw missingToken()
  return call.principal
}

/** @throws 403 unless the token has the scope. */
export function requireScope(call: Pick<DeployhostCall, 'principal'>, scope: TokenScope | undefined): Principal {
  const principal = requirePrincipal(call)
  if (scope !== undefined && !principal.scopes.includes(scope)) throw missingScope(scope, principal.scopes)
  return principal
}

/**
 * A step that loads the user.
 *
 * @throws 403 when the token lacks `scope`, or when the query names a team that the user is not in.
 */
export function requireUser(scope?: TokenScope) {
  return (call: DeployhostCall): { readonly user: User } => {
    const { user } = requireScope(call, scope)
    if (accountParameter(call.query) !== null) accountOf(call, user)
    return { user }
  }
}

/**
 * A step for reading that loads the account of the request.
 *
 * @throws 403 unless the user is a member of it.
 */
export function loadAccount(call: DeployhostCall): AccountAccess {
  const { user } = requirePrincipal(call)
  return { user, account: accountOf(call, user) }
}

/**
 * Loads the account of a request whose body may name a team that the query does not.
 *
 * @throws 403 unless the user is a member of it.
 */
export function loadAccountOfBody(call: DeployhostCall, teamId: string | undefined): AccountAccess {
  if (teamId === undefined || accountParameter(call.query) !== null) return loadAccount(call)
  const { user } = requirePrincipal(call)
  return { user, account: accountOf(call, user, new URLSearchParams({ teamId })) }
}

/**
 * A step for a change that loads the account.
 *
 * @throws 403 unless the token has the scope and the role may change the account.
 */
export function requireAccountWrite(scope: TokenScope) {
  return (call: DeployhostCall): AccountAccess => {
    const access = loadAccount(call)
    requireScope(call, scope)
    if (!canWrite(access.account, null)) throw forbidden()
    return access
  }
}

function accountOf(call: DeployhostCall, user: User, query = call.query): Account {
  const account = requestedAccount(call, user, query)
  if (!canReach(call, account)) throw notAuthorizedForTeam(account.slug)
  return account
}

function accountParameter(query: URLSearchParams): string | null {
  return query.get('teamId') || query.get('slug') || null
}

function requestedAccount({ rows }: DeployhostCall, user: User, query: URLSearchParams): Account {
  const teamId = query.get('teamId')
  const teamIdOrSlug = accountParameter(query)
  if (teamIdOrSlug === null) return { id: user.id, slug: user.username, team: null, membership: null }
  const team = teamId ? rows.teams.get(teamId) : rows.teams.find('slug', teamIdOrSlug)
  const membership = team === undefined ? undefined : membershipOf(rows, team, user)
  // The query may also name the user's own account, as the vendor's command line does.
  if (team === undefined && teamIdOrSlug === (teamId ? user.id : user.username)) {
    return { id: user.id, slug: user.username, team: null, membership: null }
  }
  if (team === undefined || membership === undefined) throw notAuthorizedForTeam(teamIdOrSlug)
  return { id: team.id, slug: team.slug, team, membership }
}

/**
 * A step that loads the account of a new token.
 *
 * @throws 403 unless the request's token may change the user.
 */
export function requireTokenWrite(call: DeployhostCall): AccountAccess {
  const access = loadAccount(call)
  requireScope(call, 'user')
  return access
}
