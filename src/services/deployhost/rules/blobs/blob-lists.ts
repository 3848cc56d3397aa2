import { keyAfter, viewOfIndex } from '#core/list-view.ts'
import { byteOrder, orderAfterPrefix } from '#core/text/byte-order.ts'
import { walkKeys } from '#core/walk-keys.ts'
import type { Rows } from '#deployhost/call.ts'
import { badRequest } from '#deployhost/errors.ts'
import type { Blob, BlobStore } from '#deployhost/schema.ts'

/** The number of entries of a page, and the largest that a client may set. */
const PAGE = 1000

/** A page of a store's blobs. */
export interface BlobPage {
  readonly blobs: readonly Blob[]
  /** The folders of a folded list, each with its slash. */
  readonly folders: readonly string[]
  /** The cursor of the next page; null on the last one. */
  readonly cursor: string | null
}

/**
 * Returns a page of a store's blobs, in the byte order of their pathnames. A folded list has the blobs directly below
 * the prefix, and the folders there. https://vercel.com/docs/vercel-blob/using-blob-sdk#list
 *
 * @throws 400 for a limit that is no positive number, and a mode or a cursor that the vendor does not have.
 */
export function blobPage(rows: Rows, store: BlobStore, query: URLSearchParams): BlobPage {
  const limit = Math.min(PAGE, Number(query.get('limit') ?? PAGE))
  if (!Number.isInteger(limit) || limit < 1) throw badRequest('Invalid limit')
  const mode = query.get('mode') ?? 'expanded'
  if (mode !== 'expanded' && mode !== 'folded') throw badRequest('Invalid mode')
  const cursor = query.get('cursor')
  const order = viewOfIndex(rows.blobs, 'byPathname', [store.id])
  const {
    rows: blobs,
    commonPrefixes: folders,
    last,
  } = walkKeys(
    order,
    {
      prefix: query.get('prefix') ?? '',
      delimiter: mode === 'folded' ? '/' : '',
      limit,
      from: cursor === null ? 0 : order.countBefore(orderAfter(cursor)),
    },
    ({ pathname }) => pathname,
  )
  if (last === null) return { blobs, folders, cursor: null }
  const text = 'commonPrefix' in last ? `f${last.commonPrefix}` : `b${last.row.pathname}`
  return { blobs, folders, cursor: Buffer.from(text).toString('base64url') }
}

/** Returns the place in the order after a cursor: after a blob, or after all blobs of a folder. */
function orderAfter(cursor: string): string {
  const text = Buffer.from(cursor, 'base64url').toString()
  if (text.startsWith('f')) return orderAfterPrefix(text.slice(1))
  if (text.startsWith('b')) return keyAfter(byteOrder(text.slice(1)))
  throw badRequest('Invalid cursor')
}
