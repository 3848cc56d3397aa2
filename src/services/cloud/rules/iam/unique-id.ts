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
  publicKey: 'APKA',
  serverCertificate: 'ASCA',
  accessKey: 'AKIA',
  sessionKey: 'ASIA',
}

/** Generates a unique id of 21 characters (20 for a key): `AIDAQ3EGRIMCQEXAMPLE2`. */
export function uniqueId(ids: Ids, kind: keyof typeof PREFIXES): string {
  const isKey = kind === 'accessKey' || kind === 'sessionKey'
  return PREFIXES[kind] + ids.from(LETTERS, isKey ? 16 : 17)
}

/** Generates the id of a signing certificate: 24 letters and digits. */
export function certificateId(ids: Ids): string {
  return ids.from(LETTERS, 24)
}

/** Generates the unique id of a SAML provider: `SAMLSP…`. */
export function samlProviderId(ids: Ids): string {
  return `SAMLSP${ids.from(LETTERS, 16)}`
}

/** Generates the id of a private key of a SAML provider. */
export function samlKeyId(ids: Ids): string {
  return ids.from(LETTERS, 24)
}

/** Generates the secret of a device for one-time codes: 64 letters and digits of Base32. */
export function deviceSecret(ids: Ids): string {
  return ids.secret.from(LETTERS, 64)
}

/** Generates a secret access key of 40 characters. */
export function secretAccessKey(ids: Ids): string {
  return ids.secret.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', 40)
}
