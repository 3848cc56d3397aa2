import type { CodehostCall, Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Project } from '#codehost/schema/projects.ts'
import { permissionsInAccount } from '../apps/fine-grained.ts'
import { hasPermissions } from '../apps/gate.ts'
import { activeInstallation } from '../apps/installations.ts'
import { isInTeam, roleInOrganization } from '../repos/permissions.ts'

/** The access of a user to a project. */
export type ProjectLevel = 'READ' | 'WRITE' | 'ADMIN'

const ORDER: readonly ProjectLevel[] = ['READ', 'WRITE', 'ADMIN']
const ROLES = { READER: 'READ', WRITER: 'WRITE', ADMIN: 'ADMIN' } as const
const APP_LEVELS: Readonly<Record<string, ProjectLevel>> = { read: 'READ', write: 'WRITE', admin: 'ADMIN' }

/** Returns whether a level includes another. Null includes none. */
export function levelIncludes(held: ProjectLevel | null, needed: ProjectLevel): boolean {
  return held !== null && ORDER.indexOf(held) >= ORDER.indexOf(needed)
}

/**
 * Returns what the principal may do with a project; null where it is hidden. The members of an organization may write
 * its projects, its owners administer them, and everyone may read public ones.
 * https://docs.github.com/issues/planning-and-tracking-with-projects/managing-your-project/managing-access-to-your-projects
 */
export function projectLevel(call: Pick<CodehostCall, 'rows' | 'principal'>, project: Project): ProjectLevel | null {
  const { rows, principal } = call
  const anyone: ProjectLevel | null = project.public ? 'READ' : null
  if (principal === null) return anyone
  const owner = rows.accounts.require(project.ownerId)
  const { user, app } = principal
  const own = user.type === 'Bot' ? null : userLevel(rows, project, owner, user)
  const isLimited = hasPermissions(principal)
  const most = app !== null && app.kind !== 'user' ? 'ADMIN' : own
  const levels = [anyone, isLimited ? lower(grantedLevel(call, owner), most) : own]
  return levels.reduce((best, each) => (each !== null && !levelIncludes(best, each) ? each : best), null)
}

/** Returns whether the principal may make projects of an account: its own user, and members of an organization. */
export function canCreateProjects(call: Pick<CodehostCall, 'rows' | 'principal'>, owner: Account): boolean {
  const { rows, principal } = call
  if (principal === null) return false
  if (hasPermissions(principal) && !levelIncludes(grantedLevel(call, owner), 'WRITE')) return false
  return owner.id === principal.user.id || roleInOrganization(rows, owner, principal.user) !== null
}

function userLevel(rows: Rows, project: Project, owner: Account, user: Account): ProjectLevel | null {
  if (owner.id === user.id) return 'ADMIN'
  const role = owner.type === 'Organization' ? roleInOrganization(rows, owner, user) : null
  if (role === 'admin') return 'ADMIN'
  const levels: ProjectLevel[] = role === null ? [] : ['WRITE']
  for (const each of rows.projectCollaborators.referring('projectId', project.id)) {
    const team = rows.teams.get(each.teamId)
    if (each.userId === user.id || (team !== undefined && isInTeam(rows, team, user))) levels.push(ROLES[each.role])
  }
  return levels.reduce<ProjectLevel | null>((best, each) => (levelIncludes(best, each) ? best : each), null)
}

/**
 * Returns what a GitHub App or a fine-grained token may do with the projects of an account. They reach those of
 * organizations only.
 */
function grantedLevel(
  { rows, principal }: Pick<CodehostCall, 'rows' | 'principal'>,
  owner: Account,
): ProjectLevel | null {
  const limits = principal?.fineGrained
  if (limits !== undefined) {
    return APP_LEVELS[permissionsInAccount(rows, limits, owner.id)?.['organization_projects'] ?? ''] ?? null
  }
  const access = principal?.app ?? null
  if (access === null || owner.type !== 'Organization') return null
  const installation =
    access.installation === null
      ? activeInstallation(rows, access.app.id, owner.id)
      : access.installation.accountId === owner.id
        ? access.installation
        : undefined
  const permissions = access.issued?.permissions ?? installation?.permissions
  return installation === undefined ? null : (APP_LEVELS[permissions?.['organization_projects'] ?? ''] ?? null)
}

function lower(a: ProjectLevel | null, b: ProjectLevel | null): ProjectLevel | null {
  return levelIncludes(a, b ?? 'ADMIN') ? b : a
}
