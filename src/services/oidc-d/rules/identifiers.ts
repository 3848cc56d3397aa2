import { createHash } from 'node:crypto'
import type { RecordContext } from '#oidc-d/call.ts'

/** The prefixes of ids, one for each kind of record. https://developer.okta.com/docs/api/openapi/okta-management/ */
export type IdPrefix =
  | '00u'
  | '00g'
  | '0oa'
  | 'aus'
  | 'scp'
  | 'ocl'
  | '00p'
  | '0pr'
  | 'rst'
  | 'rul'
  | 'nzo'
  | 'ufs'
  | 'ost'
  | 'uft'
  | 'sms'
  | 'clf'
  | 'opf'
  | 'emf'
  | 'ra1'
  | 'gra'
  | 'oag'
  | 'tos'
  | 'aut'
  | 'oty'
  | 'osc'
  | 'ocs'
  | '102'
  | 'pks'
  | 'cr0'
  | 'iam'
  | 'ire'
  | 'irb'
  | 'who'
  | 'cal'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The suffix of all ids of one organization, as at the vendor. */
const ORGANIZATION = '5d7'

/**
 * Returns a new id of 20 characters that sorts after all earlier ids with the same prefix. With a `name`, as seeds pass
 * it, the id depends only on the name and the number of ids with the prefix: other records of the seed do not change
 * it.
 */
export function createId({ rows, ids }: Pick<RecordContext, 'rows' | 'ids'>, prefix: IdPrefix, name?: string): string {
  let count = rows.idNumbers.next(prefix) + 62 ** 4 // so that every number has five digits
  let ordered = ''
  for (; count > 0; count = Math.floor(count / 62)) ordered = (BASE62[count % 62] ?? '') + ordered
  const rest = name === undefined ? ids.base62(9) : digits(`${prefix} ${name.toLowerCase()}`, 9)
  return `${prefix}${ordered}${rest}${ORGANIZATION}`
}

/** Derives digits and letters from a text. */
function digits(text: string, length: number): string {
  const digest = createHash('sha256').update(`oidc-d ${text}`).digest()
  return [...digest.subarray(0, length)].map((byte) => BASE62[byte % 62]).join('')
}

/** The id of the organization. */
export const ORGANIZATION_ID = '00o1backlot0000005d7'

/** The id of the user type that always exists. */
export const USER_TYPE_ID = 'oty1defaultuser0a5d7'

/** Returns the id of the schema of a user type, which at the vendor has the same end. */
export function schemaIdOf(typeId: string): string {
  return `osc${typeId.slice('oty'.length)}`
}
