import type { SettingTarget } from '#codehost/rules/settings/targets.ts'
import type { SettingKind, ActionsSetting } from '#codehost/schema/settings.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { CodehostCall } from '#codehost/call.ts'
import type { Permission } from '#codehost/schema/repos.ts'
import { requirePermissionOr, requireOrganizationOwnerOr } from './access.ts'
import { forbidden, notFound, archived, conflict } from '#codehost/errors.ts'
import { findSetting, pathOf } from '#codehost/rules/settings/actions-settings.ts'

/** The values that the steps of secrets and variables add to the call. */
export interface SettingsContext<T extends SettingTarget = SettingTarget> {
  readonly kind: SettingKind
  readonly target: T
  readonly user: Account
}

/** The target of a repository's settings. */
export type RepositoryTarget = Extract<SettingTarget, { readonly org: null }>

/** The target of an organization's settings. */
export type OrganizationTarget = Extract<SettingTarget, { readonly repo: null }>

type RepositoryCall = CodehostCall & { readonly params: { readonly owner: string; readonly repo: string } }

type OrganizationCall = CodehostCall & { readonly params: { readonly org: string } }

/**
 * A step: loads the repository in the path for users with at least `permission` and a token with `repo`.
 * https://docs.github.com/rest/actions/secrets
 *
 * @throws 404, 401, 403.
 */
export function requireRepositorySettings(kind: SettingKind, permission: Permission = 'push') {
  const sentence = `You must have repository read permissions or have the repository ${kind.replace('_', ' ')} fine-grained permission.`
  const find = requirePermissionOr(() => forbidden(sentence), permission, 'repo')
  return (call: RepositoryCall): SettingsContext<RepositoryTarget> => {
    const { repo, user } = find(call)
    return { kind, target: { repo, org: null }, user }
  }
}

/**
 * A step like {@link requireRepositorySettings} for changes.
 *
 * @throws 403 for an archived repository.
 */
export function requireWritableSettings(kind: SettingKind) {
  const find = requireRepositorySettings(kind)
  return (call: RepositoryCall): SettingsContext<RepositoryTarget> => {
    const found = find(call)
    requireNotArchived(found)
    return found
  }
}

/**
 * A step: loads the organization in the path for its owners and a token with `admin:org`.
 *
 * @throws 404, 401, 403.
 */
export function requireOrganizationSettings(kind: SettingKind) {
  const sentence = `You must be an org admin or have the ${pathOf(kind).replace('/', ' ')} fine-grained permission.`
  const find = requireOrganizationOwnerOr(() => forbidden(sentence), 'admin:org')
  return (call: OrganizationCall): SettingsContext<OrganizationTarget> => {
    const { org, user } = find(call)
    return { kind, target: { repo: null, org }, user }
  }
}

/**
 * A step after one of the above: loads the secret or variable that the path names.
 *
 * @throws 404.
 */
export function loadSetting(call: CodehostCall & SettingsContext): { readonly setting: ActionsSetting } {
  const setting = findSetting(call.rows, call.kind, call.target, settingName(call))
  if (setting === undefined) throw notFound()
  return { setting }
}

/** Returns the name in the path. Routes of secrets and of variables use different parameters for it. */
export function settingName({ params }: Pick<CodehostCall, 'params'>): string {
  return params['secret_name'] ?? params['name'] ?? ''
}

/**
 * A step: requires a repository that is not archived, or an organization.
 *
 * @throws 403.
 */
export function requireNotArchived({ target }: { readonly target: SettingTarget }): void {
  if (target.repo?.archived === true) throw archived()
}

/**
 * A step: requires a setting for selected repositories.
 *
 * @throws 409.
 */
export function requireSelection({ setting }: { readonly setting: ActionsSetting }): void {
  if (setting.visibility !== 'selected') throw conflict('Conflict')
}
