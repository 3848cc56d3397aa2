import {
  emitUpcomingInvoice,
  emitTrialEnding,
  cancelDue,
  collectDue,
  expirePendingUpdate,
  expireSubscription,
  finalizeDue,
  invoicePendingItems,
  emitDueNotice,
  renewSubscription,
  resumeDue,
  resumeCollection,
} from './billing/subscriptions/renewal.ts'
import { advanceSchedule, emitScheduleEnding } from './billing/schedules/schedules.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { endAuthorization } from './payment-intents/capture.ts'
import { endDebit } from './money/legacy-charge.ts'
import { endDispute } from './money/disputes.ts'
import { endPayout } from './money/payouts.ts'
import { answerAction, endProcessing } from './payment-intents/confirm.ts'
import { expireQuote } from './quotes/life.ts'
import { payOutBalance } from './money/automatic-payouts.ts'
import { writeReport } from './reporting/report-runs.ts'
import { endAuthorizationRequest } from './issuing/authorizations.ts'
import { endReaderAction } from './terminal/readers.ts'
import { endTopup } from './money/topups.ts'
import { endRefund, failRefund } from './money/refunds.ts'
import { expireDueSession } from './checkout/expire.ts'
import { cancelSource } from './sources/life.ts'
import { settling } from './outcomes.ts'
import { verifyTaxId } from './customers/tax-ids.ts'

/** The functions of the timers, by name. */
export const timers = {
  endProcessing: settling<{ readonly intent: string; readonly attempt: number }>((context, { intent, attempt }) =>
    endProcessing(context, intent, attempt),
  ),
  answerAction: settling<{
    readonly intent: string
    readonly attempt: number
    readonly result: 'succeed' | 'fail'
  }>((context, { intent, attempt, result }) => answerAction(context, intent, attempt, result)),
  endDebit: settling<{ readonly charge: string }>((context, { charge }) => endDebit(context, charge)),
  endAuthorization: settling<{ readonly charge: string }>((context, { charge }) => endAuthorization(context, charge)),
  endRefund: settling<{ readonly refund: string }>((context, { refund }) => endRefund(context, refund)),
  failRefund: settling<{ readonly refund: string }>((context, { refund }) => failRefund(context, refund)),
  endDispute: settling<{ readonly dispute: string }>((context, { dispute }) => endDispute(context, dispute)),
  endPayout: settling<{ readonly payout: string }>((context, { payout }) => endPayout(context, payout)),
  cancelSource,
  expireQuote,
  endTopup: (context: PaymentsContext, { topup }: { readonly topup: string }): void => endTopup(context, topup),
  payOutBalance,
  endAuthorizationRequest,
  endReaderAction: settling(endReaderAction),
  writeReport,
  emitAvailable: (context: PaymentsContext, { account }: { readonly account: string }): void =>
    context.emit({ type: 'balance.available', kind: 'balance', row: { account } }),
  expireCheckout: settling(expireDueSession),
  verifyTaxId: (context: PaymentsContext, { taxId }: { readonly taxId: string }): void => verifyTaxId(context, taxId),
  finalizeInvoice: settling(finalizeDue),
  collectInvoice: settling(collectDue),
  emitDueNotice: settling(emitDueNotice),
  renewSubscription: settling(renewSubscription),
  emitTrialEnding: settling(emitTrialEnding),
  emitUpcomingInvoice: settling(emitUpcomingInvoice),
  cancelSubscription: settling(cancelDue),
  expireSubscription: settling(expireSubscription),
  resumeCollection: settling(resumeCollection),
  invoicePendingItems: settling(invoicePendingItems),
  resumeSubscription: settling(resumeDue),
  advanceSchedule: settling(advanceSchedule),
  emitScheduleEnding: settling(emitScheduleEnding),
  expirePendingUpdate: settling(expirePendingUpdate),
}
