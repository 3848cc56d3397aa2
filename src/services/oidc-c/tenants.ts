import { suggest } from '../../core/did-you-mean.ts'
import type { Authority, Rows } from './call.ts'
import { CONSUMERS, isGuid } from './identifiers.ts'
import type { Tenant, User } from './schema.ts'

/** The authority of everyone, with whatever account. */
export const COMMON: Authority = { name: 'common', tenant: null }

/** The authority that a path segment names: `common`, `organizations`, `consumers`, a GUID or a domain. Undefined when it is none. */
export function findAuthority(rows: Rows, segment: string): Authority | undefined {
  const name = segment.toLowerCase()
  if (name === 'common' || name === 'organizations') return { name, tenant: null }
  const tenant = rows.tenants.get(name === 'consumers' ? CONSUMERS : name) ?? byDomain(rows, name)
  return tenant === undefined ? undefined : { name: tenant.id, tenant }
}

/** Whether an account can sign in at an authority. */
export function isAt({ name, tenant }: Authority, { tenantId }: User): boolean {
  if (tenant !== null) return tenant.id === tenantId
  return name === 'common' || tenantId !== CONSUMERS
}

/** What is wrong with a tenant that there is not: the vendor's code and sentence, and what there is. */
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
