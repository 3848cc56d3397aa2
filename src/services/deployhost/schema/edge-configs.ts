import { collection } from '#core/store.ts'
import type { Sortable } from './accounts.ts'

/** A store of values that functions read at the edge. https://vercel.com/docs/edge-config */
export interface EdgeConfig extends Sortable {
  /** `ecfg_` and 28 digits and letters. */
  readonly id: string
  /** The id of the team or user that owns it. */
  readonly accountId: string
  readonly teamId: string | null
  readonly creatorId: string
  readonly slug: string
  /** The SHA-256 of the items, in hexadecimal. */
  readonly digest: string
  /** The JSON schema that describes the items; null when none is set. */
  readonly schema: unknown
  readonly createdAt: number
  readonly updatedAt: number
}

/** A value of an Edge Config, under its key. */
export interface EdgeConfigItem {
  readonly id: number
  readonly edgeConfigId: string
  readonly key: string
  /** A value that JSON can express. */
  readonly value: unknown
  readonly description: string | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** A secret that reads an Edge Config. */
export interface EdgeConfigToken extends Sortable {
  /** A UUID, which is no secret. */
  readonly id: string
  readonly edgeConfigId: string
  /** The secret that clients send. */
  readonly token: string
  readonly label: string
  readonly createdAt: number
}

/** The items that an Edge Config had after one of its changes. */
export interface EdgeConfigBackup extends Sortable {
  /** 32 digits and letters. */
  readonly id: string
  readonly edgeConfigId: string
  readonly slug: string
  readonly digest: string
  readonly items: readonly Pick<EdgeConfigItem, 'key' | 'value' | 'description' | 'createdAt' | 'updatedAt'>[]
  /** The user who made the change. */
  readonly userId: string
  readonly createdAt: number
}

const cascade = (to: string) => ({ to, onDelete: 'cascade' }) as const

/** The collections of Edge Configs, with their items, tokens and backups. */
export const edgeConfigCollections = {
  edgeConfigs: collection<EdgeConfig>()({
    unique: { slug: ['accountId', 'slug'] },
    indexes: { bySortKey: ['sortKey'], byAccount: ['accountId', 'sortKey'] },
    references: { teamId: cascade('teams'), creatorId: { to: 'users', onDelete: 'restrict' } },
  }),
  edgeConfigItems: collection<EdgeConfigItem>()({
    unique: { key: ['edgeConfigId', 'key'] },
    indexes: { byEdgeConfig: ['edgeConfigId', 'key'] },
    references: { edgeConfigId: cascade('edgeConfigs') },
  }),
  edgeConfigTokens: collection<EdgeConfigToken>()({
    unique: { token: ['token'] },
    indexes: { bySortKey: ['sortKey'], byEdgeConfig: ['edgeConfigId', 'sortKey'] },
    references: { edgeConfigId: cascade('edgeConfigs') },
  }),
  edgeConfigBackups: collection<EdgeConfigBackup>()({
    indexes: { bySortKey: ['sortKey'], byEdgeConfig: ['edgeConfigId', 'sortKey'] },
    references: { edgeConfigId: cascade('edgeConfigs') },
  }),
}
