import type { Environment } from '#codehost/schema/deployments.ts'
import { targetColumns, type Target } from '../repos/targets.ts'

/** The owner of secrets and variables: a repository, an organization, or an environment of a repository. */
export type SettingTarget = Target & { readonly environment?: Environment }

/** Returns the columns that store a target. */
export function settingColumns(target: SettingTarget) {
  const { environment } = target
  return environment === undefined
    ? { ...targetColumns(target), environmentId: null }
    : { repoId: null, orgId: null, environmentId: environment.id }
}
