import type { Due } from './schema/billing/subscriptions.ts'
import type { PaymentsContext } from './call.ts'
import { balanceJson } from './json/balance.ts'
import { emit } from './events.ts'
import { endAuthorization } from './rules/payment-intents/capture.ts'
import { endDispute } from './rules/money/disputes.ts'
import { endPayout } from './rules/money/payouts.ts'
import { endProcessing } from './rules/payment-intents/confirm.ts'
import { endRefund, failRefund } from './rules/money/refunds.ts'
import { expireDueSession } from './rules/checkout/expire.ts'
import { settling } from './outcomes.ts'

/** The function of a timer that nothing schedules yet, because its records cannot be created. */
const unscheduled = (_context: PaymentsContext, { id }: Due): never => {
  throw new Error(`a timer of ${id} is due, but nothing schedules it`)
}

/** The functions of the timers, by name. */
export const timers = {
  endProcessing: settling<{ readonly intent: string; readonly attempt: number }>((context, { intent, attempt }) =>
    endProcessing(context, intent, attempt),
  ),
  endAuthorization: settling<{ readonly charge: string }>((context, { charge }) => endAuthorization(context, charge)),
  endRefund: settling<{ readonly refund: string }>((context, { refund }) => endRefund(context, refund)),
  failRefund: settling<{ readonly refund: string }>((context, { refund }) => failRefund(context, refund)),
  endDispute: settling<{ readonly dispute: string }>((context, { dispute }) => endDispute(context, dispute)),
  endPayout: settling<{ readonly payout: string }>((context, { payout }) => endPayout(context, payout)),
  reportAvailable: (context: PaymentsContext, { account }: { readonly account: string }): void =>
    emit(context, account, 'balance.available', balanceJson(context, account)),
  expireCheckout: settling(expireDueSession),
  finalizeInvoice: unscheduled,
  collectInvoice: unscheduled,
  remindOfInvoice: unscheduled,
  renewSubscription: unscheduled,
  announceTrialEnd: unscheduled,
  announceInvoice: unscheduled,
  cancelSubscription: unscheduled,
  expireSubscription: unscheduled,
  resumeCollection: unscheduled,
  expirePendingUpdate: unscheduled,
  advanceSchedule: unscheduled,
}
