import { collection } from '#core/store.ts'
import { cascade } from './keys.ts'

/** The kinds of settings: secrets and variables of Actions, and secrets of Dependabot and of Codespaces. */
export type SettingKind = SettingList | 'dependabot_secrets' | 'codespaces_secrets'

/** The vendor's names of the lists of settings. The API never shows the values of secrets. */
export type SettingList = 'secrets' | 'variables'

/**
 * A secret or a variable, of a repository, an organization or an environment. Exactly one of the three ids
 * is set.
 */
export interface ActionsSetting {
  readonly id: number
  readonly kind: SettingKind
  readonly repoId: number | null
  readonly orgId: number | null
  readonly environmentId: number | null
  /** The name in upper case. */
  readonly name: string
  /** The plain value; for secrets, the content of the sealed box. */
  readonly value: string
  /** Organizations only: the repositories that the setting applies to. */
  readonly visibility: Visibility | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** The repositories of an organization that a setting applies to. `private` includes internal ones. */
export type Visibility = 'all' | 'private' | 'selected'

/** A repository of a setting with visibility `selected`. */
export interface SettingRepo {
  readonly id: number
  readonly settingId: number
  readonly repoId: number
}

/** The collections of Actions secrets and variables. */
export const settingCollections = {
  actionsSettings: collection<ActionsSetting>()({
    unique: {
      ofRepo: ['kind', 'repoId', 'name'],
      ofOrg: ['kind', 'orgId', 'name'],
      ofEnvironment: ['kind', 'environmentId', 'name'],
    },
    indexes: {
      byRepo: ['kind', 'repoId', 'name'],
      byOrg: ['kind', 'orgId', 'name'],
      byEnvironment: ['kind', 'environmentId', 'name'],
    },
    references: { repoId: cascade('repos'), orgId: cascade('accounts'), environmentId: cascade('environments') },
  }),
  settingRepos: collection<SettingRepo>()({
    unique: { repo: ['settingId', 'repoId'] },
    indexes: { bySetting: ['settingId', 'repoId'] },
    references: { settingId: cascade('actionsSettings'), repoId: cascade('repos') },
  }),
}
