import { suggest } from '#core/text/did-you-mean.ts'
import type { Authority, Rows, SignInContext } from '#oidc-c/call.ts'
import { CONSUMERS, isGuid, tenantIdOf } from '#oidc-c/schema/identifiers.ts'
import type { Tenant, User } from '#oidc-c/schema.ts'

/** The authority of all accounts. */
export const COMMON: Authority = { name: 'common', tenant: null }

const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * Returns the authority that a path segment names: `common`, `organizations`, `consumers`, a GUID or a domain;
 * undefined when it names none. If the seed names no tenant, every well-formed GUID and domain names one.
 */
export function authorityNamed(rows: Rows, segment: string): Authority | undefined {
  const name = segment.toLowerCase()
  if (name === 'common' || name === 'organizations') return { name, tenant: null }
  const tenant = rows.tenants.get(name === 'consumers' ? CONSUMERS : name) ?? byDomain(rows, name) ?? viewOf(rows, name)
  return tenant === undefined ? undefined : { name: tenant.id, tenant }
}

/**
 * Returns the tenant whose users a tenant has: the tenant itself, or the open tenant for one that the seed does not
 * list. Undefined when there is no such tenant.
 */
export function directoryOf(rows: Rows, tenantId: string): Tenant | undefined {
  return rows.tenants.get(tenantId) ?? openTenant(rows)
}

/** Returns whether an account can sign in at an authority. */
export function isAt(rows: Rows, { name, tenant }: Authority, { tenantId }: User): boolean {
  if (tenant !== null) return directoryOf(rows, tenant.id)?.id === tenantId
  return name === 'common' || tenantId !== CONSUMERS
}

/**
 * Records the tenant at which a code is issued, which its tokens will name, at whichever tenant it is redeemed. Returns
 * the code.
 */
export function recordTenant({ rows, authority }: SignInContext, code: string): string {
  if (authority.tenant !== null) rows.codeTenants.insert({ id: code, tenantId: authority.tenant.id })
  return code
}

/**
 * Returns the id of the tenant that the tokens of an account name. It is the tenant at which the code was issued, or
 * without a code (null) the tenant of the request; if the account cannot sign in there, it is the account's own.
 */
export function tenantFor({ rows, authority }: SignInContext, user: User, code: string | null): string {
  const tenantId = rows.codeTenants.get(code)?.tenantId ?? authority.tenant?.id
  if (tenantId === undefined || directoryOf(rows, tenantId)?.id !== user.tenantId) return user.tenantId
  return tenantId
}

/** The fault of a tenant that does not exist: the vendor's code and sentence, and a message with the existing ones. */
export function unknownTenant(rows: Rows, segment: string): { number: number; sentence: string; message: string } {
  const known = rows.tenants.list('byPosition').flatMap(({ id, domains }) => [id, ...domains])
  const guess = suggest(segment.toLowerCase(), known)
  const hint = guess === undefined ? '' : `, did you mean ${guess}?`
  const message = `tenant ${segment} is not here${hint} (here: common, organizations, consumers, ${known.join(', ')}); name it as oidc-c.tenant in the seed`
  if (!isGuid(segment) && !segment.includes('.')) {
    const sentence = `Specified tenant identifier '${segment}' is neither a valid DNS name, nor a valid external domain.`
    return { number: 900023, sentence, message }
  }
  const sentence = `Tenant '${segment}' not found. Check to make sure you have the correct tenant ID and are signing into the correct cloud.`
  return { number: 90002, sentence, message }
}

function byDomain({ tenants }: Rows, domain: string): Tenant | undefined {
  return tenants.list('byPosition').find(({ domains }) => domains.includes(domain))
}

function openTenant({ tenants }: Rows): Tenant | undefined {
  return tenants.list('byPosition').find(({ open }) => open)
}

/** A tenant that the seed does not list, with the users of the open one; undefined when there is no open one. */
function viewOf(rows: Rows, name: string): Tenant | undefined {
  const open = openTenant(rows)
  if (open === undefined) return undefined
  if (isGuid(name)) return { ...open, id: name }
  return DOMAIN.test(name) ? { ...open, id: tenantIdOf(name), domains: [name, ...open.domains] } : undefined
}
