import { createHash, randomBytes } from 'node:crypto'

/** The lifetime of a link, in milliseconds. */
const LASTS = 15 * 60 * 1000

/** The links that were sent, by the digest of their token. The tokens themselves are not stored. */
const links = new Map()
/** The e-mail addresses of signed-in people, by session. */
const sessions = new Map()

/** Creates a token with which the owner of an address can sign in once. */
export function createLink(email) {
  const token = randomBytes(32).toString('base64url')
  links.set(digest(token), { email, expires: Date.now() + LASTS })
  return token
}

/** Returns the address of a token and invalidates the token; undefined when it is used, expired or unknown. */
export function redeemLink(token) {
  const link = links.get(digest(token))
  links.delete(digest(token))
  return link !== undefined && link.expires > Date.now() ? link.email : undefined
}

/** Creates a session for an address. */
export function createSession(email) {
  const session = randomBytes(32).toString('base64url')
  sessions.set(session, email)
  return session
}

/** Returns the address that is signed in with a session. */
export function whoHas(session) {
  return sessions.get(session)
}

function digest(token) {
  return createHash('sha256').update(token).digest('hex')
}
