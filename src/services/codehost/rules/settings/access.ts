import { requirePermissionOr, requireOrganizationOwnerOr } from '../../access.ts'
import type { CodehostCall } from '../../call.ts'
import { forbidden, notFound } from '../../errors.ts'
import type { Account } from '../../schema/accounts.ts'
import type { Permission } from '../../schema/repos.ts'
import type { ActionsSetting, SettingKind } from '../../schema/settings.ts'
import { findSetting } from './actions-settings.ts'
import { requireNotArchived, type Target } from '../repos/targets.ts'

/** What the steps of secrets and variables find. */
export interface SettingsContext<T extends Target = Target> {
  readonly kind: SettingKind
  readonly target: T
  readonly user: Account
}

/** Of a repository, of an organization. */
export type RepositoryTarget = Extract<Target, { readonly org: null }>
export type OrganizationTarget = Extract<Target, { readonly repo: null }>

type RepositoryCall = CodehostCall & { readonly params: { readonly owner: string; readonly repo: string } }
type OrganizationCall = CodehostCall & { readonly params: { readonly org: string } }

/**
 * A step: the repository of the path, for people who were given at least `permission` and whose token has `repo`. 404, 401, 403.
 * https://docs.github.com/rest/actions/secrets
 */
export function requireRepositorySettings(kind: SettingKind, permission: Permission = 'push') {
  const sentence = `You must have repository read permissions or have the repository ${kind} fine-grained permission.`
  const find = requirePermissionOr(() => forbidden(sentence), permission, 'repo')
  return (call: RepositoryCall): SettingsContext<RepositoryTarget> => {
    const { repo, user } = find(call)
    return { kind, target: { repo, org: null }, user }
  }
}

/** A step as {@link requireRepositorySettings}, for a change: 403 for an archived repository. */
export function requireWritableSettings(kind: SettingKind) {
  const find = requireRepositorySettings(kind)
  return (call: RepositoryCall): SettingsContext<RepositoryTarget> => {
    const found = find(call)
    requireNotArchived(found)
    return found
  }
}

/** A step: the organization of the path, for its owners and a token with `admin:org`. 404, 401, 403. */
export function requireOrganizationSettings(kind: SettingKind) {
  const sentence = `You must be an org admin or have the actions ${kind} fine-grained permission.`
  const find = requireOrganizationOwnerOr(() => forbidden(sentence), 'admin:org')
  return (call: OrganizationCall): SettingsContext<OrganizationTarget> => {
    const { org, user } = find(call)
    return { kind, target: { repo: null, org }, user }
  }
}

/** A step after one of those two: the secret or variable of the path. 404. */
export function loadSetting(call: CodehostCall & SettingsContext): { readonly setting: ActionsSetting } {
  const setting = findSetting(call.rows, call.kind, call.target, settingName(call))
  if (setting === undefined) throw notFound()
  return { setting }
}

/** The name in the path: secrets and variables have it under different parameters. */
export function settingName({ params }: Pick<CodehostCall, 'params'>): string {
  return params['secret_name'] ?? params['name'] ?? ''
}
