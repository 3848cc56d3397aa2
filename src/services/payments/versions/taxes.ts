import type { Members } from './change.ts'
import { hashAt, idAt } from './members.ts'

/** Writes taxes as invoices, lines and credit notes had them before 2025-03-31: `total_tax_amounts`, `tax_amounts`. */
export function formerTaxes(taxes: readonly Members[]): readonly object[] {
  return taxes.map((tax) => ({
    amount: tax['amount'],
    inclusive: tax['tax_behavior'] === 'inclusive',
    tax_rate: idAt(hashAt(tax, 'tax_rate_details'), 'tax_rate'),
    taxability_reason: null,
    taxable_amount: tax['taxable_amount'],
  }))
}

/** Returns the part of taxes that an amount includes. */
export function includedTax(taxes: readonly Members[]): number {
  return taxes.reduce((sum, { amount, tax_behavior: behavior }) => {
    return behavior === 'inclusive' && typeof amount === 'number' ? sum + amount : sum
  }, 0)
}
