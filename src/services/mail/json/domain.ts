import { recordsOf } from '#mail/rules/account/domain-records.ts'
import type { Domain } from '#mail/schema/domains.ts'
import { isoTime, timestamp } from './format.ts'

/** A domain. https://resend.com/docs/api-reference/domains/get-domain */
export function domainJson(domain: Domain) {
  const { capabilities, ...rest } = listedDomainJson(domain)
  return { object: 'domain', ...rest, ...tracking(domain), capabilities, records: recordsOf(domain) }
}

/** A domain in the answer to its creation. https://resend.com/docs/api-reference/domains/create-domain */
export function createdDomainJson(domain: Domain) {
  const { id, name, created_at, status, region, capabilities, open_tracking, click_tracking } = listedDomainJson(domain)
  const records = recordsOf(domain)
  return {
    id,
    name,
    created_at,
    status,
    capabilities,
    records,
    region,
    open_tracking,
    click_tracking,
    ...tracking(domain),
  }
}

/** A domain in a list. https://resend.com/docs/api-reference/domains/list-domains */
export function listedDomainJson(domain: Domain) {
  return {
    id: domain.uuid,
    name: domain.name,
    status: domain.status,
    created_at: timestamp(domain.createdAt),
    region: domain.region,
    open_tracking: domain.openTracking,
    click_tracking: domain.clickTracking,
    capabilities: { sending: domain.sending, receiving: domain.receiving },
  }
}

/** The `data` of an event about a domain. */
export function domainEventJson(domain: Domain) {
  return {
    id: domain.uuid,
    name: domain.name,
    status: domain.status,
    created_at: isoTime(domain.createdAt),
    region: domain.region,
    records: recordsOf(domain).map((record) => ({
      ...record,
      // Events use a longer name for this record than answers.
      record: record.record === 'Receiving' ? 'Receiving MX' : record.record,
    })),
  }
}

function tracking({ trackingSubdomain }: Domain) {
  return trackingSubdomain === null ? {} : { tracking_subdomain: trackingSubdomain }
}
