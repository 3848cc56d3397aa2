import type { DeployhostCall, Rows } from '#deployhost/call.ts'
import { badRequest, failure } from '#deployhost/errors.ts'
import type { EnvTarget, EnvType, EnvVariable, Project, User } from '#deployhost/schema.ts'
import { customEnvironmentIdsOf } from './custom-environments.ts'
import { createVariable, type NewVariable } from './projects.ts'

/** The fields of a variable in a request. */
export interface VariableInput {
  readonly key: string
  readonly value: string
  readonly type: EnvType
  readonly target: readonly EnvTarget[]
  readonly gitBranch: string | null
  readonly customEnvironmentIds: readonly string[]
  readonly comment: string | null
}

/** The key, targets and branch of a variable, which must not overlap with another variable. */
type Place = Pick<EnvVariable, 'key' | 'target' | 'gitBranch' | 'customEnvironmentIds'>

/** Names that no variable can have. https://vercel.com/docs/environment-variables/reserved-environment-variables */
const RESERVED = new Set([
  'AWS_SECRET_KEY',
  'AWS_EXECUTION_ENV',
  'AWS_LAMBDA_LOG_GROUP_NAME',
  'AWS_LAMBDA_LOG_STREAM_NAME',
  'AWS_LAMBDA_FUNCTION_NAME',
  'AWS_LAMBDA_FUNCTION_MEMORY_SIZE',
  'AWS_LAMBDA_FUNCTION_VERSION',
  'NOW_REGION',
  'TZ',
  'LAMBDA_TASK_ROOT',
  'LAMBDA_RUNTIME_DIR',
])

/**
 * https://vercel.com/docs/environment-variables
 *
 * @throws 400 for a key or a combination that the vendor refuses.
 */
export function checkVariable({
  key,
  type,
  target,
  gitBranch,
  customEnvironmentIds,
}: Omit<VariableInput, 'value'>): void {
  if (!/^[A-Za-z_]\w*$/.test(key)) {
    throw badRequest(
      `The name contains invalid characters: "${key}". Only letters, digits, and underscores are allowed. ` +
        'Furthermore, the name should not start with a digit.',
    )
  }
  if (RESERVED.has(key)) {
    throw failure(400, 'reserved_env_variable', `The name of the Environment Variable \`${key}\` is reserved.`, { key })
  }
  if (target.length === 0 && customEnvironmentIds.length === 0) {
    throw badRequest('Invalid request: missing required property `target`.')
  }
  if (gitBranch !== null && (target.length !== 1 || target[0] !== 'preview')) {
    throw badRequest('A Git branch can only be set for variables whose only target is preview.')
  }
  if (type === 'sensitive' && target.includes('development')) {
    throw badRequest("You cannot set a Sensitive Environment Variable's target to development.")
  }
}

/**
 * https://vercel.com/docs/environment-variables/sensitive-environment-variables
 *
 * @throws 400 for a change of a sensitive variable's type, which would make its value readable.
 */
export function requireAllowedType(before: Pick<EnvVariable, 'type'>, type: EnvType): void {
  if (before.type !== 'sensitive' || type === 'sensitive') return
  throw failure(400, 'BAD_REQUEST', 'You cannot change the type of a Sensitive Environment Variable.')
}

/**
 * Adds a variable, or with `upsert` updates the existing one.
 *
 * @throws 400 `ENV_CONFLICT` when it exists and may not be updated.
 */
export function putVariable(
  call: DeployhostCall,
  project: Project,
  user: User,
  given: VariableInput,
  upsert: boolean,
): { readonly variable: EnvVariable; readonly change: 'created' | 'updated' } {
  const { rows, clock } = call
  const input = { ...given, customEnvironmentIds: customEnvironmentIdsOf(rows, project, given.customEnvironmentIds) }
  checkVariable(input)
  const existing = overlapping(rows, project, input)
  const [only] = existing
  if (only === undefined) {
    return { variable: createVariable(call, project, user, input satisfies NewVariable), change: 'created' }
  }
  // An existing variable is updated only when it covers all requested targets; otherwise the update would reach targets
  // that were not requested.
  if (!upsert || existing.length > 1 || !covers(only, input)) throw envConflict(input, only)
  const variable = rows.envVariables.update(only.id, {
    value: input.value,
    type: input.type,
    comment: input.comment ?? only.comment,
    updatedBy: user.id,
    updatedAt: Math.floor(clock.now()),
  })
  return { variable, change: 'updated' }
}

/** Returns the project's variables that overlap with these targets, except one. */
export function overlapping(rows: Rows, project: Project, place: Place, except?: EnvVariable): EnvVariable[] {
  return rows.envVariables.list('byKey', project.id, place.key).filter((each) => {
    if (each.id === except?.id || each.gitBranch !== place.gitBranch) return false
    return (
      each.target.some((target) => place.target.includes(target)) ||
      each.customEnvironmentIds.some((id) => place.customEnvironmentIds.includes(id))
    )
  })
}

/** 400: the variable exists. Like the vendor's, the text names the branch even when there is none. */
export function envConflict({ key, target, gitBranch }: Place, { id, target: existing }: EnvVariable) {
  const shared = existing.filter((each) => target.includes(each)).join(', ')
  return failure(
    400,
    'ENV_CONFLICT',
    `A variable with the name \`${key}\` already exists for the target ${shared} on branch ${gitBranch ?? 'undefined'}`,
    { key, envVarKey: key, envVarId: id, target: existing, ...(gitBranch === null ? {} : { gitBranch }) },
  )
}

/** 403: an update would make the variable overlap with another one. */
export function envAlreadyExists({ id, key, target }: EnvVariable) {
  return failure(
    403,
    'ENV_ALREADY_EXISTS',
    'Another Environment Variable with the same Name and Environment exists in your project. ' +
      'Remove it or choose a different Name or Environment.',
    { envVarId: id, envVarKey: key, target },
  )
}

function covers(existing: EnvVariable, input: Place): boolean {
  return (
    input.target.every((target) => existing.target.includes(target)) &&
    input.customEnvironmentIds.every((id) => existing.customEnvironmentIds.includes(id))
  )
}
