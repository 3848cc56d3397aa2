import { ownMember } from '#core/objects.ts'
import { createCipheriv, createHash, pbkdf2Sync, scryptSync, timingSafeEqual } from 'node:crypto'
import { argon2d, argon2i, argon2id } from '@noble/hashes/argon2.js'
import bcrypt from 'bcryptjs'
import type { AuthContext } from '#auth-saas/call.ts'
import { clerkFailure } from '#auth-saas/errors.ts'
import { isLeaked } from './leaked-passwords.ts'
import { settingsOf } from '../settings.ts'
import type { Settings } from '#auth-saas/schema/instance.ts'
import type { PasswordDigest, User } from '#auth-saas/schema/people.ts'

// Digests that applications import with their users: https://clerk.com/docs/reference/backend/user/create-user

/** The hasher of passwords that this instance hashes itself: fast, because they protect test data only. */
const OWN = 'backlot_sha256'

/** The largest cost of an imported digest, so that no digest stops the instance for long. */
const MOST_ITERATIONS = 2_000_000
const MOST_MEMORY = 128 * 1024 * 1024

/** Returns whether a password has a digest. May throw for a malformed digest, which counts as a mismatch. */
type Verifier = (password: string, digest: string) => boolean

/** A digest of bcrypt with the pepper behind it. */
const PEPPERED = /^(\$2[abxy]?\$\d\d\$[./A-Za-z0-9]{53})\$(.*)$/

const VERIFIERS: Readonly<Record<string, Verifier>> = {
  [OWN]: (password, digest) => salted('sha256', password, digest),
  // isUsersPassword decides instead.
  awscognito: () => false,
  argon2i: argon2,
  argon2id: argon2,
  bcrypt: (password, digest) => bcryptMatches(password, digest),
  bcrypt_peppered(password, digest) {
    const [, plain = '', pepper = ''] = PEPPERED.exec(digest) ?? []
    return bcryptMatches(password + pepper, plain)
  },
  bcrypt_sha256_django: (password, digest) =>
    bcryptMatches(hashed('sha256', password).toString('hex'), digest.replace(/^bcrypt_sha256\$/, '')),
  ldap_ssha: ldapSsha,
  md5: (password, digest) => sameHex(hashed('md5', password), digest),
  md5_salted: (password, digest) => salted('md5', password, digest),
  md5_phpass: phpass,
  phpass,
  pbkdf2_sha1: (password, digest) => pbkdf2(password, digest, 'sha1'),
  pbkdf2_sha256: (password, digest) => pbkdf2(password, digest, 'sha256'),
  pbkdf2_sha512: (password, digest) => pbkdf2(password, digest, 'sha512'),
  pbkdf2_sha512_hex: (password, digest) => pbkdf2(password, digest, 'sha512'),
  pbkdf2_sha256_django: djangoPbkdf2,
  scrypt_firebase: firebaseScrypt,
  scrypt_werkzeug: werkzeugScrypt,
  sha256: (password, digest) => sameHex(hashed('sha256', password), digest),
  sha256_salted: (password, digest) => salted('sha256', password, digest),
  sha512_symfony: symfony,
}

/** The forms that digests must have, by the beginning of their hasher's name. */
const FORMS: Readonly<Record<string, RegExp>> = {
  argon2: /^\$argon2id?\$/,
  awscognito: /^awscognito#[^#]+#[^#]+#.+$/,
  bcrypt_sha256_django: /^bcrypt_sha256\$\$?2[abxy]?\$/,
  bcrypt_peppered: PEPPERED,
  bcrypt: /^\$2[abxy]?\$\d\d\$/,
  ldap_ssha: /^\{SSHA\}/i,
  md5_salted: /\$/,
  md5_phpass: /^\$[PH]\$/,
  md5: /^[0-9a-f]{32}$/i,
  phpass: /^\$[PH]\$/,
  pbkdf2_sha256_django: /^pbkdf2_sha256\$\d+\$/,
  pbkdf2: /\$/,
  scrypt: /\$/,
  sha256_salted: /\$/,
  sha256: /^[0-9a-f]{64}$/i,
  sha512_symfony: /\$/,
}

/** Returns the digest of a password that this instance hashes itself. */
export function hashPassword({ ids }: Pick<AuthContext, 'ids'>, password: string): PasswordDigest {
  const salt = ids.secret.hex(16)
  return { hasher: OWN, digest: `${hashed('sha256', password + salt).toString('hex')}$${salt}` }
}

/**
 * Returns an imported digest.
 *
 * @throws 422 for an unknown hasher, and for a digest that is not of its form.
 */
