import type { DeployhostCall, Principal } from '#deployhost/call.ts'
import { forbidden, missingScope, missingToken, notAuthorizedForTeam, notFound } from '#deployhost/errors.ts'
import {
  canReach,
  canWrite,
  findProject,
  isWritingRole,
  membershipOf,
  teamByIdOrSlug,
  type Account,
  type AccountAccess,
} from '#deployhost/rules/access.ts'
import type { Membership, Project, Team, User } from '#deployhost/schema.ts'

type CallWithParams<N extends string> = DeployhostCall & { readonly params: { readonly [K in N]: string } }

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

/**
 * A step for a change to a project that the body names: like {@link requireAccountWrite}, but it also admits users who
 * may change only some projects of the account. The caller checks the project.
 *
 * @throws 403.
 */
export function requireSomeProjectWrite(call: DeployhostCall): AccountAccess {
  const access = loadAccount(call)
  requireScope(call, 'repo')
  const roles = Object.values(access.account.membership?.projects ?? {})
  if (!canWrite(access.account, null) && !roles.some(isWritingRole)) throw forbidden()
  return access
}

/**
 * A step for reading that loads the project of the path, by id or name.
 *
 * @throws 403 for the account, 404 for the project.
 */
export function loadProject(call: CallWithParams<'idOrName'>): AccountAccess & { readonly project: Project } {
  const scope = loadAccount(call)
  return { ...scope, project: findProject(call.rows, scope.account, call.params.idOrName) }
}

/**
 * A step for a change that loads the project of the path.
 *
 * @throws 404 when it does not exist, 403 unless the token and the role allow the change.
 */
export function requireProjectWrite(call: CallWithParams<'idOrName'>): AccountAccess & { readonly project: Project } {
  const access = loadProject(call)
  requireScope(call, 'repo')
  if (!canWrite(access.account, access.project)) throw forbidden()
  return access
}

/**
 * A step for reading that loads the team of the path, by id or slug, and the user's membership.
 *
 * @throws 404 for an unknown team, 403 when the user is not a member.
 */
export function loadTeam(call: CallWithParams<'team'>): {
  readonly user: User
  readonly team: Team
  readonly membership: Membership
} {
  const { user } = requireUser()(call)
  const team = teamByIdOrSlug(call.rows, call.params.team)
  if (team === undefined) throw notFound('Team')
  const membership = membershipOf(call.rows, team, user)
  if (membership === undefined || !canReach(call, team)) throw notAuthorizedForTeam(call.params.team)
  return { user, team, membership }
}

/**
 * A step for a change that loads the team of the path.
 *
 * @throws 404 for an unknown team, 403 without the scope or when the user is not an owner.
 */
export function requireTeamOwner(call: CallWithParams<'team'>) {
  const access = loadTeam(call)
  requireScope(call, 'admin:org')
  if (access.membership.role !== 'OWNER') throw forbidden()
  return access
}

function accountOf(call: DeployhostCall, user: User): Account {
  const account = requestedAccount(call, user)
  if (!canReach(call, account)) throw notAuthorizedForTeam(account.slug)
  return account
}

function accountParameter(query: URLSearchParams): string | null {
  return query.get('teamId') || query.get('slug') || null
}

function requestedAccount({ rows, query }: DeployhostCall, user: User): Account {
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
