import { collection } from '../../../core/store.ts'
import { cascade } from './keys.ts'

/** What Actions gives to workflows: secrets, which the API never shows, and variables. Also what the API calls lists of them. */
export type SettingKind = 'secrets' | 'variables'

/** A secret or a variable of Actions, of a repository or of an organization: one of the two ids is set. */
export interface ActionsSetting {
  readonly id: number
  readonly kind: SettingKind
  readonly repoId: number | null
  readonly orgId: number | null
  /** In upper case. */
  readonly name: string
  /** In the clear: of a secret, what was in the sealed box. */
  readonly value: string
  /** Organizations only: which of their repositories it is for. */
  readonly visibility: Visibility | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** Which repositories of an organization something is for; `private` are internal ones too. */
export type Visibility = 'all' | 'private' | 'selected'

/** One of the repositories that a setting of visibility `selected` is for. */
export interface SettingRepo {
  readonly id: number
  readonly settingId: number
  readonly repoId: number
}

/** What a codehost instance remembers of the secrets and variables of Actions. */
export const settingCollections = {
  actionsSettings: collection<ActionsSetting>()({
    unique: { ofRepo: ['kind', 'repoId', 'name'], ofOrg: ['kind', 'orgId', 'name'] },
    indexes: { byRepo: ['kind', 'repoId', 'name'], byOrg: ['kind', 'orgId', 'name'] },
    references: { repoId: cascade('repos'), orgId: cascade('accounts') },
  }),
  settingRepos: collection<SettingRepo>()({
    unique: { repo: ['settingId', 'repoId'] },
    indexes: { bySetting: ['settingId', 'repoId'] },
    references: { settingId: cascade('actionsSettings'), repoId: cascade('repos') },
  }),
}
