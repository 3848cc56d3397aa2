import type { PaymentsContext } from '#payments/call.ts'
import { followIntent } from './billing/invoices/collection.ts'
import { followSetup } from './billing/subscriptions/status.ts'
import { settleEntitlements } from './entitlements.ts'
import { runBackgroundTasks } from './money/background-tasks.ts'
import { followCheckout } from './checkout/finish.ts'

/**
 * The functions that follow up a payment or a setup whose state has changed: each looks at the intent and does its own
 * part.
 */
const followUps: readonly ((context: PaymentsContext, intent: string) => void)[] = [
  followIntent,
  followSetup,
  followCheckout,
]

/**
 * Does the work that the vendor does in the background, lets invoices and Checkout sessions follow the intents that
 * have changed, and entitlements the subscriptions: an invoice is paid when its payment intent succeeds. Runs at the
 * end of every request, timer and command, because the rules of payments know nothing of those that use them.
 */
export function settleOutcomes(context: PaymentsContext): void {
  const { backgroundTasks, outcomes } = context.rows
  while (outcomes.size + backgroundTasks.size > 0) {
    if (backgroundTasks.size > 0) runBackgroundTasks(context)
    followOutcomes(context)
  }
  settleEntitlements(context)
}

/**
 * Lets invoices, subscriptions and Checkout sessions follow the intents that have changed. What they change in intents
 * in turn waits for {@link settleOutcomes}.
 */
export function followOutcomes(context: PaymentsContext): void {
  const { outcomes } = context.rows
  for (const { id, intent } of outcomes.all()) {
    outcomes.delete(id)
    for (const follow of followUps) follow(context, intent)
  }
}

/** Returns the function of a timer that lets invoices and Checkout sessions follow what it has changed. */
export function settling<P>(run: (context: PaymentsContext, payload: P) => void) {
  return (context: PaymentsContext, payload: P): void => {
    run(context, payload)
    settleOutcomes(context)
  }
}
