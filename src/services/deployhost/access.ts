import type { DeployhostCall, Principal, Rows } from './call.ts'
import { forbidden, missingScope, missingToken, notAuthorizedForTeam, notFound } from './errors.ts'
import type { Membership, Project, ProjectRole, Team, User } from './schema.ts'

type CallWithParams<N extends string> = DeployhostCall & { readonly params: { readonly [K in N]: string } }

/** The account that a request is about: the team named by `teamId` or `slug`, else the user's own. */
export interface Account {
  /** The vendor's `accountId`: the id of the team or the user. */
  readonly id: string
  /** The team's slug or the username; part of the URLs of deployments. */
  readonly slug: string
  readonly team: Team | null
  /** The principal's membership in the team; null in their own account. */
  readonly membership: Membership | null
}

/** The user that a request acts for and the account that it is about. */
export interface AccountAccess {
  readonly user: User
  readonly account: Account
}

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

/**
 * Returns the account's project with this id or name.
 *
 * @throws 404.
 */
export function findProject(rows: Rows, account: Pick<Account, 'id'>, idOrName: string): Project {
  const byId = rows.projects.get(idOrName)
  const project = byId?.accountId === account.id ? byId : rows.projects.find('name', account.id, idOrName)
  if (project === undefined) throw notFound('Project')
  return project
}

/** Returns the team with this id or slug, or undefined. */
export function teamByIdOrSlug(rows: Rows, idOrSlug: string): Team | undefined {
  return rows.teams.get(idOrSlug) ?? rows.teams.find('slug', idOrSlug)
}

/**
 * Returns a user's confirmed membership in a team, or undefined. The user of the default token is an owner of every
 * team.
 */
export function membershipOf(rows: Rows, team: Team, user: User): Membership | undefined {
  const membership = rows.memberships.find('member', team.id, user.id)
  if (membership?.confirmed === true) return membership
  return user.admin ? implicitOwnership(team, user) : undefined
}

/** Returns a membership that is not in the list of members. */
function implicitOwnership(team: Team, user: User): Membership {
  return {
    id: 0,
    stamp: team.stamp,
    teamId: team.id,
    userId: user.id,
    role: 'OWNER',
    confirmed: true,
    teamPermissions: [],
    projects: {},
    origin: 'teams',
    createdAt: team.createdAt,
  }
}

/** Returns the account of a project, for timers, which have no request. */
export function accountOfProject(rows: Rows, { teamId, creatorId }: Project): Pick<Account, 'id' | 'slug' | 'team'> {
  const team = rows.teams.get(teamId)
  if (team !== undefined) return { id: team.id, slug: team.slug, team }
  const user = rows.users.require(creatorId)
  return { id: user.id, slug: user.username, team: null }
}

/** @throws 403 unless the token has the scope. */
export function requireScope(call: Pick<DeployhostCall, 'principal'>, scope: TokenScope | undefined): Principal {
  const principal = requirePrincipal(call)
  if (scope !== undefined && !principal.scopes.includes(scope)) throw missingScope(scope, principal.scopes)
  return principal
}

/** True unless the token was created for another team. */
export function canReach({ principal }: Pick<DeployhostCall, 'principal'>, { id }: { readonly id: string }): boolean {
  return (principal?.token?.teamId ?? id) === id
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

/**
 * True when the role allows changes; a contributor's role is the one in the project.
 * https://vercel.com/docs/rbac/access-roles
 */
export function canWrite({ membership }: Pick<Account, 'membership'>, project: Project | null): boolean {
  if (membership === null) return true
  if (['OWNER', 'MEMBER', 'DEVELOPER'].includes(membership.role)) return true
  return project !== null && isWritingRole(membership.projects[project.id])
}

function isWritingRole(role: ProjectRole | undefined): boolean {
  return role === 'ADMIN' || role === 'PROJECT_DEVELOPER'
}
