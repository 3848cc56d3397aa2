import type Stripe from 'stripe'

/** A customer whose default payment method is the vendor's test payment method `method`; none for null. */
export async function customerWith(
  stripe: Stripe,
  method: string | null = 'pm_card_visa',
  more: Stripe.CustomerCreateParams = {},
): Promise<Stripe.Customer> {
  const customer = await stripe.customers.create({ email: 'ada@example.com', ...more })
  if (method === null) return customer
  const { id } = await stripe.paymentMethods.attach(method, { customer: customer.id })
  return stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: id } })
}

/** Adds a recurring price: 15 dollars a month unless `more` says otherwise. */
export const recurringPrice = (stripe: Stripe, more: Partial<Stripe.PriceCreateParams> = {}): Promise<Stripe.Price> =>
  stripe.prices.create({
    currency: 'usd',
    unit_amount: 1500,
    recurring: { interval: 'month' },
    product_data: { name: 'Gold' },
    ...more,
  })

/** Returns the types of all events, oldest first; only those that begin with one of `prefixes`, if any are given. */
export async function eventTypes(stripe: Stripe, ...prefixes: readonly string[]): Promise<string[]> {
  const types: string[] = []
  for await (const { type } of stripe.events.list({ limit: 100 })) types.push(type)
  return types
    .toReversed()
    .filter((type) => prefixes.length === 0 || prefixes.some((prefix) => type.startsWith(prefix)))
}

/** Returns the description and the amount of each line of an invoice. */
export const linesOf = ({ lines }: Stripe.Invoice): [string | null, number][] =>
  lines.data.map(({ description, amount }) => [description, amount])

/** Returns the latest invoice of a subscription. */
export const latestInvoice = async (stripe: Stripe, { id }: { readonly id: string }): Promise<Stripe.Invoice> => {
  const { latest_invoice: latest } = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
  return latest as Stripe.Invoice // expanded
}

/**
 * Returns the id of an object that an answer refers to or includes.
 *
 * @throws where there is none.
 */
export function idOf(reference: string | { readonly id?: string } | null | undefined): string {
  const id = typeof reference === 'string' ? reference : reference?.id
  if (id === undefined) throw new Error('the answer names no object')
  return id
}