export function importedDigest(digest: string, hasher: string): PasswordDigest {
  if (!Object.hasOwn(VERIFIERS, hasher) || hasher === OWN) {
    const known = Object.keys(VERIFIERS).filter((name) => name !== OWN)
    const sentence = `password_hasher must be one of ${known.join(', ')}.`
    throw clerkFailure(422, 'form_param_value_invalid', 'is invalid', sentence, { param_name: 'password_hasher' })
  }
  const form = Object.entries(FORMS).find(([prefix]) => hasher.startsWith(prefix))?.[1]
  if (form !== undefined && !form.test(digest)) {
    const sentence = `The provided password_digest is not a valid ${hasher} hash.`
    throw clerkFailure(422, 'form_password_digest_invalid_code', 'is invalid', sentence, {
      param_name: 'password_digest',
    })
  }
  return { hasher, digest }
}

/** Returns whether a password is the one of a digest. */
export function isPasswordRight(password: string, { hasher, digest }: PasswordDigest): boolean {
  try {
    return ownMember(VERIFIERS, hasher)?.(password, digest) ?? false
  } catch {
    // A digest that only begins like one of its hasher matches no password.
    return false
  }
}

/** The hasher of users who come from Cognito, whose digest names the user there and not the password. */
const COGNITO = 'awscognito'

/**
 * Returns whether a password is a user's. The vendor asks Cognito for a user who comes from there; here the first
 * password counts as right. Either keeps it as the user's own.
 */
export function isUsersPassword(context: Pick<AuthContext, 'rows' | 'ids'>, user: User, password: string): boolean {
  if (user.password === null) return false
  if (user.password.hasher !== COGNITO) return isPasswordRight(password, user.password)
  context.rows.users.update(user.id, { password: hashPassword(context, password) })
  return true
}

const LEAKED = 'Password has been found in an online data breach. For account safety, please use a different password.'

/** Returns a reason to refuse a new password; null for one that is long enough and in no leak. */
function passwordFlaw(
  password: string,
  { minimumPasswordLength: minimum, hibp }: Pick<Settings, 'minimumPasswordLength' | 'hibp'>,
): readonly [code: string, sentence: string] | null {
  if (password.length < minimum) {
    return ['form_password_length_too_short', `Passwords must be ${minimum} characters or more.`]
  }
  if (password.length > 72) return ['form_password_length_too_long', 'Passwords must be 72 characters or less.']
  // bcrypt, which the vendor hashes passwords with, reads 72 bytes.
  if (Buffer.byteLength(password) > 72) {
    return ['form_password_size_in_bytes_exceeded', 'Passwords must be 72 bytes or less.']
  }
  return hibp && isLeaked(password) ? ['form_password_pwned', LEAKED] : null
}

/** @throws 422 for a password that the instance does not accept. */
export function requirePassword({ rows }: Pick<AuthContext, 'rows'>, password: string): void {
  const flaw = passwordFlaw(password, settingsOf(rows))
  if (flaw === null) return
  const [code, sentence] = flaw
  throw clerkFailure(422, code, sentence, sentence, { param_name: 'password' })
}

function hashed(algorithm: string, text: string | Buffer): Buffer {
  return createHash(algorithm).update(text).digest()
}

function same(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}

function sameHex(bytes: Buffer, hex: string): boolean {
  return same(bytes, Buffer.from(hex, 'hex'))
}

/**
 * `<salt>$<hash in hexadecimal digits>`, or the other way round; the hash is of the salt before or behind the password.
 */
function salted(algorithm: string, password: string, digest: string): boolean {
  const [one = '', other = ''] = digest.split('$')
  const length = hashed(algorithm, '').length * 2
  const [salt, hex] = other.length === length ? [one, other] : [other, one]
  return [password + salt, salt + password].some((text) => sameHex(hashed(algorithm, text), hex))
}

function bcryptMatches(password: string, digest: string): boolean {
  const rounds = Number(/^\$2[abxy]?\$(\d\d)\$/.exec(digest)?.[1])
  return rounds <= 14 && bcrypt.compareSync(password, digest.replace(/^\$2[xy]\$/, '$2b$'))
}

/** `$argon2id$v=19$m=65536,t=3,p=4$<salt>$<hash>` in base64 without padding. */
function argon2(password: string, digest: string): boolean {
  const [, variant, version, parameters = '', salt = '', hash = ''] = digest.split('$')
  const {
    m = 0,
    t = 0,
    p = 0,
  } = Object.fromEntries(parameters.split(',').map((each) => [each.slice(0, 1), Number(each.slice(2))]))
  if (m * 1024 > MOST_MEMORY || t > 20 || p > 16) return false
  const expected = Buffer.from(hash, 'base64')
  const derive = variant === 'argon2i' ? argon2i : variant === 'argon2d' ? argon2d : argon2id
  const options = { m, t, p, dkLen: expected.length, version: Number(version?.slice(2) ?? 19) }
  return same(Buffer.from(derive(password, Buffer.from(salt, 'base64'), options)), expected)
}

