import { type AccountAccess, ownedBy } from './access.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import type { Project } from '#deployhost/schema.ts'
import { checkProjectName, createProject } from './projects.ts'

/**
 * Returns the account's project with this name, which is created with these settings when missing.
 *
 * @throws 400 for an invalid name.
 */
export function projectForDeployment(
  call: DeployhostCall & AccountAccess,
  idOrName: string,
  { framework, ...settings }: Readonly<Record<string, unknown>>,
): Project {
  const { rows, account, user } = call
  const byId = ownedBy(account, rows.projects.get(idOrName))
  if (byId !== undefined) return byId
  const name = checkProjectName(idOrName)
  const byName = rows.projects.find('name', account.id, name)
  if (byName !== undefined) return byName
  const fields = { name, framework: typeof framework === 'string' ? framework : null, git: null, settings }
  const project = createProject(call, account, user, fields)
  call.emit({ event: 'project.created', account, user, project })
  return project
}
