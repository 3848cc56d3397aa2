import type { PaymentsContext } from '../../call.ts'
import { emit } from '../../events.ts'
import { invalidParameter } from '../../errors.ts'
import { taxIdJson } from '../../json/customers.ts'
import { newRecord } from '../../records.ts'
import type { Customer, TaxId } from '../../schema/customers.ts'

/** Adds a tax id to a customer and emits `customer.tax_id.created`. Throws 400 for a type that the vendor does not know. */
export function addTaxId(
  context: PaymentsContext,
  customer: Customer,
  { type, value }: Pick<TaxId, 'type' | 'value'>,
): TaxId {
  if (!/^[a-z]{2}_[a-z_]{2,12}$/.test(type))
    throw invalidParameter('type', `Invalid type: ${type} is no type of tax id`)
  const country = type === 'eu_vat' ? value.slice(0, 2).toUpperCase() : type.slice(0, 2).toUpperCase()
  const taxId = context.rows.taxIds.insert({
    ...newRecord(context, customer.account, 'txi_'),
    customer: customer.id,
    type,
    value,
    country,
  })
  emit(context, customer.account, 'customer.tax_id.created', taxIdJson(taxId))
  return taxId
}
