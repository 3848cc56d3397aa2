import type { DeployhostCall, CallWithParams } from '#deployhost/call.ts'
import { badRequest, forbidden } from '#deployhost/errors.ts'
import { canWrite, findProject, isWritingRole, type AccountAccess } from '#deployhost/rules/access.ts'
import type { Project } from '#deployhost/schema.ts'
import { requireScope, loadAccount, loadAccountOfBody } from './accounts.ts'

/** A request's user, account and project. */
type ProjectAccess = AccountAccess & { readonly project: Project }

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
export function loadProject(call: CallWithParams<'idOrName'>): ProjectAccess {
  const scope = loadAccount(call)
  return { ...scope, project: findProject(call.rows, scope.account, call.params.idOrName) }
}

/**
 * A step for a change that loads the project of the path.
 *
 * @throws 404 when it does not exist, 403 unless the token and the role allow the change.
 */
export function requireProjectWrite(call: CallWithParams<'idOrName'>): ProjectAccess {
  return requireWritable(call, loadProject(call))
}

/**
 * A step for a change of a project's members.
 *
 * @throws 404 when the project does not exist, 403 unless the user administers it, and 400 for one of no team.
 */
export function requireProjectAdmin(call: CallWithParams<'idOrName'>): ProjectAccess {
  const access = requireProjectWrite(call)
  const { account, project } = access
  if (account.membership === null) throw badRequest('Only projects of teams have members.')
  const { role, projects } = account.membership
  if (role !== 'OWNER' && role !== 'MEMBER' && projects[project.id] !== 'ADMIN') throw forbidden()
  return access
}

/**
 * A step for reading that loads the project of the query's `projectId`, by id or name.
 *
 * @throws 403 for the account, 404 for the project.
 */
export function loadQueriedProject(call: DeployhostCall): ProjectAccess {
  const access = loadAccount(call)
  return { ...access, project: findProject(call.rows, access.account, call.query.get('projectId') ?? '') }
}

/**
 * A step for a change that loads the project of the query's `projectId`.
 *
 * @throws 404 when it does not exist, 403 unless the token and the role allow the change.
 */
export function requireQueriedProjectWrite(call: DeployhostCall): ProjectAccess {
  return requireWritable(call, loadQueriedProject(call))
}

/**
 * A step for a change that loads the project of the body's `projectId`, in the team of its `teamId`.
 *
 * @throws 404 when it does not exist, 403 unless the token and the role allow the change.
 */
export function requireNamedProjectWrite(
  call: DeployhostCall & { readonly body: { readonly projectId: string; readonly teamId?: string | undefined } },
): ProjectAccess {
  const access = loadAccountOfBody(call, call.body.teamId)
  return requireWritable(call, { ...access, project: findProject(call.rows, access.account, call.body.projectId) })
}

function requireWritable(call: DeployhostCall, access: ProjectAccess): ProjectAccess {
  requireScope(call, 'repo')
  if (!canWrite(access.account, access.project)) throw forbidden()
  return access
}
