import type { AuthContext } from '#auth-saas/call.ts'
import type { Failure } from '#core/errors.ts'
import { paramInvalid } from '#auth-saas/errors.ts'
import type { OrganizationDomain } from '#auth-saas/schema/organizations.ts'
import { updatedNow } from '../common-fields.ts'
import { sendStoredCode } from '../messages.ts'
import { updateDomain } from './domains.ts'
import { begun, checkCode } from '../attempts/verifications.ts'

/**
 * Sends a code to an address of the domain, by which a member verifies it.
 *
 * @throws 422 for an address of another domain.
 */
export function prepareAffiliation(
  context: AuthContext,
  domain: OrganizationDomain,
  emailAddress: string,
): OrganizationDomain {
  const { rows } = context
  if (!emailAddress.endsWith(`@${domain.name}`)) {
    throw paramInvalid('affiliation_email_address', `affiliation_email_address must be an address of ${domain.name}.`)
  }
  sendStoredCode(context, domain.id, emailAddress, 'affiliation_code')
  const { strategy, attempts, expireAt } = begun(context, 'email_code')
  return rows.organizationDomains.update(domain.id, {
    strategy,
    attempts,
    expireAt,
    affiliationEmailAddress: emailAddress,
    ...updatedNow(context),
  })
}

/**
 * Checks the code that was sent for a domain. The right one verifies the domain; a wrong one counts. Returns the
 * failure, or null.
 */
export function attemptAffiliation(context: AuthContext, domain: OrganizationDomain, code: string): Failure | null {
  const { rows } = context
  const { strategy, attempts, expireAt, affiliationEmailAddress: to } = domain
  const verification = strategy === null ? null : { status: 'unverified' as const, strategy, attempts, expireAt }
  const sent = rows.identifierCodes.get(domain.id)
  const failure = checkCode(
    context,
    verification,
    sent === undefined || to === null ? null : { code: sent.code, to },
    code,
  )
  if (failure === null) updateDomain(context, domain, { verified: true, attempts: (attempts ?? 0) + 1 })
  else rows.organizationDomains.update(domain.id, { attempts: (attempts ?? 0) + 1 })
  return failure
}
