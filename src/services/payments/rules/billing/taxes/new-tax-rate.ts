import type { PaymentsContext } from '#payments/call.ts'
import { newRecord } from '../../records.ts'
import type { TaxRate } from '#payments/schema/billing/catalog.ts'

/** The members of a new tax rate. */
export type TaxRateInput = Partial<Omit<TaxRate, 'account' | 'seq' | 'created'>> &
  Pick<TaxRate, 'displayName' | 'inclusive' | 'percentage'>

/** Adds a tax rate. https://docs.stripe.com/api/tax_rates/create */
export function addTaxRate(context: PaymentsContext, account: string, input: TaxRateInput): TaxRate {
  const rate = context.rows.taxRates.insert({
    active: true,
    country: null,
    description: null,
    jurisdiction: null,
    metadata: {},
    state: null,
    taxType: null,
    ...input,
    ...newRecord(context, account, 'txr_', { id: input.id }),
  })
  context.emit({ type: 'tax_rate.created', kind: 'tax_rate', row: rate })
  return rate
}
