import { ownMember } from '#core/objects.ts'
import type { TaxId } from '#payments/schema/customers.ts'

/** The types of tax ids that the pages offer, with the vendor's names. */
export const TAX_ID_TYPES: Readonly<Record<string, string>> = {
  eu_vat: 'EU VAT',
  gb_vat: 'GB VAT',
  us_ein: 'US EIN',
  ch_vat: 'CH VAT',
  au_abn: 'AU ABN',
  ca_bn: 'CA BN',
  jp_cn: 'JP CN',
  no_vat: 'NO VAT',
}

/** Returns a tax id in words: `EU VAT DE123456789`. */
export function taxIdInWords({ type, value }: TaxId): string {
  return `${ownMember(TAX_ID_TYPES, type) ?? type} ${value}`
}
