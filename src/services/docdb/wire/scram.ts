import { createHash, createHmac, pbkdf2Sync, timingSafeEqual } from 'node:crypto'
import { CommandError } from '#docdb/errors/command-error.ts'
import type { Mechanism } from '#docdb/schema/mechanisms.ts'

/** The number of times that a password is hashed. Drivers refuse less than 4096. */
const ITERATIONS = 4096

/** The name of the hash of a mechanism, with the bytes of its digests and of its salts. */
const HASHES = {
  'SCRAM-SHA-1': { hash: 'sha1', size: 20, saltSize: 16 },
  'SCRAM-SHA-256': { hash: 'sha256', size: 32, saltSize: 28 },
} as const

/** A sign-in under way. */
export interface Conversation {
  readonly mechanism: Mechanism
  readonly username: string
  readonly database: string
  readonly password: string
  readonly nonce: string
  readonly salt: Buffer
  readonly clientFirst: string
  readonly serverFirst: string
  state: 'first' | 'final' | 'done'
}

function failed(): CommandError {
  return new CommandError('AuthenticationFailed', 'Authentication failed.')
}

/** Returns the members of a message: `n=ada,r=abc`. */
function membersOf(message: string): Record<string, string> {
  return Object.fromEntries(message.split(',').map((each) => [each.slice(0, 1), each.slice(2)]))
}

/**
 * Returns the user whom the first message of a client names.
 *
 * @throws CommandError for bytes that are no such message.
 */
export function usernameIn(payload: Buffer): string {
  return readClientFirst(payload).username
}

/** The first message of a client: its text without the channel binding, and what is in it. */
interface ClientFirst {
  readonly text: string
  readonly username: string
  readonly nonce: string
}

function readClientFirst(payload: Buffer): ClientFirst {
  const message = payload.toString('utf8')
  if (!message.startsWith('n,')) throw failed()
  const text = message.slice(message.indexOf(',', 2) + 1)
  const { n, r } = membersOf(text)
  if (n === undefined || r === undefined) throw failed()
  return { text, username: n.replaceAll('=2C', ',').replaceAll('=3D', '='), nonce: r }
}

/**
 * Begins a sign-in with SCRAM. RFC 5802, RFC 7677
 *
 * @param passwordOf returns the password of a user; null when no such user signs in by the mechanism
 * @throws CommandError for a user without a password, whom the server refuses before it asks for a proof.
 */
export function beginScram(
  mechanism: Mechanism,
  payload: Buffer,
  database: string,
  passwordOf: (username: string) => string | null,
  serverNonce: string,
): Conversation {
  const { text: clientFirst, username, nonce: clientNonce } = readClientFirst(payload)
  const password = passwordOf(username)
  if (password === null) throw failed()
  const nonce = clientNonce + serverNonce
  const salt = createHash('sha256').update(`${database}.${username}`).digest().subarray(0, HASHES[mechanism].saltSize)
  const serverFirst = `r=${nonce},s=${salt.toString('base64')},i=${ITERATIONS}`
  return { mechanism, username, database, password, nonce, salt, clientFirst, serverFirst, state: 'first' }
}

/** The characters that SASLprep leaves out. RFC 3454, table B.1 */
const LEFT_OUT = /\u00ad|\u034f|\u1806|[\u180b-\u180d]|[\u200b-\u200d]|\u2060|[\ufe00-\ufe0f]|\ufeff/gu

/** The spaces that SASLprep replaces by the plain one. RFC 3454, table C.1.2 */
const SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/gu

/** Returns a password as drivers send it. RFC 4013 */
function saslPrepared(password: string): string {
  return password.replace(LEFT_OUT, '').replace(SPACES, ' ').normalize('NFKC')
}

/** Returns what a mechanism makes a key of: SCRAM-SHA-1 of MongoDB takes a digest of the name and the password. */
function secretOf({ mechanism, username, password }: Conversation): string {
  if (mechanism === 'SCRAM-SHA-256') return saslPrepared(password)
  return createHash('md5').update(`${username}:mongo:${password}`).digest('hex')
}

/** Checks the proof of a client; returns the server's signature. */
export function finishScram(conversation: Conversation, payload: Buffer): string {
  const message = payload.toString('utf8')
  const { r, p } = membersOf(message)
  const { nonce, salt, clientFirst, serverFirst, mechanism } = conversation
  if (r !== nonce || p === undefined) throw failed()
  const { hash, size } = HASHES[mechanism]
  const hmac = (key: Buffer, text: string): Buffer => createHmac(hash, key).update(text).digest()
  const salted = pbkdf2Sync(secretOf(conversation), salt, ITERATIONS, size, hash)
  const clientKey = hmac(salted, 'Client Key')
  const storedKey = createHash(hash).update(clientKey).digest()
  const auth = `${clientFirst},${serverFirst},${message.slice(0, message.lastIndexOf(',p='))}`
  const signature = hmac(storedKey, auth)
  const proof = Buffer.from(p, 'base64')
  const expected = Buffer.from(clientKey.map((byte, at) => byte ^ (signature[at] ?? 0)))
  if (proof.length !== expected.length || !timingSafeEqual(proof, expected)) throw failed()
  return `v=${hmac(hmac(salted, 'Server Key'), auth).toString('base64')}`
}
