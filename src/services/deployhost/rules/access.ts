import type { DeployhostCall, Rows } from '#deployhost/call.ts'
import { notFound } from '#deployhost/errors.ts'
import type { Membership, Project, ProjectRole, Team, User } from '#deployhost/schema.ts'

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

/** Returns the row when it is the account's; undefined for none, and for another account's. */
export function ownedBy<R extends { readonly accountId: string }>(
  account: Pick<Account, 'id'>,
  row: R | undefined,
): R | undefined {
  return row?.accountId === account.id ? row : undefined
}

/**
 * Returns the account's project with this id or name.
 *
 * @throws 404.
 */
export function findProject(rows: Rows, account: Pick<Account, 'id'>, idOrName: string): Project {
  const project = ownedBy(account, rows.projects.get(idOrName)) ?? rows.projects.find('name', account.id, idOrName)
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
  if (membership?.confirmed === true) return withGroupRoles(rows, membership)
  return user.admin ? implicitOwnership(team, user) : undefined
}

/** Returns a membership with the roles in projects that its user has from access groups of the team. */
function withGroupRoles(rows: Rows, membership: Membership): Membership {
  const groups = rows.accessGroupMembers
    .list('byUser', membership.userId)
    .filter(({ groupId }) => rows.accessGroups.require(groupId).teamId === membership.teamId)
  if (groups.length === 0) return membership
  const roles = groups.flatMap(({ groupId }) => rows.accessGroupProjects.list('byGroup', groupId))
  const projects = { ...membership.projects }
  // Of several roles in a project, one that allows changes counts.
  for (const { projectId, role } of roles) if (!isWritingRole(projects[projectId])) projects[projectId] = role
  return { ...membership, projects }
}

/** Returns a membership that is not in the list of members. */
function implicitOwnership(team: Team, user: User): Membership {
  return {
    id: 0,
    sortKey: team.sortKey,
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

/** True unless the token was created for another team. */
export function canReach({ principal }: Pick<DeployhostCall, 'principal'>, { id }: { readonly id: string }): boolean {
  return (principal?.token?.teamId ?? id) === id
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

/** True for a role in a project that allows changes to it. */
export function isWritingRole(role: ProjectRole | undefined): boolean {
  return role === 'ADMIN' || role === 'PROJECT_DEVELOPER'
}
