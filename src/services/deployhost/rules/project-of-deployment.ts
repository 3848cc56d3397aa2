import type { Scope } from '../access.ts'
import type { DeployhostCall } from '../call.ts'
import type { Project } from '../schema.ts'
import { tellProject } from './project-events.ts'
import { checkProjectName, createProject } from './projects.ts'

/** The project of this name in the account, made with these settings where there is none. Throws 400 for a name that none may have. */
export function projectForDeployment(
  call: DeployhostCall & Scope,
  given: string,
  { framework, ...settings }: Readonly<Record<string, unknown>>,
): Project {
  const { rows, account, user } = call
  const named = rows.projects.get(given)
  if (named?.accountId === account.id) return named
  const name = checkProjectName(given)
  const found = rows.projects.find('name', account.id, name)
  if (found !== undefined) return found
  const made = { name, framework: typeof framework === 'string' ? framework : null, git: null, settings }
  const project = createProject(call, account, user, made)
  tellProject(call, 'project.created', project)
  return project
}
