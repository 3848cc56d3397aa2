import type { PaymentsContext } from '../../call.ts'
import { newRecord } from '../../records.ts'
import type { Mandate, PaymentMethod } from '../../schema/payments.ts'

/** Adds the customer's permission to debit a payment method. */
export function addMandate(context: PaymentsContext, { id, account, type, customer }: PaymentMethod): Mandate {
  const head = newRecord(context, account, 'mandate_')
  return context.rows.mandates.insert({
    ...head,
    paymentMethod: id,
    paymentMethodType: type,
    status: 'active',
    type: customer === null ? 'single_use' : 'multi_use',
    acceptance: { accepted_at: head.created, offline: {}, type: 'offline' },
  })
}
