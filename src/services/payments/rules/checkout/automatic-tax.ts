import type { PaymentsContext } from '#payments/call.ts'
import { invalidParameter, invalidRequest } from '#payments/errors.ts'
import type { SessionLine } from '#payments/schema/checkout.ts'
import { hasTaxLocation } from '../billing/taxes/automatic-tax.ts'
import type { SessionInput } from './params.ts'

/**
 * Checks a session that asks for automatic tax. https://docs.stripe.com/tax/checkout
 *
 * @throws 400 for tax rates beside it, and for a customer whose location is not known and will not be saved.
 */
export function checkAutomaticTax(
  { rows }: Pick<PaymentsContext, 'rows'>,
  { customer: id, customer_update: update }: Pick<SessionInput, 'customer' | 'customer_update'>,
  lines: readonly SessionLine[],
): void {
  const taxed = lines.findIndex(({ taxRates }) => taxRates.length > 0)
  if (taxed >= 0) {
    throw invalidParameter(
      `line_items[${taxed}][tax_rates]`,
      'You cannot specify `tax_rates` on a line item while `automatic_tax[enabled]` is true.',
    )
  }
  const customer = rows.customers.get(id)
  const isSaved = update?.address === 'auto' || update?.shipping === 'auto'
  if (customer === undefined || isSaved || hasTaxLocation(customer)) return
  throw invalidRequest(
    "Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the Customer or set either `customer_update[address]` to 'auto' or `customer_update[shipping]` to 'auto' to save the address entered in Checkout to the Customer.",
    { code: 'customer_tax_location_invalid' },
  )
}
