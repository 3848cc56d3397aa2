import type { PaymentsContext } from './call.ts'
import { settling } from './outcomes.ts'
import { expireDueSession } from './rules/checkout/expire.ts'
import type { Due } from './schema/billing/subscriptions.ts'

/** The function of a timer that nothing schedules yet, because its records cannot be created. */
const unscheduled = (_context: PaymentsContext, { id }: Due): never => {
  throw new Error(`a timer of ${id} is due, but nothing schedules it`)
}

/** The functions of the timers, by name. */
export const timers = {
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
