import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { MINUTE } from '#core/duration.ts'
import type { DocdbCall } from '#docdb/call.ts'

const REALM = 'MMS Public API'

/** How long a nonce can be used, in milliseconds. */
const NONCE_LIFETIME = 5 * MINUTE

/** The parameters of a Digest authorization. RFC 7616 section 3.4 */
export type DigestParameters = Readonly<Record<string, string>>

/** Returns the parameters of an `Authorization: Digest …` header; null for another scheme. */
export function digestParameters(header: string): DigestParameters | null {
  if (!/^digest\s/i.test(header)) return null
  const found = header.slice(7).matchAll(/(\w+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/g)
  return Object.fromEntries([...found].map(([, name = '', quoted, bare]) => [name.toLowerCase(), quoted ?? bare ?? '']))
}

/** Returns the challenge with a new nonce, for WWW-Authenticate; `stale` says that only the nonce was wrong. */
export function challenge(call: DocdbCall, stale = false): string {
  const time = call.clock.now()
  const nonce = `${time.toString(36)}.${signature(call, time)}`
  return `Digest realm="${REALM}", domain="", nonce="${nonce}", algorithm=MD5, qop="auth", stale=${stale}`
}

/** Returns whether a nonce came from this instance and can still be used. */
export function isFresh(call: DocdbCall, nonce: string): boolean {
  const [time = '', mac = ''] = nonce.split('.')
  const made = Number.parseInt(time, 36)
  if (!Number.isFinite(made) || !equal(mac, signature(call, made))) return false
  return Math.abs(call.clock.now() - made) <= NONCE_LIFETIME
}

/** Returns whether the response of a client proves that it knows the private key. RFC 7616 section 3.4.1, with MD5 */
export function provesKey(call: DocdbCall, parameters: DigestParameters, privateKey: string): boolean {
  const { username = '', realm = '', uri = '', nonce = '', nc = '', cnonce = '', qop, response = '' } = parameters
  if (realm !== REALM) return false
  const user = md5(`${username}:${realm}:${privateKey}`)
  const request = md5(`${call.method}:${uri}`)
  const middle = qop === undefined ? nonce : `${nonce}:${nc}:${cnonce}:${qop}`
  return equal(response.toLowerCase(), md5(`${user}:${middle}:${request}`))
}

/** Returns whether the authorization is for the target of this request. */
export function isForTarget(call: DocdbCall, { uri = '' }: DigestParameters): boolean {
  return uri.endsWith(`${call.path}${call.search}`)
}

function signature({ rows, ids }: DocdbCall, time: number): string {
  let key = rows.nonceKey.get()
  if (key === undefined) {
    key = ids.secret.hex(32)
    rows.nonceKey.set(key)
  }
  return createHmac('sha256', key).update(String(time)).digest('hex').slice(0, 32)
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex')
}

function equal(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
