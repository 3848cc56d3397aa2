import * as v from 'valibot'
import { empty, json, type Answer } from '#core/answer.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { defined } from '#core/objects.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound, validationFailed } from '#codehost/errors.ts'
import { repositoryJson } from '#codehost/json/repos/repository.ts'
import { organizationSecretJson, secretJson } from '#codehost/json/settings/secret.ts'
import { organizationVariableJson, variableJson } from '#codehost/json/settings/variable.ts'
import { answerNamedPage } from '#codehost/json/pagination.ts'
import {
  addSetting,
  changeSetting,
  findSetting,
  listNameOf,
  select,
  settingsFor,
  settingsOf,
} from '#codehost/rules/settings/actions-settings.ts'
import { missingSealedValue } from '#codehost/rules/settings/sealed-secrets.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { ActionsSetting, SettingKind, Visibility } from '#codehost/schema/settings.ts'
import {
  type SettingsContext,
  type RepositoryTarget,
  type OrganizationTarget,
  settingName,
} from '#codehost/steps/settings.ts'

// The handlers for secrets and variables of repositories and organizations.

const id = v.pipe(v.number(), v.integer())
const text = v.string()

const Sharing = {
  visibility: v.picklist(['all', 'private', 'selected']),
  selected_repository_ids: v.optional(v.array(v.union([id, v.pipe(v.string(), v.digits(), v.transform(Number))]))),
}

/** The body of a repository's secret. */
export const SecretInput = v.object({
  encrypted_value: v.pipe(
    text,
    // oxlint-disable-next-line no-useless-escape -- the vendor shows these escapes in its refusal
    v.regex(/^(?:[A-Za-z0-9+\/]{4})*(?:[A-Za-z0-9+\/]{2}==|[A-Za-z0-9+\/]{3}=|[A-Za-z0-9+\/]{4})$/),
  ),
  key_id: text,
})

/** The body of an organization's secret, where a new value is optional. */
export const SharedSecretInput = v.object({ ...v.partial(SecretInput).entries, ...Sharing })

/** The body of a repository's new variable. */
export const VariableInput = v.object({ name: text, value: text })

/** The body that changes a repository's variable. */
export const VariableChanges = v.partial(VariableInput)

/** The body of an organization's new variable. */
export const SharedVariableInput = v.object({ ...VariableInput.entries, ...Sharing })

/** The body that changes an organization's variable. */
export const SharedVariableChanges = v.partial(SharedVariableInput)

/** The body of a new selection of repositories. */
export const SelectionChanges = v.object({ selected_repository_ids: v.array(id) })

type SettingsCall = CodehostCall & SettingsContext
type SettingCall = SettingsCall & { readonly setting: ActionsSetting }
type OrganizationSettingsCall = CodehostCall & SettingsContext<OrganizationTarget>
type SelectionCall = OrganizationSettingsCall & { readonly setting: ActionsSetting }
type SelectedRepoCall = SelectionCall & { readonly params: { readonly repository_id: string } }

/** The members of a body about the visibility of an organization's setting; absent for a repository's. */
interface SharingInput {
  readonly visibility?: Visibility | undefined
  readonly selected_repository_ids?: readonly number[] | undefined
}

/** The default and largest page sizes. */
const SIZES = { secrets: { usual: 30, largest: 100 }, variables: { usual: 10, largest: 30 } } as const

const IN_REPOSITORY = { secrets: secretJson, variables: variableJson } as const
const IN_ORGANIZATION = { secrets: organizationSecretJson, variables: organizationVariableJson } as const

/** Lists settings by name. */
export function listSettings(call: SettingsCall): Answer {
  const { rows, kind, target } = call
  const list = listNameOf(kind)
  return answerNamedPage(call, list, settingsOf(rows, kind, target), (setting) => written(call, setting), SIZES[list])
}

/** Lists the organization's settings that a repository can use. */
export function listShared(call: CodehostCall & SettingsContext<RepositoryTarget>): Answer {
  const { rows, kind, target } = call
  const list = listNameOf(kind)
  return answerNamedPage(call, list, settingsFor(rows, kind, target.repo), IN_REPOSITORY[list], SIZES[list])
}

/** Shows the public key for which clients seal the secrets of a repository or an organization. */
export function getPublicKey({ key }: { readonly key: { readonly key_id: string; readonly key: string } }) {
  return json(key)
}

/** Shows a setting; for a secret, without its value. */
export function getSetting(call: SettingCall): Answer {
  return json(written(call, call.setting))
}