/** `{SSHA}` and the base64 of SHA-1 of password and salt, followed by the salt. */
function ldapSsha(password: string, digest: string): boolean {
  const bytes = Buffer.from(digest.slice('{SSHA}'.length), 'base64')
  const salt = bytes.subarray(20)
  return same(hashed('sha1', Buffer.concat([Buffer.from(password), salt])), bytes.subarray(0, 20))
}

/**
 * `pbkdf2_sha256$<iterations>$<salt>$<hash>`, the hash in base64 or in hexadecimal digits; the salt in either, or as it
 * is. A length of the key may follow, which the hash has anyway.
 */
function pbkdf2(password: string, digest: string, algorithm: string): boolean {
  const [, iterations = '', salt = '', hash = ''] = digest.split('$')
  const count = Number(iterations)
  if (!(count > 0 && count <= MOST_ITERATIONS)) return false
  return [Buffer.from(hash, 'hex'), Buffer.from(hash, 'base64')].some(
    (expected) =>
      expected.length > 0 &&
      (same(pbkdf2Sync(password, salt, count, expected.length, algorithm), expected) ||
        same(pbkdf2Sync(password, Buffer.from(salt, 'hex'), count, expected.length, algorithm), expected) ||
        same(pbkdf2Sync(password, Buffer.from(salt, 'base64'), count, expected.length, algorithm), expected)),
  )
}

/** `pbkdf2_sha256$<iterations>$<salt>$<base64>` */
function djangoPbkdf2(password: string, digest: string): boolean {
  return pbkdf2(password, digest, 'sha256')
}

/** `<hash>$<salt>$<signer key>$<salt separator>$<rounds>$<memory cost>`, texts in base64. */
function firebaseScrypt(password: string, digest: string): boolean {
  const [hash = '', salt = '', signerKey = '', separator = '', rounds = '8', memory = '14'] = digest.split('$')
  const cost = 2 ** Number(memory)
  if (!(cost <= 2 ** 16)) return false
  const seasoned = Buffer.concat([Buffer.from(salt, 'base64'), Buffer.from(separator, 'base64')])
  const key = scryptSync(password, seasoned, 32, { N: cost, r: Number(rounds), p: 1, maxmem: MOST_MEMORY })
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
  const sealed = Buffer.concat([cipher.update(Buffer.from(signerKey, 'base64')), cipher.final()])
  return same(sealed, Buffer.from(hash, 'base64'))
}

/** `scrypt:<N>:<r>:<p>$<salt>$<hexadecimal digits>` */
function werkzeugScrypt(password: string, digest: string): boolean {
  const [method = '', salt = '', hex = ''] = digest.split('$')
  const [, cost, blocks, parallel] = method.split(':').map(Number)
  const expected = Buffer.from(hex, 'hex')
  const options = { N: cost ?? 0, r: blocks ?? 0, p: parallel ?? 0, maxmem: MOST_MEMORY }
  return same(scryptSync(password, salt, expected.length, options), expected)
}

/** `<iterations>$<salt>$<base64>`: SHA-512 of the digest so far and the password, again and again. */
function symfony(password: string, digest: string): boolean {
  const [iterations = '5000', salt = '', hash = ''] = digest.replace(/^sha512(?:_symfony)?\$/, '').split('$')
  const count = Number(iterations)
  if (!(count > 0 && count <= MOST_ITERATIONS)) return false
  const seasoned = Buffer.from(`${password}{${salt}}`)
  let bytes = hashed('sha512', seasoned)
  for (let round = 1; round < count; round++) bytes = hashed('sha512', Buffer.concat([bytes, seasoned]))
  return same(bytes, Buffer.from(hash, 'base64'))
}

const PHPASS = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** `$P$<count><salt of 8><hash>`, as WordPress writes it. */
function phpass(password: string, digest: string): boolean {
  const exponent = PHPASS.indexOf(digest[3] ?? '')
  const salt = digest.slice(4, 12)
  if (exponent < 7 || exponent > 20 || salt.length !== 8) return false
  let bytes = hashed('md5', salt + password)
  const secret = Buffer.from(password)
  for (let count = 2 ** exponent; count > 0; count--) bytes = hashed('md5', Buffer.concat([bytes, secret]))
  return digest.slice(12) === phpassText(bytes)
}

/** Returns bytes in the base64 of phpass, which takes the lowest six bits first. */
function phpassText(bytes: Buffer): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const group = [0, 1, 2].reduce((sum, index) => sum + (bytes[at + index] ?? 0) * 256 ** index, 0)
    const letters = Math.min(4, bytes.length - at + 1)
    for (let index = 0; index < letters; index++) text += PHPASS[Math.floor(group / 64 ** index) % 64] ?? ''
  }
  return text
}
