import type { MailContext } from '#mail/call.ts'
import type { Domain } from '#mail/schema/domains.ts'

/** Starts the verification of a domain: it is pending, and verified after the seed's `verify_ms`. */
export function startVerification(context: MailContext, domain: Domain): void {
  if (domain.status === 'verified') return
  changeDomain(context, domain, { status: 'pending' })
  context.schedule(context.rows.verificationTime.get(), 'verifyDomain', { domainId: domain.id })
}

/** The timer's action: a pending domain becomes verified. */
export function endVerification(context: MailContext, { domainId }: { readonly domainId: number }): void {
  const domain = context.rows.domains.get(domainId)
  if (domain?.status === 'pending') changeDomain(context, domain, { status: 'verified' })
}

/** Updates a domain and emits `domain.updated` when something changed. */
export function changeDomain(context: MailContext, before: Domain, changes: Partial<Omit<Domain, 'id'>>): Domain {
  const domain = context.rows.domains.update(before.id, changes)
  if (JSON.stringify(domain) !== JSON.stringify(before)) context.emit({ event: 'domain.updated', domain })
  return domain
}
