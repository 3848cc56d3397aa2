import { keyAfter, viewOfIndex } from '#core/list-view.ts'
import type { CloudContext } from '#cloud/call.ts'
import type { ObjectVersion } from '#cloud/schema/s3.ts'
import { byteOrder, orderAfterPrefix } from '#core/text/byte-order.ts'
import { walkKeys, type KeyOrder, type Walk, type WalkQuery } from '#core/walk-keys.ts'

/** The position after which a list begins: a key, or a common prefix with all keys below it; null for the beginning. */
export type ListStart = { readonly key: string } | { readonly commonPrefix: string } | null

/** Returns the objects of a bucket that lists show, in the byte order of their keys. */
export function listedObjects({ rows }: Pick<CloudContext, 'rows'>, bucket: string): KeyOrder<ObjectVersion> {
  return viewOfIndex(rows.objects, 'listed', [bucket])
}

/**
 * Returns a page of the objects of a bucket. https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-prefixes.html
 */
export function listPage(
  order: KeyOrder<ObjectVersion>,
  query: Omit<WalkQuery, 'from'>,
  start: ListStart,
): Walk<ObjectVersion> {
  const from = start === null ? 0 : order.countBefore(orderAfter(start))
  return walkKeys(order, { ...query, from }, ({ key }) => key)
}

function orderAfter(start: NonNullable<ListStart>): string {
  return 'commonPrefix' in start ? orderAfterPrefix(start.commonPrefix) : keyAfter(byteOrder(start.key))
}

/** Returns the last entry of a page: the key of an object, or a common prefix. */
export function lastEntry({ last }: Walk<ObjectVersion>): ListStart {
  return last === null || 'commonPrefix' in last ? last : { key: last.row.key }
}
