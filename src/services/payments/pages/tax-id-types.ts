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
