import type Stripe from 'stripe'

export interface Order {
  readonly id: string
  readonly cents: number
}

/** The providers that a checkout needs. */
export interface Providers {
  readonly stripe: Stripe
  /** The base URL of the mail provider. */
  readonly mail: string
}

/** Tries again when a provider cannot be reached or cannot answer, after one second, then after two. */
async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === 3) throw error
      await new Promise((resolve) => setTimeout(resolve, 1000 * attempt))
    }
  }
}

/** Charges an order. With a key, the provider knows a second attempt again. */
async function charge({ stripe }: Providers, { id, cents }: Order, key?: string): Promise<void> {
  await stripe.paymentIntents.create(
    {
      amount: cents,
      currency: 'eur',
      customer: 'cus_ada',
      payment_method: 'pm_card_visa',
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      confirm: true,
      metadata: { order: id },
    },
    key === undefined ? {} : { idempotencyKey: key },
  )
}

async function sendReceipt({ mail }: Providers, { id }: Order, key?: string): Promise<void> {
  const answer = await fetch(`${mail}/emails`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer re_shop',
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body: JSON.stringify({ from: 'shop@acme.test', to: 'ada@example.com', subject: `Order ${id}`, text: 'Thank you' }),
  })
  if (!answer.ok) throw new Error(`the receipt was refused with ${answer.status}`)
}

/** Checks an order out. The mistake: when the receipt cannot be sent, the second attempt charges the order again. */
export function checkout(providers: Providers, order: Order): Promise<void> {
  return retrying(async () => {
    await charge(providers, order)
    await sendReceipt(providers, order)
  })
}

/** Checks an order out once: every attempt has keys of the order, so the providers know it again. */
export function checkoutOnce(providers: Providers, order: Order): Promise<void> {
  return retrying(async () => {
    await charge(providers, order, `charge-${order.id}`)
    await sendReceipt(providers, order, `receipt-${order.id}`)
  })
}
