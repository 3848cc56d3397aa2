import type { Ids } from '../../../../core/ids.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * The prefixes of what the vendor calls unique ids.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-unique-ids
 */
const PREFIXES = {
  user: 'AIDA',
  group: 'AGPA',
  role: 'AROA',
  policy: 'ANPA',
  instanceProfile: 'AIPA',
  accessKey: 'AKIA',
  sessionKey: 'ASIA',
}

/** A unique id of 21 letters, of a key 20: `AIDAQ3EGRIMCQEXAMPLE2`. */
export function uniqueId(ids: Ids, kind: keyof typeof PREFIXES): string {
  const isKey = kind === 'accessKey' || kind === 'sessionKey'
  return PREFIXES[kind] + ids.from(LETTERS, isKey ? 16 : 17)
}

/** A secret access key: 40 letters. */
export function secretAccessKey(ids: Ids): string {
  return ids.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', 40)
}
