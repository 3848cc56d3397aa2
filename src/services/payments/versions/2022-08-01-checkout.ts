import type { Raw, RawHash } from '#payments/protocol/form.ts'
import type { VersionChange } from './change.ts'
import { hashAt } from './members.ts'
import { hashIn, hashOf, withChangedItems, withDefault, withoutParams } from './params.ts'

/** Returns the members of a hash that are there. */
function present(members: Readonly<Record<string, Raw | undefined>>): RawHash {
  const entries = Object.entries(members).filter((entry): entry is [string, Raw] => entry[1] !== undefined)
  return hashOf(Object.fromEntries(entries))
}

/** Writes a line that has its price in members of its own as one with `price_data`. */
function withPriceData(line: RawHash): RawHash {
  const { amount, currency, name, description, images, ...rest } = line
  if (amount === undefined || line['price'] !== undefined || line['price_data'] !== undefined) return line
  const data = present({ currency, unit_amount: amount, product_data: present({ name, description, images }) })
  return hashOf({ ...rest, price_data: data })
}

/** Writes `shipping_rates` as `shipping_options`. */
function withShippingOptions(params: RawHash): RawHash {
  const rates = hashIn(params, 'shipping_rates')
  if (rates === undefined) return params
  const options = Object.entries(rates).map(([position, rate]) => [position, hashOf({ shipping_rate: rate })] as const)
  return hashOf({ ...withoutParams(params, 'shipping_rates'), shipping_options: hashOf(Object.fromEntries(options)) })
}

/** Writes the plans and the coupon of `subscription_data` as lines and discounts of the session. */
function withSubscriptionLines(params: RawHash): RawHash {
  const data = hashIn(params, 'subscription_data')
  if (data === undefined) return params
  const { coupon } = data
  const plans = Object.values(hashIn(data, 'items') ?? {}) as readonly RawHash[] // the parameter is read as a list of hashes afterwards
  const lines = plans.map(({ plan, quantity = '1', ...rest }) => present({ ...rest, quantity, price: plan }))
  const { line_items: given } = params
  const before = typeof given === 'object' && given !== null ? (Object.values(given) as readonly Raw[]) : [] // as above
  return present({
    ...params,
    subscription_data: withoutParams(data, 'items', 'coupon'),
    mode: params['mode'] ?? 'subscription',
    ...(lines.length === 0 ? {} : { line_items: [...before, ...lines] }),
    ...(coupon === undefined ? {} : { discounts: hashOf({ 0: hashOf({ coupon }) }) }),
  })
}

/**
 * Sessions name prices and shipping options, and make a customer only when they need one.
 * https://docs.stripe.com/changelog/2022-08-01
 */
export const shorterWaysOfCheckout: VersionChange = {
  version: '2022-08-01',
  requests: {
    PostCheckoutSessions: (params) => {
      const written = withSubscriptionLines(withShippingOptions(withChangedItems(params, 'line_items', withPriceData)))
      const isNew = written['mode'] === 'payment' && written['customer'] === undefined
      return isNew ? withDefault(written, 'customer_creation', 'always') : written
    },
  },
  objects: {
    'checkout.session': (session) => ({
      ...session,
      shipping: hashAt(session, 'collected_information')['shipping_details'] ?? null,
      shipping_rate: hashAt(session, 'shipping_cost')['shipping_rate'] ?? null,
    }),
  },
  expandable: { 'checkout.session': { shipping_rate: ['shipping_rate'] } },
}
