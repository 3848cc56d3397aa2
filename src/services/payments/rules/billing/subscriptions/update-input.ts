import type { Failure } from '#core/errors.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { type ValuesOf } from '#payments/protocol/params.ts'
import { cancellationDetailsOf, type SubscriptionFields } from './field-params.ts'
import { itemsOf } from './items.ts'
import { changeSubscription } from './status.ts'
import type { Subscription } from '#payments/schema/billing/subscriptions.ts'
import type { SUBSCRIPTION_CHANGES } from './operation-params.ts'

/** Returns the word of the parameter `billing_cycle_anchor`, in both of its forms. */
export function anchorWord(anchor: 'now' | 'unchanged' | { readonly type: 'now' | 'unchanged' } | undefined) {
  return typeof anchor === 'object' ? anchor.type : anchor
}

/** Returns the fields that the parameter `pause_collection` sets. */
export function pauseOf(pause: ValuesOf<typeof SUBSCRIPTION_CHANGES>['pause_collection']): SubscriptionFields {
  if (pause === undefined) return {}
  return { pauseCollection: pause === null ? null : { behavior: pause.behavior, resumes_at: pause.resumes_at ?? null } }
}

/**
 * Returns the parameters of the items that an update changes. Older libraries send the `plan` and the `quantity` of the
 * only item by themselves.
 *
 * @throws 400 for a plan or a quantity of a subscription with several items, or beside `items`.
 */
export function changedItemsOf(
  { rows }: Pick<PaymentsContext, 'rows'>,
  { id }: Subscription,
  { items, plan, quantity }: ValuesOf<typeof SUBSCRIPTION_CHANGES>,
): NonNullable<typeof items> {
  if (plan === undefined && quantity === undefined) return items ?? []
  const param = plan === undefined ? 'quantity' : 'plan'
  if (items !== undefined)
    throw invalidRequest(`Received both items and ${param} parameters. Please pass in only one.`, { param })
  const [only, ...others] = itemsOf(rows, id)
  if (only === undefined || others.length > 0) {
    const message = `You cannot set \`${param}\` of a subscription with multiple items. Set it on an item instead.`
    throw invalidRequest(message, { param })
  }
  return [{ id: only.id, plan, quantity }]
}

/** @throws 400 for a change of the end of a subscription that a schedule manages. */
export function requireOwnEnd({ schedule }: Subscription, input: ValuesOf<typeof SUBSCRIPTION_CHANGES>): void {
  const param = (['cancel_at', 'cancel_at_period_end'] as const).find((name) => input[name] !== undefined)
  if (schedule === null || param === undefined) return
  throw invalidRequest(
    `The subscription is managed by the subscription schedule \`${schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    { param },
  )
}

/** 400: a subscription that is over is changed in more than its metadata and the details of its cancellation. */
export function endedSubscription(): Failure {
  return invalidRequest('A canceled subscription can only update its cancellation_details and metadata.', {
    code: 'invalid_canceled_subscription_fields',
  })
}

/** Changes a subscription that is over: only its metadata and the details of its cancellation. */
export function changeEnded(
  context: PaymentsContext,
  before: Subscription,
  input: ValuesOf<typeof SUBSCRIPTION_CHANGES>,
): Subscription {
  const { metadata: changes, cancellation_details: details, ...others } = input
  if (Object.keys(others).some((name) => name !== 'expand')) {
    throw endedSubscription()
  }
  return changeSubscription(context, before.id, {
    metadata: mergeMetadata(before.metadata, changes),
    cancellationDetails: { ...before.cancellationDetails, ...cancellationDetailsOf(details) },
  })
}
