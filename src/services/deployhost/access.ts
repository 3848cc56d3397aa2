import type { DeployhostCall, Principal, Rows } from './call.ts'
import { forbidden, missingScope, missingToken, notAuthorizedForTeam, notFound } from './errors.ts'
import type { Membership, Project, ProjectRole, Team, User } from './schema.ts'

type With<N extends string> = DeployhostCall & { readonly params: { readonly [K in N]: string } }

/** What a request is about: a team that `teamId` or `slug` names, else what belongs to the user alone. */
export interface Account {
  /** The vendor's `accountId`: of the team or the user. */
  readonly id: string
  /** The team's slug or the username: part of the URLs of deployments. */
  readonly slug: string
  readonly team: Team | null
  /** The principal's place in the team; null in an account of their own. */
  readonly membership: Membership | null
}

/** Who asks, and about whose things. */
export interface Scope {
  readonly user: User
  readonly account: Account
}

/** A scope of tokens: `repo` for projects and all that is in them, `admin:org` for teams, `user` for the user. */
export type TokenScope = 'repo' | 'admin:org' | 'user'

/** Who a request acts for. Throws 403 for a stranger. */
export function principalOfCall(call: Pick<DeployhostCall, 'principal'>): Principal {
  if (call.principal === null) throw missingToken()
  return call.principal
}

/** A step: the user, whose token has the scope if one is named; a team that the query names is one of theirs. 403. */
export function signedIn(scope?: TokenScope) {
  return (call: DeployhostCall): { readonly user: User } => {
    const { user } = requireScope(call, scope)
    if (accountNamedIn(call.query) !== null) accountOf(call, user)
    return { user }
  }
}

/** A step for reading: the account that the request is about, of which the user is a member. 403. */
export function scoped(call: DeployhostCall): Scope {
  const { user } = principalOfCall(call)
  return { user, account: accountOf(call, user) }
}

/** A step for a change: the account, a fitting token, and a role that may change things. 403. */
export function changesIn(scope: TokenScope) {
  return (call: DeployhostCall): Scope => {
    const found = scoped(call)
    requireScope(call, scope)
    if (!mayChange(found.account, null)) throw forbidden()
    return found
  }
}

/**
 * A step for a change to a project that the body names: as {@link changesIn}, open to those too who may change some project of
 * the account only. Which one it is about is for the caller to see. 403.
 */
export function changesSomeProject(call: DeployhostCall): Scope {
  const found = scoped(call)
  requireScope(call, 'repo')
  const roles = Object.values(found.account.membership?.projects ?? {})
  if (!mayChange(found.account, null) && !roles.some(isChanging)) throw forbidden()
  return found
}

/** A step for reading: the project of the path, by id or name, in the account that the request is about. 403, 404. */
export function readableProject(call: With<'idOrName'>): Scope & { readonly project: Project } {
  const scope = scoped(call)
  return { ...scope, project: findProject(call.rows, scope.account, call.params.idOrName) }
}

/** A step for a change to the project of the path: it is there (404), and token and role allow it (403). */
export function changesProject(call: With<'idOrName'>): Scope & { readonly project: Project } {
  const found = readableProject(call)
  requireScope(call, 'repo')
  if (!mayChange(found.account, found.project)) throw forbidden()
  return found
}

/** A step for reading: the team of the path, by id or slug, and the user's place in it. 404, or 403 for a stranger. */
export function readableTeam(call: With<'team'>): {
  readonly user: User
  readonly team: Team
  readonly membership: Membership
} {
  const { user } = signedIn()(call)
  const team = teamNamed(call.rows, call.params.team)
  if (team === undefined) throw notFound('Team')
  const membership = membershipOf(call.rows, team, user)
  if (membership === undefined || !reaches(call, team)) throw notAuthorizedForTeam(call.params.team)
  return { user, team, membership }
}

