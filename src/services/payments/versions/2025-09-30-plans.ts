import { invalidRequest } from '#payments/errors.ts'
import type { RawHash } from '#payments/protocol/form.ts'
import type { VersionChange } from './change.ts'
import { hashOf, withoutParams } from './params.ts'

/**
 * Writes the `plan` and the `quantity` of a new subscription as its only item.
 *
 * @throws 400 for a request that has items too.
 */
function withItem(params: RawHash): RawHash {
  const { items, plan, quantity } = params
  if (plan === undefined && quantity === undefined) return params
  if (items !== undefined) {
    const name = plan === undefined ? 'quantity' : 'plan'
    throw invalidRequest(`Received both items and ${name} parameters. Please pass in only one.`, { param: name })
  }
  if (plan === undefined) return params
  const item = quantity === undefined ? hashOf({ plan }) : hashOf({ plan, quantity })
  return hashOf({ ...withoutParams(params, 'plan', 'quantity'), items: hashOf({ 0: item }) })
}

/**
 * A subscription has items. The vendor still reads the one plan from before items, and tells of no version without it:
 * here it is read by the versions whose libraries have sent it.
 */
export const plansAsItems: VersionChange = {
  version: '2025-09-30.clover',
  requests: { PostCustomersCustomerSubscriptions: withItem, PostSubscriptions: withItem },
}
