import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { shared } from '../shared.ts'

/** The header by which a request names its tenant. Its value is a tag. */
export const TENANT_HEADER = 'x-backlot-tenant'

/** The cookie by which a page names its tenant. Its value is a tag. */
export const TENANT_COOKIE = 'backlot-tenant'

/** The variable with the key that signs tags, where several processes must know each other's. */
const TENANT_KEY_VARIABLE = 'BACKLOT_TENANT_KEY'

/** The characters before a tag in the path of a base URL: `http://127.0.0.1:4001/~t1.5xJ…`. */
export const TENANT_PATH = '/~'

/** The forms of an id and of a whole tag. */
const ID = /^[\w-]{1,64}$/
const TAG = /^([\w-]{1,64})\.([\w-]{16})$/

/** The length of a signature in bytes: 16 characters of a tag. */
export const SIGNATURE_BYTES = 12

/**
 * Returns the tag of a tenant: its id, and a signature by which only this run can have made it.
 *
 * @throws TypeError for an id that a header or a path cannot have as it is.
 */
export function tagOf(id: string): string {
  if (!ID.test(id)) {
    throw new TypeError(`tenant: id: expected up to 64 letters, digits, - and _, got ${JSON.stringify(id)}`)
  }
  return `${id}.${signatureOf(id).toString('base64url')}`
}

/** Returns the id in a tag that this run has signed; null for any other text. */
export function tenantIdOf(tag: string): string | null {
  const [, id, signature] = TAG.exec(tag) ?? []
  if (id === undefined || signature === undefined) return null
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(id).toString('base64url'))) ? id : null
}

/** Returns the tag in the value of a Cookie header; null when it has none. */
function tagInCookies(cookies: string): string | null {
  if (!cookies.includes(TENANT_COOKIE)) return null
  return new RegExp(`(?:^|;)\\s*${TENANT_COOKIE}=([\\w.-]+)`).exec(cookies)?.[1] ?? null
}

/** Returns the tag that a request has in its header, or else in its cookie; null when it has none. */
export function tagOfRequest(headers: Readonly<Record<string, string | readonly string[] | undefined>>): string | null {
  const { [TENANT_HEADER]: sent, cookie } = headers
  if (typeof sent === 'string') return sent
  return typeof cookie === 'string' ? tagInCookies(cookie) : null
}

/** Returns the signature of this run for a text or some bytes. */
export function signatureOf(content: string | Buffer): Buffer {
  return createHmac('sha256', key().value).update(content).digest().subarray(0, SIGNATURE_BYTES)
}

/** Returns the key of this process, which is that of the run where a variable has it. */
function key(): { value: string } {
  return shared('tenant key', () => ({
    value: process.env[TENANT_KEY_VARIABLE] ?? randomBytes(24).toString('base64url'),
  }))
}

/** Returns the variables by which another process of the run signs and reads the same tags. */
export function tenantKeyVariables(): Readonly<Record<string, string>> {
  return { [TENANT_KEY_VARIABLE]: key().value }
}

/** Lets this process sign and read the same tags as the process that these variables are from. */
export function takeTenantKey({ [TENANT_KEY_VARIABLE]: value }: Readonly<Record<string, string>>): void {
  if (value !== undefined) key().value = value
}

/** Returns the name of the place in a tag or id of a tenant: `p12` of `p12-3.5xJ…`; null for one of no place. */
export function placeOf(tenant: string): string | null {
  return /^(\w+)-\d+(?:\.|$)/.exec(tenant)?.[1] ?? null
}
