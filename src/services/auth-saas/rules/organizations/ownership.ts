import { DAY } from '#core/duration.ts'
import type { AuthContext } from '#auth-saas/call.ts'
import { clerkFailure } from '#auth-saas/errors.ts'
import type { OrganizationDomain } from '#auth-saas/schema/organizations.ts'
import { updateDomain } from './domains.ts'

// The ownership of a domain, which its administrator proves by a TXT record.
// https://clerk.com/docs/reference/objects/organization#prepareownershipverification

/** How long a record may be published; the vendor publishes no number. */
const LIFETIME = 7 * DAY

/** Gives a domain the TXT record that proves its ownership. A verified domain stays as it is. */
export function prepareOwnership(context: AuthContext, domain: OrganizationDomain): OrganizationDomain {
  if (domain.ownedSince !== null) return domain
  const value = `clerk-domain-verification=${context.ids.secret.base62(43)}`
  return updateDomain(context, domain, { txtRecord: { value, expireAt: context.clock.now() + LIFETIME, attempts: 0 } })
}

/**
 * Confirms the ownership of a domain. The instance asks no name server: the record that it has given counts as
 * published.
 *
 * @throws 400 for a domain that was given no record, or whose record has expired.
 */
export function attemptOwnership(context: AuthContext, domain: OrganizationDomain): OrganizationDomain {
  if (domain.ownedSince !== null) return domain
  const { txtRecord } = domain
  const now = context.clock.now()
  if (txtRecord === null || txtRecord.expireAt <= now) {
    const code = txtRecord === null ? 'verification_missing' : 'verification_expired'
    throw clerkFailure(400, code, code.replace('_', ' '), 'Prepare the ownership verification of the domain first.')
  }
  const attempted = { ...txtRecord, attempts: txtRecord.attempts + 1 }
  return updateDomain(context, domain, { ownedSince: now, ownedBy: 'txt', txtRecord: attempted })
}
