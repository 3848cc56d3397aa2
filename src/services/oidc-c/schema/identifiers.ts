import { createHash } from 'node:crypto'

/** The name of the service on pages. */
export const SERVICE = { id: 'oidc-c', title: 'Microsoft identity platform' } as const

/**
 * The tenant of personal accounts, which has the same id everywhere.
 * https://learn.microsoft.com/entra/identity-platform/id-token-claims-reference
 */
export const CONSUMERS = '9188040d-6c67-4c5b-b112-36a304b66dad'

/** The id of the tenant of a seed that names none. */
export const DEFAULT_TENANT = '5c0a1e7d-3b52-4f86-9a41-d27c60b8f913'

/** The client id of Microsoft Graph, the same in every tenant. */
export const GRAPH_ID = '00000003-0000-0000-c000-000000000000'

/** The identifier URI of Microsoft Graph, with which its scopes begin. */
export const GRAPH_URI = 'https://graph.microsoft.com'

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Returns whether a text is a GUID, in upper or lower case. */
export function isGuid(text: string): boolean {
  return GUID.test(text)
}

/** Returns a GUID derived from a text, which is the same in every run. */
export function guidOf(text: string): string {
  const digits = createHash('sha256').update(`oidc-c ${text}`).digest('hex')
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(13, 16)}`, `a${digits.slice(17, 20)}`]
  return [...parts, digits.slice(20, 32)].join('-')
}

/**
 * Returns the id of the tenant with this name: a GUID itself, that of personal accounts for `consumers`, or a GUID
 * derived from a domain.
 */
export function tenantIdOf(name: string): string {
  if (name === 'consumers') return CONSUMERS
  return isGuid(name) ? name.toLowerCase() : guidOf(`tenant ${name}`)
}

/** Returns 43 characters of base64url derived from a text, the form of subjects. */
export function digestOf(text: string): string {
  return createHash('sha256').update(`oidc-c ${text}`).digest('base64url')
}
