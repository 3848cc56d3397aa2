import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import { customerWith, idOf, latestInvoice, recurringPrice } from '#payments/tests/billing.fixture.ts'
import { paymentsTest } from '#payments/tests/payments.fixture.ts'

const it = paymentsTest()

type Fixtures = FixturesOf<typeof it>

// Subscriptions whose first payment is a bank debit, which takes days.

describe('a subscription whose first payment is a bank debit', () => {
  const subscribed = async (
    { stripe }: Pick<Fixtures, 'stripe'>,
    method: string,
    type: 'us_bank_account' | 'sepa_debit',
    currency: string,
  ) => {
    const customer = await customerWith(stripe, method)
    const price = await recurringPrice(stripe, { currency })
    return stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      payment_settings: { payment_method_types: [type] },
    })
  }
  const statusOf = async ({ stripe }: Pick<Fixtures, 'stripe'>, id: string): Promise<string> =>
    (await stripe.subscriptions.retrieve(id)).status

  it.for([
    ['pm_usBankAccount_success', 'us_bank_account', 'usd'],
    ['pm_sepaDebit_success_de', 'sepa_debit', 'eur'],
  ] as const)(
    'waits for the payment of %s, and becomes active',
    async ([method, type, currency], { payments, stripe }) => {
      const subscription = await subscribed({ stripe }, method, type, currency)
      expect(subscription.status).toBe('incomplete')
      payments.clock.advance('2d')
      expect(await statusOf({ stripe }, subscription.id)).toBe('incomplete')
      expect((await latestInvoice(stripe, subscription)).status).toBe('open')
      payments.clock.advance('4d')
      expect(await statusOf({ stripe }, subscription.id)).toBe('active')
      expect((await latestInvoice(stripe, subscription)).status).toBe('paid')
    },
  )

  it('expires when the payment fails after the time for it', async ({ payments, stripe }) => {
    const subscription = await subscribed({ stripe }, 'pm_usBankAccount_insufficientFunds', 'us_bank_account', 'usd')
    payments.clock.advance('2d')
    expect(await statusOf({ stripe }, subscription.id)).toBe('incomplete')
    payments.clock.advance('4d')
    expect(await statusOf({ stripe }, subscription.id)).toBe('incomplete_expired')
    expect((await latestInvoice(stripe, subscription)).status).toBe('void')
  })

  it('becomes active when its customer confirms the payment of a default_incomplete one', async ({
    payments,
    stripe,
  }) => {
    const customer = await customerWith(stripe, null)
    const price = await recurringPrice(stripe, { currency: 'eur' })
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      payment_behavior: 'default_incomplete',
      payment_settings: { payment_method_types: ['sepa_debit'] },
    })
    const [payment] = (await stripe.invoicePayments.list({ invoice: idOf(subscription.latest_invoice) })).data
    const intent = await stripe.paymentIntents.confirm(idOf(payment?.payment.payment_intent), {
      payment_method: 'pm_sepaDebit_success_de',
      mandate_data: { customer_acceptance: { type: 'offline' } },
    })
    expect(intent.status).toBe('processing')
    payments.clock.advance('6d')
    expect(await statusOf({ stripe }, subscription.id)).toBe('active')
  })
})
