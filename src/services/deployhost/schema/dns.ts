import { collection } from '#core/store.ts'
import type { Sortable } from './accounts.ts'

/** The types of DNS records that a domain can have. https://vercel.com/docs/domains/managing-dns-records */
export const RECORD_TYPES = ['A', 'AAAA', 'ALIAS', 'CAA', 'CNAME', 'HTTPS', 'MX', 'NS', 'SRV', 'TXT'] as const

/** The type of a DNS record. */
export type RecordType = (typeof RECORD_TYPES)[number]

/** A DNS record of a domain. */
export interface DnsRecord extends Sortable {
  /** `rec_` and 24 hexadecimal digits. */
  readonly id: string
  readonly domainId: string
  readonly creatorId: string
  /** Relative to the domain; empty for the domain itself. */
  readonly name: string
  readonly type: RecordType
  readonly value: string
  /** Seconds. */
  readonly ttl: number
  readonly mxPriority: number | null
  /** The priority of an SRV record; null for other types. */
  readonly priority: number | null
  readonly comment: string
  readonly createdAt: number
  readonly updatedAt: number
}

/** A TLS certificate of an account. */
export interface Certificate extends Sortable {
  /** `cert_` and 24 digits and letters. */
  readonly id: string
  readonly accountId: string
  readonly teamId: string | null
  /** The names that it is for. */
  readonly cns: readonly string[]
  readonly createdAt: number
  readonly expiresAt: number
}

/** The collections of DNS records and certificates. */
export const dnsCollections = {
  dnsRecords: collection<DnsRecord>()({
    indexes: { bySortKey: ['sortKey'], byDomain: ['domainId', 'sortKey'] },
    references: { domainId: { to: 'domains', onDelete: 'cascade' } },
  }),
  certificates: collection<Certificate>()({
    indexes: { bySortKey: ['sortKey'], byAccount: ['accountId', 'sortKey'] },
    references: { teamId: { to: 'teams', onDelete: 'cascade' } },
  }),
}
