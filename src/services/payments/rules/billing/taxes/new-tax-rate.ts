import type { PaymentsContext } from '#payments/call.ts'
import { emit } from '../../events.ts'
import { taxRateJson } from '#payments/json/billing/catalog.ts'
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
  emit(context, account, 'tax_rate.created', taxRateJson(rate))
  return rate
}
