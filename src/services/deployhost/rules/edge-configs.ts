import { createHash } from 'node:crypto'
import type { ChangeContext, DeployhostContext, Rows } from '#deployhost/call.ts'
import { conflict, invalidRequest, notFound } from '#deployhost/errors.ts'
import type { EdgeConfig, EdgeConfigBackup, EdgeConfigItem, EdgeConfigToken, Team, User } from '#deployhost/schema.ts'
import { type Account, ownedBy } from './access.ts'
import { firstComplaint } from './json-schema.ts'
import { nextSortKey } from './sort-keys.ts'

type CreationContext = Pick<DeployhostContext, 'rows' | 'clock' | 'ids'>

/** One operation on an item of an Edge Config. */
export interface ItemOperation {
  readonly operation: 'create' | 'update' | 'upsert' | 'delete'
  readonly key: string
  /** Absent: the value stays, and that of a new item is null. */
  readonly value?: unknown
  readonly description?: string | undefined
}

/** The fields of a new Edge Config. */
export interface NewEdgeConfig {
  /** Default: generated. */
  readonly id?: string | undefined
  readonly slug: string
  readonly items: Readonly<Record<string, unknown>>
}

/**
 * Returns the account's Edge Config with this id.
 *
 * @throws 404.
 */
export function findEdgeConfig(rows: Rows, account: Pick<Account, 'id'>, id: string): EdgeConfig {
  const edgeConfig = ownedBy(account, rows.edgeConfigs.get(id))
  if (edgeConfig === undefined) throw notFound('Edge Config')
  return edgeConfig
}

/** @throws 409 when another Edge Config of the account has the slug. */
export function requireFreeSlug(rows: Rows, account: Pick<Account, 'id'>, slug: string): void {
  if (rows.edgeConfigs.find('slug', account.id, slug) === undefined) return
  throw conflict(`An Edge Config with the slug "${slug}" already exists.`)
}

/**
 * Adds an Edge Config with its first items to an account.
 *
 * @throws UniqueViolation for a taken slug.
 */
export function createEdgeConfig(
  context: CreationContext,
  account: { readonly id: string; readonly team: Team | null },
  creator: User,
  { id, slug, items }: NewEdgeConfig,
): EdgeConfig {
  const { rows, clock, ids } = context
  const now = Math.floor(clock.now())
  const edgeConfig = rows.edgeConfigs.insert({
    id: id ?? `ecfg_${ids.base62(28)}`,
    sortKey: nextSortKey(rows.edgeConfigs, now),
    accountId: account.id,
    teamId: account.team?.id ?? null,
    creatorId: creator.id,
    slug,
    digest: digestOf([]),
    schema: null,
    createdAt: now,
    updatedAt: now,
  })
  for (const [key, value] of Object.entries(items)) insertItem(context, edgeConfig, { key, value, description: null })
  return concludeChange(context, edgeConfig, creator)
}

/**
 * Applies operations on items in their order, all of them or none.
 *
 * @throws 409 for the creation of an item that exists, 404 for the update or deletion of one that does not, 400 when
 * the items do not match the schema of the Edge Config.
 */
export function changeItems(
  context: ChangeContext,
  edgeConfig: EdgeConfig,
  user: User,
  operations: readonly ItemOperation[],
): EdgeConfig {
  for (const operation of operations) changeItem(context, edgeConfig, operation)
  if (edgeConfig.schema !== null) requireItemsOfSchema(context.rows, edgeConfig)
  return concludeChange(context, edgeConfig, user)
}

