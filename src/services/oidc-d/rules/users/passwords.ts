import { createHash, pbkdf2Sync, timingSafeEqual } from 'node:crypto'
import { validationFailed } from '#oidc-d/errors.ts'
import type { PasswordHash, User } from '#oidc-d/schema.ts'

/** The vendor's default password complexity, as answers of the authentication API show it. */
export const COMPLEXITY = {
  minLength: 8,
  minLowerCase: 1,
  minUpperCase: 1,
  minNumber: 1,
  minSymbol: 0,
  excludeUsername: true,
} as const

const REQUIREMENTS =
  'Password requirements were not met. Password requirements: at least 8 characters, a lowercase letter, ' +
  'an uppercase letter, a number, no parts of your username.'

/** @throws 400 for a password that violates the vendor's default policy. */
export function checkComplexity(password: string, login: string): void {
  const parts = login
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part.length > 3)
  const isComplex =
    password.length >= COMPLEXITY.minLength &&
    /[a-z]/.test(password) &&
    /[A-Z]/.test(password) &&
    /\d/.test(password) &&
    !parts.some((part) => password.toLowerCase().includes(part))
  if (!isComplex) throw validationFailed('password', `password: ${REQUIREMENTS}`)
  if (Buffer.byteLength(password) > 72) {
    throw validationFailed('password', 'password: Password cannot be more than 72 characters')
  }
}

/** Returns true when a user has a password or an imported hash. */
export function hasPassword({ password, passwordHash }: Pick<User, 'password' | 'passwordHash'>): boolean {
  return password !== null || passwordHash !== null
}

/** Returns whether a text is the user's password. No text is a password that was imported as a BCRYPT hash. */
export function isPassword({ password, passwordHash }: User, text: string): boolean {
  if (password !== null) return password === text
  return passwordHash !== null && isHashed(passwordHash, text)
}

/**
 * Returns whether a hash is that of a password.
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/User/ (`credentials.password.hash`)
 */
function isHashed(hash: PasswordHash, password: string): boolean {
  const expected = Buffer.from(hash.value, 'base64')
  const actual = hashed(hash, password)
  return actual !== null && actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** Returns the hash of a password; null for an algorithm that is not computed. */
function hashed(
  { algorithm, salt, saltOrder, iterationCount, keySize, digestAlgorithm }: PasswordHash,
  password: string,
): Buffer | null {
  if (algorithm === 'PBKDF2') {
    const digest = digestAlgorithm === 'SHA512_HMAC' ? 'sha512' : 'sha256'
    return pbkdf2Sync(password, Buffer.from(salt ?? '', 'base64'), iterationCount ?? 4096, keySize ?? 32, digest)
  }
  const digest = DIGESTS[algorithm]
  if (digest === undefined) return null
  const salted = Buffer.from(salt ?? '', 'base64')
  const text = Buffer.from(password)
  return createHash(digest)
    .update(saltOrder === 'PREFIX' ? Buffer.concat([salted, text]) : Buffer.concat([text, salted]))
    .digest()
}

const DIGESTS: Readonly<Record<string, string>> = {
  'SHA-512': 'sha512',
  'SHA-256': 'sha256',
  'SHA-1': 'sha1',
  MD5: 'md5',
}
