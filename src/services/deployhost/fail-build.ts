import * as v from 'valibot'
import { checkedOptions } from '../../core/command-options.ts'
import type { DeployhostContext } from './call.ts'
import { armBuildError, BUILD_FAILED } from './rules/builds.ts'

const FailBuild = v.strictObject({
  project: v.optional(v.string()),
  message: v.optional(v.string(), BUILD_FAILED.message),
  code: v.optional(v.string(), BUILD_FAILED.code),
  step: v.optional(v.string(), BUILD_FAILED.step),
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 1),
})

/** Which builds fail, and with what. */
export interface FailBuildOptions {
  /** The name or id of a project. Default: whichever project's build ends next */
  readonly project?: string
  /** What `errorMessage` and the log say. */
  readonly message?: string
  /** Default: BUILD_FAILED */
  readonly code?: string
  /** Default: buildStep */
  readonly step?: string
  /** How many builds. 0: none any more. Default: 1 */
  readonly times?: number
}

/**
 * Has the next builds that end, under way already or not, end in ERROR.
 *
 * @throws TypeError for options that do not exist.
 * @throws Error for an unknown project, or a name that projects of several accounts have.
 */
export function failBuild(context: DeployhostContext, options: FailBuildOptions = {}): void {
  const { project, times, ...error } = checkedOptions('failBuild', FailBuild, options)
  armBuildError(context.store, projectNamed(context, project), times === 0 ? null : { ...error, times })
}

function projectNamed({ rows }: DeployhostContext, idOrName: string | undefined) {
  if (idOrName === undefined) return null
  const found = rows.projects.all().filter(({ id, name }) => id === idOrName || name === idOrName)
  const [project, ...others] = found
  if (project === undefined) {
    const names = rows.projects.all().map(({ name }) => name)
    throw new Error(`failBuild: no project is named ${idOrName}; there are: ${names.join(', ') || 'none'}`)
  }
  if (others.length > 0) {
    const ids = found.map(({ id }) => id).join(', ')
    throw new Error(`failBuild: several projects are named ${idOrName}; name one by its id: ${ids}`)
  }
  return project
}
