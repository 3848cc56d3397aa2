import * as v from 'valibot'
import { checkedOptions } from '#core/options.ts'
import type { DeployhostContext } from '#deployhost/call.ts'
import { armBuildError, BUILD_FAILED } from '#deployhost/rules/builds.ts'

const FailBuild = v.strictObject({
  project: v.optional(v.string()),
  message: v.optional(v.string(), BUILD_FAILED.message),
  code: v.optional(v.string(), BUILD_FAILED.code),
  step: v.optional(v.string(), BUILD_FAILED.step),
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 1),
})

/** The builds to fail, and their error. */
export interface FailBuildOptions {
  /** The name or id of a project. Default: the project whose build ends next */
  readonly project?: string
  /** The text of `errorMessage` and of the log. */
  readonly message?: string
  /** Default: BUILD_FAILED */
  readonly code?: string
  /** Default: buildStep */
  readonly step?: string
  /** The number of builds; 0 stops failing. Default: 1 */
  readonly times?: number
}

/**
 * Makes the next builds end in ERROR, whether they have started or not.
 *
 * @throws TypeError for unknown options.
 * @throws Error for an unknown project, or a name that several accounts have a project of.
 */
export function failBuild(context: DeployhostContext, options: FailBuildOptions = {}): void {
  const { project, times, ...error } = checkedOptions('failBuild', FailBuild, options)
  armBuildError(context.rows, findProject(context, project), times === 0 ? null : { ...error, times })
}

function findProject({ rows }: DeployhostContext, idOrName: string | undefined) {
  if (idOrName === undefined) return null
  const matches = rows.projects.all().filter(({ id, name }) => id === idOrName || name === idOrName)
  const [project, ...others] = matches
  if (project === undefined) {
    const names = rows.projects.all().map(({ name }) => name)
    throw new Error(`failBuild: no project is named ${idOrName}; there are: ${names.join(', ') || 'none'}`)
  }
  if (others.length > 0) {
    const ids = matches.map(({ id }) => id).join(', ')
    throw new Error(`failBuild: several projects are named ${idOrName}; name one by its id: ${ids}`)
  }
  return project
}
