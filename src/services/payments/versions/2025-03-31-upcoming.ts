import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import type { RawHash } from '#payments/protocol/form.ts'
import type { ParamsTransform, VersionChange } from './change.ts'
import { hashIn, hashOf, withoutParams } from './params.ts'

const PREFIX = 'subscription_'

/** Writes `subscription_items` and the like as members of `subscription_details`. */
function withDetails(params: RawHash): RawHash {
  const former = Object.keys(params).filter((name) => name.startsWith(PREFIX) && name !== 'subscription_details')
  if (former.length === 0) return params
  const moved = former.map((name) => [name.slice(PREFIX.length), params[name] ?? ''] as const)
  return hashOf({
    ...withoutParams(params, ...former),
    subscription_details: hashOf({ ...Object.fromEntries(moved), ...hashIn(params, 'subscription_details') }),
  })
}

/** Returns the subscription of a customer that renews first; undefined for none. */
function nextOf({ rows }: PaymentsContext, customer: string): string | undefined {
  const active = rows.subscriptions
    .list('customer', customer)
    .filter(({ status }) => ['active', 'trialing', 'past_due', 'unpaid'].includes(status))
  return active.toSorted((one, other) => one.periodEnd - other.periodEnd)[0]?.id
}

/**
 * A preview for a customer alone is that of the subscription that renews first.
 *
 * @throws 400 for changes to a subscription that the request does not name.
 */
const upcoming: ParamsTransform = (params, context) => {
  const written = withDetails(params)
  const { customer, subscription, schedule } = written
  const details = hashIn(written, 'subscription_details')
  const isNew = details?.['items'] !== undefined
  if (typeof customer !== 'string' || subscription !== undefined || schedule !== undefined || isNew) return written
  if (details !== undefined) {
    throw invalidRequest(
      'When previewing changes to a subscription, you must specify either `subscription` or `subscription_items`',
    )
  }
  const next = nextOf(context, customer)
  return next === undefined ? written : hashOf({ ...written, subscription: next })
}

/**
 * The preview of an invoice is an operation of its own, and names the subscription.
 * https://docs.stripe.com/changelog/basil/2025-03-31/invoice-preview-api-deprecations
 */
export const createPreview: VersionChange = {
  version: '2025-03-31.basil',
  requests: { GetInvoicesUpcoming: upcoming, GetInvoicesUpcomingLines: upcoming },
}
