import { createHash, pbkdf2Sync, timingSafeEqual } from 'node:crypto'
import { validationFailed } from '#oidc-d/errors.ts'
import type { PasswordHash, User } from '#oidc-d/schema.ts'
import { textsIn } from '../json-objects.ts'
import type { PasswordRequirements } from '../policies/evaluation.ts'

/** Passwords that many people have, which a policy may exclude. */
const COMMON: readonly string[] = ['password', 'qwerty', 'letmein', 'welcome', 'admin123', '12345678', 'iloveyou']

const PLURAL = (count: number, word: string): string => (count === 1 ? `a ${word}` : `${count} ${word}s`)

/**
 * Checks a password against the policy of its user.
 *
 * @throws 400 for a password that violates it.
 */
export function checkComplexity(password: string, profile: User['profile'], policy: PasswordRequirements): void {
  const { complexity, excludeAttributes, excludeCommon } = policy
  const { minLength, minLowerCase, minUpperCase, minNumber, minSymbol, excludeUsername } = complexity
  const count = (pattern: RegExp): number => password.match(pattern)?.length ?? 0
  const has = (part: string): boolean => password.toLowerCase().includes(part)
  const attributes = textsIn(excludeAttributes.map((name) => profile[name])).map((value) => value.toLowerCase())
  const isComplex =
    password.length >= minLength &&
    count(/[a-z]/g) >= minLowerCase &&
    count(/[A-Z]/g) >= minUpperCase &&
    count(/\d/g) >= minNumber &&
    count(/[^A-Za-z0-9\s]/g) >= minSymbol &&
    !(excludeUsername && partsOf(profile.login).some(has)) &&
    !attributes.some((value) => value !== '' && has(value)) &&
    !(excludeCommon && COMMON.some((common) => password.toLowerCase().startsWith(common)))
  if (!isComplex) throw validationFailed('password', `password: ${requirementsOf(policy)}`)
  if (Buffer.byteLength(password) > 72) {
    throw validationFailed('password', 'password: Password cannot be more than 72 characters')
  }
}

/** Returns the parts of a login that a password may not have: those of more than three characters. */
function partsOf(login: string): readonly string[] {
  return login
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part.length > 3)
}

/** Returns the vendor's sentence about the requirements of a policy. */
function requirementsOf({ complexity, excludeAttributes, excludeCommon }: PasswordRequirements): string {
  const { minLength, minLowerCase, minUpperCase, minNumber, minSymbol, excludeUsername } = complexity
  const requirements = [
    `at least ${minLength} characters`,
    ...(minLowerCase > 0 ? [PLURAL(minLowerCase, 'lowercase letter')] : []),
    ...(minUpperCase > 0 ? [PLURAL(minUpperCase, 'uppercase letter').replace(/^a /, 'an ')] : []),
    ...(minNumber > 0 ? [PLURAL(minNumber, 'number')] : []),
    ...(minSymbol > 0 ? [PLURAL(minSymbol, 'symbol')] : []),
    ...(excludeUsername ? ['no parts of your username'] : []),
    ...(excludeAttributes.includes('firstName') ? ['does not include your first name'] : []),
    ...(excludeAttributes.includes('lastName') ? ['does not include your last name'] : []),
    ...(excludeCommon ? ['is not a common password'] : []),
  ]
  return `Password requirements were not met. Password requirements: ${requirements.join(', ')}.`
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
