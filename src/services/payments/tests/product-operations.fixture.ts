import type Stripe from 'stripe'
import type { RunningPayments } from './payments.fixture.ts'

/** What a scenario works with. */
interface Scene {
  readonly stripe: Stripe
  readonly payments: RunningPayments
}

/** Calls of every operation of the vendor's products beside payments and billing: reviews, terminals, issued cards. */
export const productScenarios: Readonly<Record<string, (scene: Scene) => Promise<void>>> = {
  reviews: async ({ stripe }) => {
    const pay = () =>
      stripe.charges.create({ amount: 500, currency: 'usd', source: 'tok_riskLevelElevated', expand: ['review'] })
    await pay()
    const { data } = await stripe.reviews.list({ created: { gte: 1 }, expand: ['data.charge'] })
    const id = data[0]?.id ?? ''
    await stripe.reviews.retrieve(id)
    await stripe.reviews.approve(id)
  },
}
