import type { CodehostCall } from '#codehost/call.ts'
import { forbidden, notFound } from '#codehost/errors.ts'
import { findAccount } from '#codehost/rules/accounts/accounts.ts'
import { levelIncludes, projectLevel } from '#codehost/rules/projects/access.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Project, ProjectItem } from '#codehost/schema/projects.ts'
import { loadOrganization, requireScopes } from './access.ts'

type ProjectCall = CodehostCall & { readonly params: { readonly org: string; readonly project_number: string } }

/** A step: loads the organization or user that the path names, for a list of projects. @throws 401, 403, 404. */
export function loadProjectOwner(call: CodehostCall & { readonly params: { readonly org: string } }): {
  readonly owner: Account
} {
  requireScopes(call, ['read:project'])
  return { owner: ownerOf(call) }
}

/** A step: loads the project that the path names. @throws 401, 403 without the scope, 404. */
export function loadProject(call: ProjectCall): { readonly owner: Account; readonly project: Project } {
  const { owner } = loadProjectOwner(call)
  return { owner, project: findProject(call, owner) }
}

/** A step: loads the project that the path names, for a change. @throws 401, 403 without the scope or the role, 404. */
export function requireProject(call: ProjectCall): {
  readonly owner: Account
  readonly project: Project
  readonly user: Account
} {
  const { user } = requireScopes(call, ['project'])
  const owner = ownerOf(call)
  const project = findProject(call, owner)
  if (!levelIncludes(projectLevel(call, project), 'WRITE')) throw forbidden('Must have write access to the project.')
  return { owner, project, user }
}

/** A step: loads the item that the path names. Runs after a step that loads the project. @throws 404. */
export function loadItem({
  rows,
  project,
  params,
}: Pick<CodehostCall, 'rows'> & { readonly project: Project; readonly params: { readonly item_id: string } }): {
  readonly item: ProjectItem
} {
  const item = rows.projectItems.get(wholeNumber(params.item_id))
  if (item?.projectId !== project.id) throw notFound()
  return { item }
}

/** The paths of users have their names or ids in place of `org`: see `forUsers` of the routes. */
function ownerOf(call: CodehostCall & { readonly params: { readonly org: string } }): Account {
  if (call.path.startsWith('/orgs/')) return loadOrganization(call).org
  const byId = call.rows.accounts.get(Number(call.params.org))
  const owner = byId ?? findAccount(call.rows, call.params.org)
  if (owner.type !== 'User') throw notFound()
  return owner
}

function findProject(call: ProjectCall, owner: Account): Project {
  const project = call.rows.projects.find('number', owner.id, wholeNumber(call.params.project_number))
  if (project === undefined || projectLevel(call, project) === null) throw notFound()
  return project
}
