import type { MailContext } from '#mail/call.ts'
import type { Domain } from '#mail/schema/domains.ts'

/** The fields of a new domain. */
export type NewDomain = Omit<Domain, 'id' | 'uuid' | 'dkimKey' | 'createdAt'>

/** Adds a domain with a DKIM key of its own. */
export function addDomain({ rows, ids, clock }: Pick<MailContext, 'rows' | 'ids' | 'clock'>, input: NewDomain): Domain {
  return rows.domains.insert({
    uuid: ids.uuid(),
    ...input,
    // The shape of a 1024-bit RSA public key in DER, whose beginning and exponent are constant.
    dkimKey: `MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQ${ids.base62(172)}IDAQAB`,
    createdAt: clock.now(),
  })
}
