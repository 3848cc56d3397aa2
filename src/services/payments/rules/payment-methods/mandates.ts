import type { PaymentsContext } from '#payments/call.ts'
import { newRecord } from '../records.ts'
import type { Mandate, PaymentIntent, PaymentMethod, Wire } from '#payments/schema/payments.ts'

/** Ends the permissions to debit a payment method that was detached, and emits `mandate.updated`. */
export function endMandates(context: PaymentsContext, method: PaymentMethod): void {
  const { mandates } = context.rows
  for (const before of mandates.list('method', method.id)) {
    if (before.status !== 'active') continue
    const after = mandates.update(before.id, { status: 'inactive' })
    context.emit({ type: 'mandate.updated', kind: 'mandate', row: after, before })
  }
}

/**
 * Adds the customer's permission to debit a payment method. Its terms are those of the intent's options, else those of
 * the payment method.
 */
export function addMandate(
  context: PaymentsContext,
  { id, account, type, customer, mandateOptions }: PaymentMethod,
  methodOptions: PaymentIntent['paymentMethodOptions'] = {},
): Mandate {
  const options = (methodOptions[type]?.['mandate_options'] ?? mandateOptions) as Wire | undefined // a hash
  const head = newRecord(context, account, 'mandate_')
  return context.rows.mandates.insert({
    ...head,
    paymentMethod: id,
    paymentMethodType: type,
    status: 'active',
    type: customer === null ? 'single_use' : 'multi_use',
    acceptance: { accepted_at: head.created, offline: {}, type: 'offline' },
    ...(options === undefined ? {} : { options }),
  })
}
