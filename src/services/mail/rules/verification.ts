import type { MailCall, Work } from '../call.ts'
import { notFound } from '../errors.ts'
import { domainEventData } from '../json/domain.ts'
import type { Domain } from '../schema-domains.ts'
import { emit } from '../webhooks.ts'
import { uuidOf } from './uuid.ts'

/** Where the store keeps how long the verification of a domain takes, in milliseconds. */
export const VERIFY_MS = 'verify ms'

/** The service's timer by which the verification of a domain ends. */
export const VERIFY = 'verify'

/** Has the records of a domain looked up: it is pending, and verified after a while of the clock. */
export function startVerification(work: Work, domain: Domain): void {
  if (domain.status === 'verified') return
  changeDomain(work, domain, { status: 'pending' })
  work.schedule(work.store.value<number>(VERIFY_MS) ?? 0, VERIFY, { domainId: domain.id })
}

/** What the timer does. */
export function endVerification(work: Work, { domainId }: { readonly domainId: number }): void {
  const domain = work.rows.domains.get(domainId)
  if (domain?.status === 'pending') changeDomain(work, domain, { status: 'verified' })
}

/** Changes a domain; webhooks hear of it when something is different. */
export function changeDomain(work: Work, before: Domain, changes: Partial<Omit<Domain, 'id'>>): Domain {
  const domain = work.rows.domains.update(before.id, changes)
  if (JSON.stringify(domain) !== JSON.stringify(before)) emit(work, 'domain.updated', () => domainEventData(domain))
  return domain
}

/** A step that finds the domain of the path. Throws 404, and 422 for what is no id. */
export function domainOfPath({ rows, params }: Pick<MailCall, 'rows'> & { readonly params: { domain_id: string } }): {
  readonly domain: Domain
} {
  const domain = rows.domains.find('uuid', uuidOf(params.domain_id))
  if (domain === undefined) throw notFound('Domain')
  return { domain }
}
