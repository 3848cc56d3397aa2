import { createHash, randomBytes } from 'node:crypto'

/** How long a link works, in milliseconds. */
const LASTS = 15 * 60 * 1000

/** Links that were sent, by the digest of their token: whoever reads this cannot sign in with it. */
const links = new Map()
/** Who is signed in, by session. */
const sessions = new Map()

/** A token that signs this address in, once. */
export function createLink(email) {
  const token = randomBytes(32).toString('base64url')
  links.set(digest(token), { email, expires: Date.now() + LASTS })
  return token
}

/** The address that a token was made for; undefined when it is used up, too old, or none of ours. */
export function redeemLink(token) {
  const link = links.get(digest(token))
  links.delete(digest(token))
  return link !== undefined && link.expires > Date.now() ? link.email : undefined
}

/** Begins a session for an address. */
export function createSession(email) {
  const session = randomBytes(32).toString('base64url')
  sessions.set(session, email)
  return session
}

/** The address that is signed in with a session. */
export function whoHas(session) {
  return sessions.get(session)
}

function digest(token) {
  return createHash('sha256').update(token).digest('hex')
}
