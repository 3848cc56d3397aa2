import type { DeployhostCall, DeployhostContext, Rows } from '#deployhost/call.ts'
import { badRequest, notFound, failure } from '#deployhost/errors.ts'
import type { Domain, User } from '#deployhost/schema.ts'
import type { DnsRecord, RecordType } from '#deployhost/schema/dns.ts'
import { nextSortKey } from './sort-keys.ts'
import { ownedBy, type Account } from './access.ts'

/** The body of a request that creates a DNS record; an update has some of it. */
export interface RecordInput {
  readonly name?: string | undefined
  readonly type: RecordType
  readonly value?: string | undefined
  readonly ttl?: number | undefined
  readonly mxPriority?: number | undefined
  readonly srv?:
    | { readonly priority: number; readonly weight: number; readonly port: number; readonly target: string }
    | undefined
  readonly comment?: string | undefined
}

const IPV4 = /^(?:\d{1,3}\.){3}\d{1,3}$/
const IPV6 = /^[0-9a-f:]*:[0-9a-f:.]*$/i
const DEFAULT_TTL = 60

/**
 * Adds a DNS record to a domain.
 *
 * @throws 400 for a value that does not fit the type.
 */
export function createRecord(
  { rows, clock, ids }: Pick<DeployhostContext, 'rows' | 'clock' | 'ids'>,
  domain: Domain,
  creator: User,
  input: RecordInput,
): DnsRecord {
  const now = Math.floor(clock.now())
  return rows.dnsRecords.insert({
    id: `rec_${ids.hex(24)}`,
    sortKey: nextSortKey(rows.dnsRecords, now),
    domainId: domain.id,
    creatorId: creator.id,
    name: (input.name ?? '').toLowerCase(),
    type: input.type,
    ...contentOf(input),
    ttl: input.ttl ?? DEFAULT_TTL,
    comment: input.comment ?? '',
    createdAt: now,
    updatedAt: now,
  })
}

/**
 * Returns the fields that depend on a record's type.
 *
 * @throws 400 for a value that does not fit the type.
 */
export function contentOf(input: RecordInput): Pick<DnsRecord, 'value' | 'mxPriority' | 'priority'> {
  const { type, value, mxPriority, srv } = input
  if (type === 'SRV') {
    if (srv === undefined) throw badRequest('Invalid request: missing required property `srv`.')
    return { value: `${srv.weight} ${srv.port} ${srv.target}`, mxPriority: null, priority: srv.priority }
  }
  if (value === undefined) throw badRequest('Invalid request: missing required property `value`.')
  if (type === 'MX' && mxPriority === undefined) {
    throw badRequest('Invalid request: missing required property `mxPriority`.')
  }
  if ((type === 'A' && !IPV4.test(value)) || (type === 'AAAA' && !IPV6.test(value))) {
    throw failure(400, 'invalid_value', `The value "${value}" is not valid for a record of type ${type}.`)
  }
  return { value, mxPriority: type === 'MX' ? (mxPriority ?? null) : null, priority: null }
}

/**
 * Returns a DNS record of the account and its domain.
 *
 * @throws 404.
 */
export function findRecord(
  rows: Rows,
  account: Pick<Account, 'id'>,
  id: string,
): { readonly record: DnsRecord; readonly domain: Domain } {
  const record = rows.dnsRecords.get(id)
  const domain = ownedBy(account, rows.domains.get(record?.domainId))
  if (record === undefined || domain === undefined) throw notFound('Record')
  return { record, domain }
}

/** Parses the records of a zone file: a name, an optional TTL, an optional class, a type and a value per line. */
export function parseZone(zone: string, domain: string): RecordInput[] {
  return zone
    .split(/\r?\n/)
    .map((line) => line.replace(/(^|\s);.*$/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('$'))
    .flatMap((line) => recordOfLine(line, domain))
}

function recordOfLine(line: string, domain: string): RecordInput[] {
  const words = line.split(/\s+/)
  const at = words.findIndex((word, index) => index > 0 && RECORD_WORD.test(word))
  const type = words[at]?.toUpperCase() as RecordType | undefined // the expression matches no other word
  // The records of the zone itself are the vendor's.
  if (type === undefined || type === 'NS') return []
  const ttl = words.slice(1, at).find((word) => /^\d+$/.test(word))
  const [first = '', ...others] = words.slice(at + 1)
  const common = {
    name: relativeName(words[0] ?? '', domain),
    type,
    ...(ttl === undefined ? {} : { ttl: Number(ttl) }),
  }
  if (type === 'MX') return [{ ...common, mxPriority: Number(first), value: withoutDot(others[0] ?? '') }]
  if (type === 'SRV') {
    const [weight, port, target = ''] = others
    const srv = { priority: Number(first), weight: Number(weight), port: Number(port), target: withoutDot(target) }
    return [{ ...common, srv }]
  }
  const value =
    type === 'TXT' ? [first, ...others].join(' ').replaceAll('"', '') : withoutDot([first, ...others].join(' '))
  return [{ ...common, value }]
}

const RECORD_WORD = /^(?:A|AAAA|ALIAS|CAA|CNAME|HTTPS|MX|NS|SRV|TXT)$/i

function relativeName(name: string, domain: string): string {
  const plain = withoutDot(name).toLowerCase()
  if (plain === '@' || plain === domain) return ''
  return plain.endsWith(`.${domain}`) ? plain.slice(0, -domain.length - 1) : plain
}

function withoutDot(name: string): string {
  return name.replace(/\.$/, '')
}

/**
 * Returns the zone file that a request carries.
 *
 * @throws 400 for another content type.
 */
export function zoneOf({ header, text }: Pick<DeployhostCall, 'header' | 'text'>): string {
  if (header('content-type')?.startsWith('text/dns') === true) return text
  throw badRequest('Invalid request: the zone file should have the content type text/dns.')
}