/** A step for a change to the team of the path: 404, 403 for a stranger, without the scope, or for who is no owner. */
export function governsTeam(call: With<'team'>) {
  const found = readableTeam(call)
  requireScope(call, 'admin:org')
  if (found.membership.role !== 'OWNER') throw forbidden()
  return found
}

/** The project with this id or name in the account. Throws 404. */
export function findProject(rows: Rows, account: Pick<Account, 'id'>, idOrName: string): Project {
  const byId = rows.projects.get(idOrName)
  const project = byId?.accountId === account.id ? byId : rows.projects.find('name', account.id, idOrName)
  if (project === undefined) throw notFound('Project')
  return project
}

/** The team with this id or slug, or undefined. */
export function teamNamed(rows: Rows, idOrSlug: string): Team | undefined {
  return rows.teams.get(idOrSlug) ?? rows.teams.find('slug', idOrSlug)
}

/** The confirmed place of a user in a team, or undefined. The user of the default token is an owner of all. */
export function membershipOf(rows: Rows, team: Team, user: User): Membership | undefined {
  const membership = rows.memberships.find('member', team.id, user.id)
  if (membership?.confirmed === true) return membership
  return user.admin ? adminOf(team, user) : undefined
}

/** A place in a team that no list has. */
function adminOf(team: Team, user: User): Membership {
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

/** The account of a project: for timers, which have no request. */
export function accountOfProject(rows: Rows, { teamId, creatorId }: Project): Pick<Account, 'id' | 'slug' | 'team'> {
  const team = rows.teams.get(teamId)
  if (team !== undefined) return { id: team.id, slug: team.slug, team }
  const user = rows.users.require(creatorId)
  return { id: user.id, slug: user.username, team: null }
}

/** Throws 403 unless the token has the scope. */
export function requireScope(call: Pick<DeployhostCall, 'principal'>, scope: TokenScope | undefined): Principal {
  const principal = principalOfCall(call)
  if (scope !== undefined && !principal.scopes.includes(scope)) throw missingScope(scope, principal.scopes)
  return principal
}

/** Whether the token is one for this account: one that was made for a team is for that team alone. */
export function reaches({ principal }: Pick<DeployhostCall, 'principal'>, { id }: { readonly id: string }): boolean {
  return (principal?.token?.teamId ?? id) === id
}

function accountOf(call: DeployhostCall, user: User): Account {
  const account = accountAskedFor(call, user)
  if (!reaches(call, account)) throw notAuthorizedForTeam(account.slug)
  return account
}

function accountNamedIn(query: URLSearchParams): string | null {
  return query.get('teamId') || query.get('slug') || null
}

function accountAskedFor({ rows, query }: DeployhostCall, user: User): Account {
  const teamId = query.get('teamId')
  const named = accountNamedIn(query)
  if (named === null) return { id: user.id, slug: user.username, team: null, membership: null }
  const team = teamId ? rows.teams.get(teamId) : rows.teams.find('slug', named)
  const membership = team === undefined ? undefined : membershipOf(rows, team, user)
  // The account of the user themselves may be named too, as the vendor's command line does.
  if (team === undefined && named === (teamId ? user.id : user.username)) {
    return { id: user.id, slug: user.username, team: null, membership: null }
  }
  if (team === undefined || membership === undefined) throw notAuthorizedForTeam(named)
  return { id: team.id, slug: team.slug, team, membership }
}

/** Whether a role allows changes: of a contributor, the one in the project. https://vercel.com/docs/rbac/access-roles */
export function mayChange({ membership }: Pick<Account, 'membership'>, project: Project | null): boolean {
  if (membership === null) return true
  if (['OWNER', 'MEMBER', 'DEVELOPER'].includes(membership.role)) return true
  return project !== null && isChanging(membership.projects[project.id])
}

function isChanging(role: ProjectRole | undefined): boolean {
  return role === 'ADMIN' || role === 'PROJECT_DEVELOPER'
}
