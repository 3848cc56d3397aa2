import type { Rows } from '#deployhost/call.ts'
import { invalidRequest, notFound } from '#deployhost/errors.ts'
import type { Membership, Project, ProjectRole, User } from '#deployhost/schema.ts'

/** A user whom a request names by an id, a name or an address. */
interface NamedMember {
  readonly uid?: string | undefined
  readonly username?: string | undefined
  readonly email?: string | undefined
}

/**
 * Gives a member of the team a role in a project.
 *
 * @throws 400 for a request that names nobody, 404 for a user who is no member of the team.
 */
export function addProjectMember(
  rows: Rows,
  project: Project,
  { role, ...named }: NamedMember & { readonly role: ProjectRole },
): void {
  if (Object.values(named).every((each) => each === undefined)) {
    throw invalidRequest('`uid`, `username` or `email` is required')
  }
  const user = namedUser(rows, named)
  const membership = user && membershipIn(rows, project, user.id)
  if (membership === undefined) throw notFound('Team member')
  rows.memberships.update(membership.id, { projects: { ...membership.projects, [project.id]: role } })
}

function namedUser(rows: Rows, { uid, username, email }: NamedMember): User | undefined {
  if (uid !== undefined) return rows.users.get(uid)
  if (username !== undefined) return rows.users.find('username', username)
  return rows.users.find('email', email?.toLowerCase() ?? '')
}

function membershipIn(rows: Rows, { teamId }: Project, userId: string): Membership | undefined {
  return teamId === null ? undefined : rows.memberships.find('member', teamId, userId)
}

/**
 * Returns the membership of a user who has a role in the project.
 *
 * @throws 404.
 */
export function findProjectMember(rows: Rows, project: Project, userId: string): Membership {
  const membership = membershipIn(rows, project, userId)
  if (membership === undefined || !Object.hasOwn(membership.projects, project.id)) throw notFound('Project member')
  return membership
}

/**
 * Takes a user's role in a project away.
 *
 * @throws 404 for a user without one.
 */
export function removeProjectMember(rows: Rows, project: Project, userId: string): void {
  const { id, projects } = findProjectMember(rows, project, userId)
  const { [project.id]: _, ...others } = projects
  rows.memberships.update(id, { projects: others })
}
