import type { PaymentsContext } from '#payments/call.ts'
import { decideDispute } from './disputes.ts'
import { settleCharge } from './settle-charge.ts'

/**
 * Does what the vendor does after it has answered: moves the money of charges that are captured asynchronously, and
 * decides disputes whose evidence says how. Runs when the answer of a request has been written, so that the answer and
 * its events show the state before, and the next request finds the state after.
 */
export function runBackgroundTasks(context: PaymentsContext): void {
  const { backgroundTasks } = context.rows
  for (const task of backgroundTasks.all()) {
    backgroundTasks.delete(task.id)
    if (task.kind === 'capture') endCapture(context, task.subject)
    else decideDispute(context, task.subject)
  }
}

/**
 * Moves the money of a charge. Emits `charge.updated`.
 * https://docs.stripe.com/payments/payment-intents/asynchronous-capture
 */
function endCapture(context: PaymentsContext, id: string): void {
  const { rows } = context
  const charge = rows.charges.require(id)
  const method = rows.paymentMethods.require(charge.paymentMethod ?? '')
  const settled = settleCharge(context, charge, method)
  context.emit({ type: 'charge.updated', kind: 'charge', row: settled, before: charge })
}
