import type { Certificate, DnsRecord } from '#deployhost/schema/dns.ts'

/**
 * A DNS record in the list of its domain.
 * https://vercel.com/docs/rest-api/reference/endpoints/dns/list-existing-dns-records
 */
export function listedRecordJson(record: DnsRecord) {
  return {
    id: record.id,
    slug: `${record.name}-${record.type.toLowerCase()}`,
    name: record.name,
    type: record.type,
    value: record.value,
    ...(record.mxPriority === null ? {} : { mxPriority: record.mxPriority }),
    ...(record.priority === null ? {} : { priority: record.priority }),
    creator: record.creatorId,
    created: record.createdAt,
    updated: record.updatedAt,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
    ttl: record.ttl,
    comment: record.comment,
  }
}

/** A DNS record alone. https://vercel.com/docs/rest-api/reference/endpoints/dns/update-an-existing-dns-record */
export function recordJson(record: DnsRecord, domain: string) {
  return {
    createdAt: record.createdAt,
    creator: record.creatorId,
    domain,
    id: record.id,
    name: record.name,
    recordType: record.type,
    ttl: record.ttl,
    type: 'record',
    value: record.value,
    ...(record.mxPriority === null ? {} : { mxPriority: record.mxPriority }),
    ...(record.priority === null ? {} : { priority: record.priority }),
    comment: record.comment,
  }
}

/** A certificate. https://vercel.com/docs/rest-api/reference/endpoints/certs/get-cert-by-id */
export function certificateJson({ id, cns, createdAt, expiresAt }: Certificate) {
  return { id, createdAt, expiresAt, autoRenew: true, cns }
}

/** A certificate in the list of its account, which the vendor's command line reads in this older form. */
export function listedCertificateJson(certificate: Certificate) {
  const { id, createdAt, expiresAt } = certificate
  return {
    uid: id,
    ...certificateJson(certificate),
    created: new Date(createdAt).toISOString(),
    expiration: new Date(expiresAt).toISOString(),
  }
}