/** Deletes a setting. */
export function deleteSetting(call: SettingCall): Answer {
  call.rows.actionsSettings.delete(call.setting.id)
  return empty()
}

/** Creates a secret (201) or replaces it (204). `value` is the unsealed value, null to keep the current one. */
export function putSecret(
  call: SettingsCall & {
    readonly value: string | null
    readonly body: SharingInput & { readonly key_id?: string | undefined }
  },
): Answer {
  const { rows, kind, target, value, body } = call
  const name = settingName(call)
  const before = findSetting(rows, kind, target, name)
  if (before === undefined && value === null) throw missingSealedValue()
  const { visibility = null } = body
  const setting =
    before === undefined
      ? addSetting(call, { kind, target, name, value: value ?? '', visibility })
      : changeSetting(call, target, before, { ...(value === null ? {} : { value }), visibility })
  share(call, setting, body)
  return before === undefined ? json({}, 201) : empty()
}

/** Creates a variable. */
export function createVariable(
  call: SettingsCall & { readonly body: SharingInput & { readonly name: string; readonly value: string } },
): Answer {
  const { kind, target, body } = call
  const { name, value, visibility = null } = body
  share(call, addSetting(call, { kind, target, name, value, visibility }), body)
  return json({}, 201)
}

/** Updates a variable, which may rename it. Members that the body leaves out stay. */
export function updateVariable(
  call: SettingCall & {
    readonly body: SharingInput & { readonly name?: string | undefined; readonly value?: string | undefined }
  },
): Answer {
  const { target, setting, body } = call
  const { name, value, visibility } = body
  share(call, changeSetting(call, target, setting, defined({ name, value, visibility })), body)
  return empty()
}

/** Lists the repositories that can use a setting. */
export function listSelected(call: SelectionCall): Answer {
  const { rows, setting, user } = call
  return answerNamedPage(
    call,
    'repositories',
    viewOfIndex(rows.settingRepos, 'bySetting', [setting.id]),
    ({ repoId }) => repositoryJson(call, rows.repos.require(repoId), user),
  )
}

/** Replaces the repositories that can use a setting. */
export function setSelected(call: SelectionCall & { readonly body: v.InferOutput<typeof SelectionChanges> }): Answer {
  const { rows, kind, target, setting, body } = call
  select(rows, setting, reposOf(call, kind, target.org, body.selected_repository_ids))
  return empty()
}

/** Adds a repository to those that can use a setting. */
export function addSelected(call: SelectedRepoCall): Answer {
  const { rows, setting } = call
  const repo = repoOfPath(call)
  if (rows.settingRepos.find('repo', setting.id, repo.id) === undefined) {
    rows.settingRepos.insert({ settingId: setting.id, repoId: repo.id })
  }
  return empty()
}

/** Removes a repository from those that can use a setting. */
export function removeSelected(call: SelectedRepoCall): Answer {
  const { rows, setting } = call
  const selected = rows.settingRepos.find('repo', setting.id, repoOfPath(call).id)
  if (selected !== undefined) rows.settingRepos.delete(selected.id)
  return empty()
}

function written(call: CodehostCall, setting: ActionsSetting) {
  return setting.orgId === null
    ? IN_REPOSITORY[listNameOf(setting.kind)](setting)
    : IN_ORGANIZATION[listNameOf(setting.kind)](call, setting)
}

/** Stores the selection that a body names. A setting for all or all private repositories has none. */
function share(call: SettingsCall, setting: ActionsSetting, { selected_repository_ids: ids }: SharingInput): void {
  const { rows, kind, target } = call
  if (target.repo !== null) return
  if (setting.visibility !== 'selected') select(rows, setting, [])
  else if (ids !== undefined) select(rows, setting, reposOf(call, kind, target.org, ids))
}

/**
 * Returns the organization's repositories with these ids.
 *
 * @throws 422 when one is missing.
 */
function reposOf({ rows }: CodehostCall, kind: SettingKind, org: Account, ids: readonly number[]): Repo[] {
  const resource = listNameOf(kind) === 'secrets' ? 'Secret' : 'Variable'
  return ids.map((value) => {
    const repo = rows.repos.get(value)
    if (repo?.ownerId === org.id) return repo
    throw validationFailed({ resource, field: 'selected_repository_ids', code: 'invalid', value })
  })
}

/**
 * Returns the organization's repository with the id in the path.
 *
 * @throws 404.
 */
function repoOfPath({ rows, target, params }: SelectedRepoCall): Repo {
  const repo = rows.repos.get(Number(params.repository_id))
  if (repo?.ownerId !== target.org.id) throw notFound()
  return repo
}