function changeItem(context: CreationContext, edgeConfig: EdgeConfig, change: ItemOperation): void {
  const { rows, clock } = context
  const { operation, key, value, description } = change
  const item = rows.edgeConfigItems.find('key', edgeConfig.id, key)
  if (item === undefined) {
    if (operation === 'update' || operation === 'delete') throw notFound(`Edge Config item "${key}"`)
    insertItem(context, edgeConfig, { key, value: value ?? null, description: description ?? null })
    return
  }
  if (operation === 'create') throw conflict(`The Edge Config item "${key}" already exists.`)
  if (operation === 'delete') rows.edgeConfigItems.delete(item.id)
  else {
    rows.edgeConfigItems.update(item.id, {
      value: value === undefined ? item.value : value,
      description: description ?? item.description,
      updatedAt: Math.floor(clock.now()),
    })
  }
}

function requireItemsOfSchema(rows: Rows, edgeConfig: EdgeConfig): void {
  const refused = firstComplaint(edgeConfig.schema, valuesOf(itemsOf(rows, edgeConfig)))
  if (refused === null) return
  throw invalidRequest(`${refused.path === '' ? '' : `\`${refused.path}\` `}${refused.complaint}`)
}

/** Replaces the items of an Edge Config by those of one of its backups. */
export function restoreBackup(
  context: ChangeContext,
  edgeConfig: EdgeConfig,
  user: User,
  backup: EdgeConfigBackup,
): EdgeConfig {
  const { rows } = context
  for (const { id } of itemsOf(rows, edgeConfig)) rows.edgeConfigItems.delete(id)
  for (const item of backup.items) rows.edgeConfigItems.insert({ edgeConfigId: edgeConfig.id, ...item })
  return concludeChange(context, edgeConfig, user)
}

/** Adds a token that reads an Edge Config. The secret is generated when absent. */
export function createEdgeConfigToken(
  { rows, clock, ids }: CreationContext,
  edgeConfig: EdgeConfig,
  { label, token }: { readonly label: string; readonly token?: string },
): EdgeConfigToken {
  const now = Math.floor(clock.now())
  return rows.edgeConfigTokens.insert({
    id: ids.uuid(),
    sortKey: nextSortKey(rows.edgeConfigTokens, now),
    edgeConfigId: edgeConfig.id,
    token: token ?? ids.secret.uuid(),
    label,
    createdAt: now,
  })
}

/** Returns the items of an Edge Config in the order of their keys. */
export function itemsOf(rows: Rows, { id }: Pick<EdgeConfig, 'id'>): readonly EdgeConfigItem[] {
  return rows.edgeConfigItems.list('byEdgeConfig', id)
}

/** Returns the values of items by key. */
export function valuesOf(items: readonly Pick<EdgeConfigItem, 'key' | 'value'>[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(items.map(({ key, value }) => [key, value]))
}

function insertItem(
  { rows, clock }: CreationContext,
  edgeConfig: EdgeConfig,
  fields: Pick<EdgeConfigItem, 'key' | 'value' | 'description'>,
): void {
  const now = Math.floor(clock.now())
  rows.edgeConfigItems.insert({ edgeConfigId: edgeConfig.id, ...fields, createdAt: now, updatedAt: now })
}

/** Writes the digest of the changed items, and keeps them as a backup. */
function concludeChange(context: CreationContext, edgeConfig: EdgeConfig, user: User): EdgeConfig {
  const { rows, clock, ids } = context
  const now = Math.floor(clock.now())
  const items = itemsOf(rows, edgeConfig)
  const digest = digestOf(items)
  rows.edgeConfigBackups.insert({
    id: ids.base62(32),
    sortKey: nextSortKey(rows.edgeConfigBackups, now),
    edgeConfigId: edgeConfig.id,
    slug: edgeConfig.slug,
    digest,
    items: items.map(({ key, value, description, createdAt, updatedAt }) => ({
      key,
      value,
      description,
      createdAt,
      updatedAt,
    })),
    userId: user.id,
    createdAt: now,
  })
  return rows.edgeConfigs.update(edgeConfig.id, { digest, updatedAt: now })
}

function digestOf(items: readonly EdgeConfigItem[]): string {
  return createHash('sha256')
    .update(JSON.stringify(valuesOf(items)))
    .digest('hex')
}
