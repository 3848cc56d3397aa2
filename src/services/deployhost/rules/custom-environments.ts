import type { ChangeContext, DeployhostContext, Rows } from '#deployhost/call.ts'
import { badRequest, conflict, notFound } from '#deployhost/errors.ts'
import type { BranchMatcher, CustomEnvironment, EnvVariable, Project, User } from '#deployhost/schema.ts'
import { ENV_TARGETS } from '#deployhost/schema/projects.ts'
import { dropProjectDomain } from './domains.ts'
import { createVariable } from './projects.ts'
import { nextSortKey } from './sort-keys.ts'

/** The fields of a new custom environment. */
export interface NewCustomEnvironment {
  readonly slug: string
  readonly description: string | null
  readonly branchMatcher: BranchMatcher | null
}

/** Returns the project's custom environment with this slug or id, or undefined. */
export function customEnvironmentOf(rows: Rows, project: Pick<Project, 'id'>, slugOrId: string) {
  const byId = rows.customEnvironments.get(slugOrId)
  return byId?.projectId === project.id ? byId : rows.customEnvironments.find('slug', project.id, slugOrId)
}

/**
 * Returns the project's custom environment with this slug or id.
 *
 * @throws 404.
 */
export function findCustomEnvironment(rows: Rows, project: Pick<Project, 'id'>, slugOrId: string): CustomEnvironment {
  const environment = customEnvironmentOf(rows, project, slugOrId)
  if (environment === undefined) throw notFound('Custom environment')
  return environment
}

/** Returns the ids of the custom environments that are named by slug or id; a name that none has stays as it is. */
export function customEnvironmentIdsOf(rows: Rows, project: Project, slugsOrIds: readonly string[]): string[] {
  return slugsOrIds.map((each) => customEnvironmentOf(rows, project, each)?.id ?? each)
}

/** @throws 400 for the slug of a standard environment, 409 for one that another environment of the project has. */
export function requireFreeEnvironmentSlug(rows: Rows, project: Project, slug: string): void {
  if (ENV_TARGETS.some((target) => target === slug)) {
    throw badRequest(`The environment slug "${slug}" is reserved.`)
  }
  if (rows.customEnvironments.find('slug', project.id, slug) === undefined) return
  throw conflict(`A custom environment with the slug "${slug}" already exists.`)
}

/** Adds a custom environment to a project. The caller has checked that its slug is free. */
export function createCustomEnvironment(
  { rows, clock, ids }: Pick<DeployhostContext, 'rows' | 'clock' | 'ids'>,
  project: Project,
  fields: NewCustomEnvironment,
): CustomEnvironment {
  const now = Math.floor(clock.now())
  return rows.customEnvironments.insert({
    id: `env_${ids.base62(28)}`,
    sortKey: nextSortKey(rows.customEnvironments, now),
    projectId: project.id,
    ...fields,
    createdAt: now,
    updatedAt: now,
  })
}

/**
 * Copies the variables of an environment of the project, which is named by its target, slug or id, to a custom one.
 *
 * @throws 404 for an unknown environment.
 */
export function copyVariables(
  context: ChangeContext,
  project: Project,
  user: User,
  { from, to }: { readonly from: string; readonly to: CustomEnvironment },
): void {
  const { rows } = context
  const isStandard = ENV_TARGETS.some((target) => target === from)
  const source = isStandard ? null : findCustomEnvironment(rows, project, from)
  const isOfSource = ({ target, customEnvironmentIds, gitBranch }: EnvVariable): boolean =>
    source === null
      ? gitBranch === null && target.some((each) => each === from)
      : customEnvironmentIds.includes(source.id)
  for (const { key, value, type, comment } of rows.envVariables.list('byProject', project.id).filter(isOfSource)) {
    createVariable(context, project, user, {
      key,
      value,
      type,
      comment,
      target: [],
      customEnvironmentIds: [to.id],
    })
  }
}

/**
 * Deletes a custom environment with its domains. Its variables lose it; those that are for no other environment stay
 * without one, unless `deletesUnassigned`.
 */
export function deleteCustomEnvironment(
  { rows }: Pick<DeployhostContext, 'rows'>,
  environment: CustomEnvironment,
  { deletesUnassigned }: { readonly deletesUnassigned: boolean },
): void {
  const { id, projectId } = environment
  for (const variable of rows.envVariables.list('byProject', projectId)) {
    if (!variable.customEnvironmentIds.includes(id)) continue
    const customEnvironmentIds = variable.customEnvironmentIds.filter((each) => each !== id)
    const isUnassigned = variable.target.length === 0 && customEnvironmentIds.length === 0
    if (isUnassigned && deletesUnassigned) rows.envVariables.delete(variable.id)
    else rows.envVariables.update(variable.id, { customEnvironmentIds })
  }
  for (const domain of rows.projectDomains.list('byProject', projectId)) {
    if (domain.customEnvironmentId === id) dropProjectDomain(rows, domain)
  }
  rows.customEnvironments.delete(id)
}

/** Returns the custom environment of the project that tracks a branch; null for none. */
export function environmentOfBranch(rows: Rows, { id }: Project, branch: string | null): CustomEnvironment | null {
  if (branch === null) return null
  const environments = rows.customEnvironments.list('byProject', id)
  return environments.find(({ branchMatcher }) => branchMatcher !== null && isMatch(branchMatcher, branch)) ?? null
}

function isMatch({ type, pattern }: BranchMatcher, branch: string): boolean {
  if (type === 'equals') return branch === pattern
  return type === 'startsWith' ? branch.startsWith(pattern) : branch.endsWith(pattern)
}
