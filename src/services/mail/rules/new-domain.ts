import type { Work } from '../call.ts'
import type { Domain } from '../schema-domains.ts'

/** What a new domain is made from. */
export type DomainWishes = Omit<Domain, 'id' | 'uuid' | 'dkimKey' | 'createdAt'>

/** Adds a domain, with a DKIM key of its own. */
export function addDomain({ rows, ids, clock }: Pick<Work, 'rows' | 'ids' | 'clock'>, wishes: DomainWishes): Domain {
  return rows.domains.insert({
    uuid: ids.uuid(),
    ...wishes,
    // The shape of a 1024-bit RSA public key in DER: its head and its exponent are the same for all.
    dkimKey: `MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQ${ids.base62(172)}IDAQAB`,
    createdAt: clock.now(),
  })
}
