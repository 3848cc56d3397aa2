import { isRecord } from '#core/objects.ts'
import { hash, oneOf, text, unsettable } from '#payments/protocol/params.ts'
import { ADDRESS, addressOf } from '#payments/protocol/shared-params.ts'
import type { Wire } from '#payments/schema/payments.ts'

/** The registers of companies that Billie knows, by country. */
const REGISTERS = [
  'ch_ein',
  'de_hrb',
  'dk_cvr',
  'es_cif',
  'fi_tunnus',
  'fr_siren',
  'fr_siret',
  'it_rea',
  'nl_kvk',
  'no_org_number',
  'no_pno',
  'se_org_number',
  'se_pno',
  'uk_crn',
] as const

/** The parameter `billie[company_details]`: the company that buys, as it is registered. */
export const COMPANY_DETAILS = unsettable(
  hash({
    registered_address: unsettable(hash(ADDRESS)),
    registered_name: text(),
    registration_number: text(),
    registration_type: unsettable(oneOf(...REGISTERS)),
    vat: text(),
  }),
)

/** Returns the options of Billie as answers show them: with all members of the company, if there is one. */
export function billieOptions(options: Wire): Wire {
  const { company_details: company, ...others } = options
  if (company === undefined || company === null) return others
  const { registered_address, registration_type, ...texts } = company as Wire // its parameter is a hash
  return {
    company_details: {
      ...(isRecord(registered_address) ? { registered_address: addressOf(registered_address) } : {}),
      registered_name: null,
      registration_number: null,
      ...(typeof registration_type === 'string' ? { registration_type } : {}),
      vat: null,
      ...texts,
    },
    ...others,
  }
}
