import { createHash, createHmac, pbkdf2Sync, timingSafeEqual } from 'node:crypto'
import { CommandError } from '#docdb/errors/command-error.ts'

/** The number of times that a password is hashed. Drivers refuse less than 4096. */
const ITERATIONS = 4096

/** A sign-in under way. */
export interface Conversation {
  readonly username: string
  readonly database: string
  /** Null for a user who does not exist, so that an attacker cannot tell. */
  readonly password: string | null
  readonly nonce: string
  readonly salt: Buffer
  readonly clientFirst: string
  readonly serverFirst: string
  state: 'first' | 'final' | 'done'
}

function failed(): CommandError {
  return new CommandError('AuthenticationFailed', 'Authentication failed.')
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** Returns the members of a message: `n=ada,r=abc`. */
function membersOf(message: string): Record<string, string> {
  return Object.fromEntries(message.split(',').map((each) => [each.slice(0, 1), each.slice(2)]))
}

/**
 * Begins a sign-in with SCRAM-SHA-256. RFC 7677
 *
 * @param passwordOf returns the password of a user; null when there is no such user
 */
export function beginScram(
  payload: Buffer,
  database: string,
  passwordOf: (username: string) => string | null,
  serverNonce: string,
): Conversation {
  const message = payload.toString('utf8')
  if (!message.startsWith('n,')) throw failed()
  const clientFirst = message.slice(message.indexOf(',', 2) + 1)
  const { n, r } = membersOf(clientFirst)
  if (n === undefined || r === undefined) throw failed()
  const username = n.replaceAll('=2C', ',').replaceAll('=3D', '=')
  const nonce = r + serverNonce
  const salt = createHash('sha256').update(`${database}.${username}`).digest().subarray(0, 28)
  const serverFirst = `r=${nonce},s=${salt.toString('base64')},i=${ITERATIONS}`
  return { username, database, password: passwordOf(username), nonce, salt, clientFirst, serverFirst, state: 'first' }
}

/** Checks the proof of a client; returns the server's signature. */
export function finishScram(conversation: Conversation, payload: Buffer): string {
  const message = payload.toString('utf8')
  const { r, p } = membersOf(message)
  const { nonce, salt, password, clientFirst, serverFirst } = conversation
  if (r !== nonce || p === undefined) throw failed()
  const salted = pbkdf2Sync((password ?? '').normalize('NFKC'), salt, ITERATIONS, 32, 'sha256')
  const clientKey = hmac(salted, 'Client Key')
  const storedKey = createHash('sha256').update(clientKey).digest()
  const auth = `${clientFirst},${serverFirst},${message.slice(0, message.lastIndexOf(',p='))}`
  const signature = hmac(storedKey, auth)
  const proof = Buffer.from(p, 'base64')
  const expected = Buffer.from(clientKey.map((byte, at) => byte ^ (signature[at] ?? 0)))
  if (password === null || proof.length !== expected.length || !timingSafeEqual(proof, expected)) throw failed()
  return `v=${hmac(hmac(salted, 'Server Key'), auth).toString('base64')}`
}
