import type { ChangeContext, Rows } from '#deployhost/call.ts'
import { conflict, notFound } from '#deployhost/errors.ts'
import type { EnvTarget, Project, SharedVariable, User } from '#deployhost/schema.ts'
import { findProject, ownedBy, type Account } from './access.ts'
import { checkVariable } from './env.ts'
import { nextSortKey } from './sort-keys.ts'

/** The fields of a shared variable that clients set. */
export type SharedVariableFields = Pick<
  SharedVariable,
  'key' | 'value' | 'type' | 'target' | 'projectIds' | 'appliesToCustomEnvironments' | 'comment'
>

/**
 * Returns the account's shared variable with this id.
 *
 * @throws 404.
 */
export function findSharedVariable(rows: Rows, account: Pick<Account, 'id'>, id: string): SharedVariable {
  const variable = ownedBy(account, rows.sharedVariables.get(id))
  if (variable === undefined) throw notFound('Environment Variable')
  return variable
}

/**
 * Adds a shared variable to an account.
 *
 * @throws 400 for a key that the vendor refuses, 404 for an unknown project, 409 when another has the key for a target.
 */
export function createSharedVariable(
  { rows, clock, ids }: ChangeContext,
  account: Account,
  user: User,
  fields: SharedVariableFields,
): SharedVariable {
  checkFields(rows, account, fields, null)
  const now = Math.floor(clock.now())
  return rows.sharedVariables.insert({
    id: `env_${ids.base62(28)}`,
    sortKey: nextSortKey(rows.sharedVariables, now),
    accountId: account.id,
    teamId: account.team?.id ?? null,
    ...fields,
    createdBy: user.id,
    updatedBy: null,
    createdAt: now,
    updatedAt: now,
  })
}

/**
 * Replaces fields of a shared variable.
 *
 * @throws 400, 404 and 409 as {@link createSharedVariable} does.
 */
export function updateSharedVariable(
  { rows, clock }: ChangeContext,
  account: Account,
  user: User,
  before: SharedVariable,
  changes: Partial<SharedVariableFields>,
): SharedVariable {
  checkFields(rows, account, { ...before, ...changes }, before)
  const updatedAt = Math.floor(clock.now())
  return rows.sharedVariables.update(before.id, { ...changes, updatedBy: user.id, updatedAt })
}

/** Returns the shared variables that a project has for a target, or in a custom environment, oldest first. */
export function sharedVariablesFor(
  rows: Rows,
  project: Pick<Project, 'id' | 'accountId'>,
  target: string,
  isCustom: boolean,
): readonly SharedVariable[] {
  return rows.sharedVariables
    .list('byAccount', project.accountId)
    .filter(({ projectIds }) => projectIds.includes(project.id))
    .filter((each) => (isCustom ? each.appliesToCustomEnvironments : each.target.some((one) => one === target)))
}

function checkFields(
  rows: Rows,
  account: Account,
  { key, type, target, projectIds, comment }: SharedVariableFields,
  except: SharedVariable | null,
): void {
  checkVariable({ key, type, target, gitBranch: null, customEnvironmentIds: [], comment })
  // A project that was deleted meanwhile may stay in the list.
  const added = projectIds.filter((id) => except?.projectIds.includes(id) !== true)
  for (const id of added) findProject(rows, account, id)
  const isTaken = (each: SharedVariable): boolean =>
    each.id !== except?.id && each.key === key && overlaps(each.target, target)
  if (!rows.sharedVariables.list('byAccount', account.id).some(isTaken)) return
  throw conflict(`A shared variable with the key "${key}" and target already exists.`, 'existing_key_and_target')
}

function overlaps(one: readonly EnvTarget[], other: readonly EnvTarget[]): boolean {
  return one.some((target) => other.includes(target))
}
