import type { CloudCall } from '../../call.ts'
import { invalidArgument } from '../../errors-s3.ts'
import type { After } from './list-objects.ts'
import { commonPrefixOf, type WalkQuery } from './walk-keys.ts'

/** The most entries of a page. */
const LIMIT = 1000

/** How the texts of a list are written: as they are, or as parts of a URL where the client asks for it. */
export type Encode = (text: string) => string

/** What both versions of the list have in common. */
export interface ListParameters extends Omit<WalkQuery, 'from'> {
  /** How many entries were asked for; what is given back. */
  readonly maxKeys: number
  readonly isEncoded: boolean
  readonly encode: Encode
}

/** The parameters that both versions of the list have. Throws `InvalidArgument` for what cannot be. */
export function listParameters({ query }: CloudCall, limitName = 'max-keys'): ListParameters {
  const encoding = query.get('encoding-type')
  if (encoding !== null && encoding !== '' && encoding !== 'url') {
    throw invalidArgument('Invalid Encoding Method specified in Request', 'encoding-type', encoding)
  }
  const maxKeys = limitOf(query.get(limitName), limitName)
  const isEncoded = encoding === 'url'
  return {
    prefix: query.get('prefix') ?? '',
    delimiter: query.get('delimiter') ?? '',
    limit: maxKeys,
    maxKeys,
    isEncoded,
    encode: isEncoded ? urlEncoded : (text) => text,
  }
}

function limitOf(given: string | null, name: string): number {
  if (given === null || given === '') return LIMIT
  if (!/^-?\d+$/.test(given) || Number(given) > 2_147_483_647) {
    throw invalidArgument(`Provided ${name} not an integer or within integer range`, name, given)
  }
  if (Number(given) < 0) {
    const camel = name.replaceAll(/-(\w)/g, (_match, letter: string) => letter.toUpperCase())
    throw invalidArgument(`Argument ${camel} must be an integer between 0 and 2147483647`, name, given)
  }
  return Math.min(Number(given), LIMIT)
}

/** As a form would encode it, but for the slash. */
function urlEncoded(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replaceAll('%2F', '/')
    .replaceAll(/[!'()~]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** Where the list goes on, for clients to hand back unread. */
export function continuationToken(last: NonNullable<After>): string {
  const text = 'key' in last ? `k${last.key}` : `p${last.commonPrefix}`
  return Buffer.from(`1${text}`).toString('base64')
}

/** Where a list of the second version begins: behind its token, else behind the key that is named. */
export function startOfSecondVersion({ query }: CloudCall): After {
  const token = query.get('continuation-token')
  if (token !== null) {
    const [, kind, text] = /^1([kp])([\s\S]+)$/.exec(Buffer.from(token, 'base64').toString('utf8')) ?? []
    if (kind === undefined || text === undefined) {
      throw invalidArgument('The continuation token provided is incorrect', 'continuation-token', token)
    }
    return kind === 'k' ? { key: text } : { commonPrefix: text }
  }
  const after = query.get('start-after')
  return after === null || after === '' ? null : { key: after }
}

/** Where a list of the first version begins: behind its marker, and where that is a common prefix behind all below it. */
export function startOfFirstVersion({ query }: CloudCall, { prefix, delimiter }: ListParameters): After {
  const marker = query.get('marker')
  if (marker === null || marker === '') return null
  const group = marker.startsWith(prefix) ? commonPrefixOf(marker, prefix, delimiter) : null
  return group === marker ? { commonPrefix: marker } : { key: marker }
}
