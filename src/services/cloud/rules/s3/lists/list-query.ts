import type { CloudCall } from '#cloud/call.ts'
import { invalidArgument } from '#cloud/errors/s3.ts'
import type { ListStart } from './list-objects.ts'
import { pageNumber } from './page-number.ts'
import { commonPrefixOf, type WalkQuery } from '#core/walk-keys.ts'

/** The largest number of entries in a page. */
const LIMIT = 1000

/** Encodes a text of a list: unchanged, or percent-encoded when the client asks for it. */
export type Encode = (text: string) => string

/** The parameters that both versions of ListObjects share. */
export interface ListParameters extends Omit<WalkQuery, 'from'> {
  /** The number of entries as answered; at most the limit. */
  readonly maxKeys: number
  /** As the client wrote it: `url`, in any case, or null. */
  readonly encodingType: string | null
  readonly encode: Encode
}

/**
 * Parses the parameters that both versions of ListObjects share.
 *
 * @throws `InvalidArgument` for invalid ones.
 */
export function listParameters(
  { query }: CloudCall,
  limitName: 'max-keys' | 'max-uploads' = 'max-keys',
): ListParameters {
  const encodingType = query.get('encoding-type')
  if (encodingType !== null && encodingType.toLowerCase() !== 'url') {
    throw invalidArgument('Invalid Encoding Method specified in Request', 'encoding-type', encodingType)
  }
  const inRange = limitName === 'max-keys' ? 'maxKeys' : limitName
  const maxKeys = Math.min(pageNumber(query.get(limitName), { name: limitName, inRange, otherwise: LIMIT }), LIMIT)
  return {
    prefix: query.get('prefix') ?? '',
    delimiter: query.get('delimiter') ?? '',
    limit: maxKeys,
    maxKeys,
    encodingType,
    encode: encodingType !== null ? urlEncoded : (text) => text,
  }
}

/** Encodes a text as a form does, except for the slash. */
function urlEncoded(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replaceAll('%2F', '/')
    .replaceAll(/[!'()~]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** Returns an opaque token of the position after an entry. */
export function continuationToken(last: NonNullable<ListStart>): string {
  const text = 'key' in last ? `k${last.key}` : `p${last.commonPrefix}`
  return Buffer.from(`1${text}`).toString('base64')
}

/**
 * Returns the start of a ListObjectsV2 page: after its continuation token, otherwise after the key in `start-after`.
 */
export function startOfSecondVersion({ query }: CloudCall): ListStart {
  const token = query.get('continuation-token')
  if (token !== null) {
    const [, kind, text] = /^1([kp])([\s\S]+)$/.exec(Buffer.from(token, 'base64').toString('utf8')) ?? []
    if (kind === undefined || text === undefined) {
      throw invalidArgument('The continuation token provided is incorrect', 'continuation-token')
    }
    return kind === 'k' ? { key: text } : { commonPrefix: text }
  }
  const after = query.get('start-after')
  return after === null || after === '' ? null : { key: after }
}

/**
 * Returns the start of a ListObjects page: after its marker, and where that is a common prefix, or a key below one,
 * after all keys below that.
 */
export function startOfFirstVersion({ query }: CloudCall, { prefix, delimiter }: ListParameters): ListStart {
  const marker = query.get('marker')
  if (marker === null || marker === '') return null
  const group = marker.startsWith(prefix) ? commonPrefixOf(marker, prefix, delimiter) : null
  return group === null ? { key: marker } : { commonPrefix: group }
}
