import type { Rows } from '#deployhost/call.ts'
import { itemsOf, valuesOf } from '#deployhost/rules/edge-configs.ts'
import type { EdgeConfig, EdgeConfigBackup, EdgeConfigItem, EdgeConfigToken } from '#deployhost/schema.ts'

/** An Edge Config without its items. https://vercel.com/docs/rest-api/edge-config/get-an-edge-config */
export function edgeConfigJson(rows: Rows, edgeConfig: EdgeConfig) {
  const items = itemsOf(rows, edgeConfig)
  return {
    createdAt: edgeConfig.createdAt,
    updatedAt: edgeConfig.updatedAt,
    id: edgeConfig.id,
    slug: edgeConfig.slug,
    ownerId: edgeConfig.accountId,
    createdBy: edgeConfig.creatorId,
    digest: edgeConfig.digest,
    ...(edgeConfig.schema === null ? {} : { schema: edgeConfig.schema }),
    itemCount: items.length,
    sizeInBytes: sizeOf(items),
  }
}

/** An item of an Edge Config. */
export function edgeConfigItemJson(item: EdgeConfigItem) {
  return {
    key: item.key,
    value: item.value,
    ...(item.description === null ? {} : { description: item.description }),
    edgeConfigId: item.edgeConfigId,
    createdAt: item.createdAt,
    updatedAt: item.updatedAt,
  }
}

/** A token that reads an Edge Config. `token` is the secret itself, which the vendor still shows. */
export function edgeConfigTokenJson({ id, token, label, edgeConfigId, createdAt }: EdgeConfigToken) {
  return { token, label, id, edgeConfigId, createdAt, partialToken: `${token.slice(0, 4)}********` }
}

/** A backup in the list of an Edge Config. `withMetadata` adds the size, and who made the change. */
export function listedBackupJson(backup: EdgeConfigBackup, { withMetadata = false } = {}) {
  const { id, createdAt } = backup
  return { id, lastModified: createdAt, ...(withMetadata ? { metadata: metadataJson(backup) } : {}) }
}

/** A backup with its items. https://vercel.com/docs/edge-config/edge-config-backups */
export function backupJson(rows: Rows, backup: EdgeConfigBackup) {
  const user = rows.users.get(backup.userId)
  const items = backup.items.map(({ key, value, description, createdAt, updatedAt }) => [
    key,
    { updatedAt, value, ...(description === null ? {} : { description }), createdAt },
  ])
  return {
    id: backup.id,
    lastModified: backup.createdAt,
    backup: { digest: backup.digest, items: Object.fromEntries(items), slug: backup.slug, updatedAt: backup.createdAt },
    metadata: metadataJson(backup),
    ...(user === undefined
      ? {}
      : {
          user: {
            id: user.id,
            username: user.username,
            email: user.email,
            ...(user.name === null ? {} : { name: user.name }),
            ...(user.avatar === null ? {} : { avatar: user.avatar }),
          },
        }),
  }
}

function metadataJson({ items, createdAt, userId }: EdgeConfigBackup) {
  return {
    updatedAt: String(createdAt),
    updatedBy: userId,
    itemsCount: items.length,
    itemsBytes: sizeOf(items),
  }
}

/** Returns the size of items as JSON, in bytes. */
function sizeOf(items: readonly Pick<EdgeConfigItem, 'key' | 'value'>[]): number {
  return Buffer.byteLength(JSON.stringify(valuesOf(items)))
}
