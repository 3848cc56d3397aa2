import type { DeployhostCall, Rows } from '../call.ts'
import { badRequest, refusal } from '../errors.ts'
import type { EnvTarget, EnvType, EnvVariable, Project, User } from '../schema.ts'
import { createVariable, type NewVariable } from './projects.ts'

/** What a client wants a variable to be. */
export interface WantedVariable {
  readonly key: string
  readonly value: string
  readonly type: EnvType
  readonly target: readonly EnvTarget[]
  readonly gitBranch: string | null
  readonly customEnvironmentIds: readonly string[]
  readonly comment: string | null
}

/** Where a variable is set: what two variables of one key must not share. */
type Place = Pick<EnvVariable, 'key' | 'target' | 'gitBranch' | 'customEnvironmentIds'>

/** Throws 400 for a name or a combination that the vendor does not take. https://vercel.com/docs/environment-variables */
export function checkVariable({
  key,
  type,
  target,
  gitBranch,
  customEnvironmentIds,
}: Omit<WantedVariable, 'value'>): void {
  if (!/^[A-Za-z_]\w*$/.test(key)) {
    throw badRequest(
      `The name contains invalid characters: "${key}". Only letters, digits, and underscores are allowed. ` +
        'Furthermore, the name should not start with a digit.',
    )
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
 * Throws 400 for a change that would make a sensitive variable one of another type: its value would be there to read.
 * https://vercel.com/docs/environment-variables/sensitive-environment-variables
 */
export function refuseTypeChange(before: Pick<EnvVariable, 'type'>, type: EnvType): void {
  if (before.type !== 'sensitive' || type === 'sensitive') return
  throw refusal(400, 'BAD_REQUEST', 'You cannot change the type of a Sensitive Environment Variable.')
}

/** Adds a variable, or with `upsert` changes the one that is there. Throws 400 `ENV_CONFLICT` where it may not. */
export function putVariable(
  call: DeployhostCall,
  project: Project,
  user: User,
  wanted: WantedVariable,
  upsert: boolean,
): { readonly variable: EnvVariable; readonly event: 'created' | 'updated' } {
  const { rows, clock } = call
  checkVariable(wanted)
  const there = overlapping(rows, project, wanted)
  const [only] = there
  if (only === undefined) {
    return { variable: createVariable(call, project, user, wanted satisfies NewVariable), event: 'created' }
  }
  // Only a variable that is in every place asked for can be changed: another would change where it was not asked to.
  if (!upsert || there.length > 1 || !covers(only, wanted)) throw envConflict(wanted, only)
  const variable = rows.envVariables.update(only.id, {
    value: wanted.value,
    type: wanted.type,
    comment: wanted.comment ?? only.comment,
    updatedBy: user.id,
    updatedAt: Math.floor(clock.now()),
  })
  return { variable, event: 'updated' }
}

/** The variables of the project that have the key in one of the places, but for one. */
export function overlapping(rows: Rows, project: Project, place: Place, except?: EnvVariable): EnvVariable[] {
  return rows.envVariables.list('byKey', project.id, place.key).filter((each) => {
    if (each.id === except?.id || each.gitBranch !== place.gitBranch) return false
    return (
      each.target.some((target) => place.target.includes(target)) ||
      each.customEnvironmentIds.some((id) => place.customEnvironmentIds.includes(id))
    )
  })
}

/** 400: what is created is there already. The text names the branch as the vendor's does, also where there is none. */
function envConflict({ key, target, gitBranch }: Place, { id, target: there }: EnvVariable) {
  const shared = there.filter((each) => target.includes(each)).join(', ')
  return refusal(
    400,
    'ENV_CONFLICT',
    `A variable with the name \`${key}\` already exists for the target ${shared} on branch ${gitBranch ?? 'undefined'}`,
    { key, envVarKey: key, envVarId: id, target: there, ...(gitBranch === null ? {} : { gitBranch }) },
  )
}

/** 403: a change would bring a variable where another of its key is. */
export function envAlreadyExists({ id, key, target }: EnvVariable) {
  return refusal(
    403,
    'ENV_ALREADY_EXISTS',
    'Another Environment Variable with the same Name and Environment exists in your project. ' +
      'Remove it or choose a different Name or Environment.',
    { envVarId: id, envVarKey: key, target },
  )
}

function covers(there: EnvVariable, wanted: Place): boolean {
  return (
    wanted.target.every((target) => there.target.includes(target)) &&
    wanted.customEnvironmentIds.every((id) => there.customEnvironmentIds.includes(id))
  )
}
