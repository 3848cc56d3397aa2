import { invalidParameter } from '#payments/errors.ts'
import type { TaxId } from '#payments/schema/customers.ts'

/** The digits of the vendor's test values. https://docs.stripe.com/billing/customer/tax-ids#test-tax-ids */
const TEST_VALUE = /^(?:[A-Z]{2})?(?:0{9}|1{9}|2{9})$/

/** The VAT numbers of the European Union, by the letters that they begin with. */
const EU_VAT = new RegExp(
  `^(?:${[
    'ATU\\d{8}',
    'BE\\d{10}',
    'BG\\d{9,10}',
    'CY\\d{8}[A-Z]',
    'CZ\\d{8,10}',
    '(?:DE|EE|EL|PT)\\d{9}',
    '(?:DK|FI|HU|LU|MT|SI)\\d{8}',
    'ES[A-Z0-9]\\d{7}[A-Z0-9]',
    'FR[A-Z0-9]{2}\\d{9}',
    '(?:HR|IT|LV)\\d{11}',
    'IE\\d[A-Z0-9+*]\\d{5}[A-Z]{1,2}',
    '(?:LT|XI)(?:\\d{9}|\\d{12})',
    'NL\\d{9}B\\d{2}',
    '(?:PL|SK)\\d{10}',
    'RO\\d{2,10}',
    'SE\\d{12}',
  ].join('|')})$`,
)

/** The forms of the types whose values are checked here. https://docs.stripe.com/billing/customer/tax-ids */
const FORMS: ReadonlyMap<string, RegExp> = new Map([
  ['au_abn', /^\d{11}$/],
  ['eu_vat', EU_VAT],
  ['gb_vat', /^GB(?:\d{9}|\d{12}|(?:GD|HA)\d{3})$/],
  ['us_ein', /^\d{9}$/],
])

/**
 * Checks the form of a tax id: letters in any case, with spaces, dots and dashes anywhere.
 *
 * @throws 400 for a value that no tax id of its type has.
 */
export function requireTaxIdValue({ type, value }: Pick<TaxId, 'type' | 'value'>, param: string): void {
  const form = FORMS.get(type)
  const compact = value.replaceAll(/[\s.-]/g, '').toUpperCase()
  if (form === undefined || form.test(compact) || TEST_VALUE.test(compact)) return
  throw invalidParameter(param, `Invalid value for ${type}.`, 'tax_id_invalid')
}
