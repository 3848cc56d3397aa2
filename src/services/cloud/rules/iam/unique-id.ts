import type { Ids } from '#core/ids.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * The prefixes of unique ids.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-unique-ids
 */
const PREFIXES = {
  user: 'AIDA',
  group: 'AGPA',
  role: 'AROA',
  policy: 'ANPA',
  instanceProfile: 'AIPA',
  serviceCredential: 'ACCA',
  accessKey: 'AKIA',
  sessionKey: 'ASIA',
}

/** Generates a unique id of 21 characters (20 for a key): `AIDAQ3EGRIMCQEXAMPLE2`. */
export function uniqueId(ids: Ids, kind: keyof typeof PREFIXES): string {
  const isKey = kind === 'accessKey' || kind === 'sessionKey'
  return PREFIXES[kind] + ids.from(LETTERS, isKey ? 16 : 17)
}

/** Generates a secret access key of 40 characters. */
export function secretAccessKey(ids: Ids): string {
  return ids.secret.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', 40)
}
