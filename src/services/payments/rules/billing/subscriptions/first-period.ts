import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import { now } from '../../new-id.ts'
import { type ValuesOf } from '#payments/protocol/params.ts'
import { anchorAfter } from '../periods.ts'
import type { SUBSCRIPTION_FIELDS } from './field-params.ts'
import type { Opaque } from '#payments/schema/billing/invoices.ts'
import type { SUBSCRIPTION_INPUT } from './operation-params.ts'
import { DAY_SECONDS } from '../../seconds.ts'

/**
 * Returns the payment behavior of a new subscription.
 *
 * @throws 400 for the one that only updates have.
 */
export function behaviorOf(behavior: ValuesOf<typeof SUBSCRIPTION_FIELDS>['payment_behavior'] = 'allow_incomplete') {
  if (behavior !== 'pending_if_incomplete') return behavior
  throw invalidRequest(
    'Setting `payment_behavior` to `pending_if_incomplete` has no effect when creating a subscription.',
    {
      param: 'payment_behavior',
    },
  )
}

/** Returns the end of the trial that a new subscription has: as the request says, else as its prices do. */
export function trialEndOf(context: PaymentsContext, input: ValuesOf<typeof SUBSCRIPTION_INPUT>): number | null {
  const { trial_end: end, trial_period_days: days, trial_from_plan: fromPlan } = input
  if (end !== undefined && days !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: trial_end, trial_period_days.', {
      param: 'trial_end',
    })
  }
  if (fromPlan === true && (end !== undefined || days !== undefined))
    throw invalidRequest('You cannot set `trial_end` or `trial_period_days` when `trial_from_plan=true`.')
  if (end === 'now' || days === 0) return null
  if (end !== undefined) return end
  if (days !== undefined) return now(context) + days * DAY_SECONDS
  if (fromPlan !== true) return null
  const ofPlan = Math.max(
    0,
    ...(input.items ?? []).map(
      ({ price, plan }) => context.rows.prices.get(price ?? plan)?.recurring?.trial_period_days ?? 0,
    ),
  )
  return ofPlan === 0 ? null : now(context) + ofPlan * DAY_SECONDS
}

/** Returns the billing cycle anchor that a request sets, in epoch seconds; null for none. */
export function anchorOf(context: PaymentsContext, input: ValuesOf<typeof SUBSCRIPTION_INPUT>): number | null {
  const { billing_cycle_anchor: anchor, billing_cycle_anchor_config: config } = input
  if (anchor !== undefined) return anchor
  if (config === undefined) return null
  return anchorAfter(now(context), {
    dayOfMonth: config.day_of_month,
    month: config.month ?? null,
    hour: config.hour ?? null,
    minute: config.minute ?? null,
    second: config.second ?? null,
  })
}

/** Returns the member `billing_cycle_anchor_config`, with null for what the request left out. */
export function anchorConfigJson(
  config: ValuesOf<typeof SUBSCRIPTION_INPUT>['billing_cycle_anchor_config'],
): Opaque | null {
  if (config === undefined) return null
  const { day_of_month, hour = null, minute = null, month = null, second = null } = config
  return { day_of_month, hour, minute, month, second }
}
