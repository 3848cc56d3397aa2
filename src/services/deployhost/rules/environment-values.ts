import type { Rows } from '#deployhost/call.ts'
import type { Project } from '#deployhost/schema.ts'
import { customEnvironmentOf } from './custom-environments.ts'
import { sharedVariablesFor } from './shared-variables.ts'

/**
 * Returns the values of a project's variables for a target or a custom environment, by key. A variable of the project
 * takes precedence over a shared one, and one of the branch over one of all previews; sensitive values are empty.
 */
export function variablesFor(
  rows: Rows,
  project: Project,
  target: string,
  branch: string | null,
): Readonly<Record<string, string>> {
  const customId = customEnvironmentOf(rows, project, target)?.id
  const shared = sharedVariablesFor(rows, project, target, customId !== undefined)
  const variables = rows.envVariables
    .list('byProject', project.id)
    .filter(({ target: targets, customEnvironmentIds, gitBranch }) => {
      const isFor =
        targets.some((one) => one === target) || (customId !== undefined && customEnvironmentIds.includes(customId))
      return isFor && (gitBranch ?? branch) === branch
    })
  const general = variables.filter(({ gitBranch }) => gitBranch === null)
  const ofBranch = variables.filter(({ gitBranch }) => gitBranch !== null)
  return Object.fromEntries(
    [...shared, ...general, ...ofBranch].map(({ key, type, value }) => [key, type === 'sensitive' ? '' : value]),
  )
}
