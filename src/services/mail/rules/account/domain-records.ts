import type { Domain, DomainStatus } from '#mail/schema/domains.ts'

/** A DNS record that a domain needs. https://resend.com/docs/api-reference/domains/create-domain */
export interface DomainRecord {
  readonly record: 'SPF' | 'DKIM' | 'Receiving' | 'Tracking'
  readonly name: string
  readonly type: 'MX' | 'TXT' | 'CNAME'
  readonly ttl: string
  readonly status: RecordStatus
  readonly value: string
  readonly priority?: number
}

type RecordStatus = 'pending' | 'verified' | 'failed' | 'temporary_failure' | 'not_started'

/** Returns the DNS records that a domain needs, each with its status. */
export function recordsOf(domain: Domain): DomainRecord[] {
  const { returnPath, region, dkimKey } = domain
  const status = statusOfRecords(domain.status)
  const at = (name: string): string => relativeName(domain.name, name)
  return [
    {
      record: 'SPF',
      name: at(returnPath),
      type: 'MX',
      ttl: 'Auto',
      status,
      value: `feedback-smtp.${region}.amazonses.com`,
      priority: 10,
    },
    {
      record: 'SPF',
      name: at(returnPath),
      type: 'TXT',
      ttl: 'Auto',
      status,
      // The vendor includes the quotes of a zone file.
      value: '"v=spf1 include:amazonses.com ~all"',
    },
    {
      record: 'DKIM',
      name: at('resend._domainkey'),
      type: 'TXT',
      ttl: 'Auto',
      // When a domain is partially verified or has partially failed, the DKIM record is the missing one.
      status: statusOfDkim(domain.status),
      value: `p=${dkimKey}`,
    },
    ...receivingRecords(domain, status),
    ...trackingRecords(domain, status),
  ]
}

function receivingRecords({ name, receiving, region }: Domain, status: RecordStatus): DomainRecord[] {
  if (receiving === 'disabled') return []
  const value = `inbound-smtp.${region}.amazonaws.com`
  return [{ record: 'Receiving', name: relativeName(name, ''), type: 'MX', ttl: 'Auto', status, value, priority: 10 }]
}

function trackingRecords({ name, trackingSubdomain }: Domain, status: RecordStatus): DomainRecord[] {
  if (trackingSubdomain === null) return []
  const value = 'links1.resend-dns.com'
  return [{ record: 'Tracking', name: `${trackingSubdomain}.${name}`, type: 'CNAME', ttl: 'Auto', status, value }]
}

/** Country suffixes with two labels, below which names are registered. */
const SECOND_LEVEL = /\.(?:ac|co|com|edu|gov|net|org)\.[a-z]{2}$/

/**
 * Returns a record's name relative to the registered domain: `send.mail` for `mail.example.com`; `@` for the registered
 * domain itself.
 */
function relativeName(domain: string, name: string): string {
  const registered = SECOND_LEVEL.test(domain) ? 3 : 2
  const subdomain = domain.split('.').slice(0, -registered)
  return [name, ...subdomain].filter((part) => part !== '').join('.') || '@'
}

function statusOfRecords(status: DomainStatus): RecordStatus {
  if (status === 'partially_verified') return 'verified'
  return status === 'partially_failed' ? 'verified' : status
}

function statusOfDkim(status: DomainStatus): RecordStatus {
  if (status === 'partially_verified') return 'pending'
  return status === 'partially_failed' ? 'failed' : status
}
