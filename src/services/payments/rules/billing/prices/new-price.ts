import type { PaymentsContext } from '#payments/call.ts'
import { invalidParameter } from '#payments/errors.ts'
import { newRecord } from '../../records.ts'
import type { Price, PriceAmounts } from '#payments/schema/billing/catalog.ts'

/** The members of a new price; those that are absent are those of the vendor's defaults. */
export type PriceInput = Partial<Omit<Price, 'account' | 'seq' | 'created' | 'currency' | 'product'>> &
  Pick<Price, 'currency' | 'product'> &
  PriceAmounts & {
    /** Takes the lookup key from the price that has it. */
    readonly transferLookupKey?: boolean
  }

/**
 * Adds a price. https://docs.stripe.com/api/prices/create
 *
 * @throws 400 when another price has its lookup key, unless the key is transferred.
 */
export function addPrice(context: PaymentsContext, account: string, input: PriceInput): Price {
  const { transferLookupKey = false, ...members } = input
  freeLookupKey(context, account, input.lookupKey ?? null, transferLookupKey)
  const price = context.rows.prices.insert({
    active: true,
    aggregateUsage: null,
    billingScheme: input.tiers === null ? 'per_unit' : 'tiered',
    currencyOptions: {},
    deleted: false,
    lookupKey: null,
    metadata: {},
    nickname: null,
    recurring: null,
    tiersMode: null,
    transformQuantity: null,
    ...members,
    ...newRecord(context, account, 'price_', { id: input.id }),
  })
  // The vendor still emits events of the older form of a recurring price.
  if (price.recurring !== null) context.emit({ type: 'plan.created', kind: 'plan', row: price })
  context.emit({ type: 'price.created', kind: 'price', row: price })
  return price
}

/**
 * Takes a lookup key from the price that has it.
 *
 * @throws 400 when the key is not to be transferred.
 */
export function freeLookupKey(
  context: PaymentsContext,
  account: string,
  lookupKey: string | null,
  transfer: boolean,
  except?: string,
): void {
  if (lookupKey === null) return
  const holder = context.rows.prices.find('lookupKey', account, lookupKey)
  if (holder === undefined || holder.id === except) return
  if (!transfer) {
    throw invalidParameter('lookup_key', `A price (\`${holder.id}\`) already uses that lookup key.`)
  }
  const after = context.rows.prices.update(holder.id, { lookupKey: null })
  context.emit({ type: 'price.updated', kind: 'price', row: after, before: holder })
}
