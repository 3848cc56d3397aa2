import { describe, expect } from 'vitest'
import { paymentsTest } from '#payments/tests/payments.fixture.ts'

const it = paymentsTest()

describe('payment_method_options', () => {
  it('shows the installments and the mandate of a card with all their members', async ({ stripe }) => {
    const intent = await stripe.paymentIntents.create({
      amount: 5000,
      currency: 'usd',
      payment_method_options: {
        card: {
          installments: { enabled: true, plan: { type: 'fixed_count', count: 3, interval: 'month' } },
          mandate_options: {
            amount: 5000,
            amount_type: 'maximum',
            interval: 'month',
            reference: 'membership',
            start_date: 1_767_268_800,
          },
        },
      },
    })
    expect(intent.payment_method_options?.card).toMatchObject({
      installments: { available_plans: [], enabled: true, plan: { type: 'fixed_count', count: 3, interval: 'month' } },
      mandate_options: { amount: 5000, description: null, end_date: null, interval_count: null, supported_types: null },
    })
  })

  it.for([
    [{ klarna: { setup_future_usage: 'later' } }, 'payment_method_options[klarna][setup_future_usage]'],
    [{ card: { network: 'unheard' } }, 'payment_method_options[card][network]'],
    [{ card: { mandate_options: { amount: 'much' } } }, 'payment_method_options[card][mandate_options][amount]'],
    [{ pix: { expires_after_seconds: 1 } }, 'payment_method_options[pix][expires_after_seconds]'],
    [{ swish: { unknown: 1 } }, 'payment_method_options[swish][unknown]'],
  ] as const)('refuses %j by the name of the option', async ([options, param], { stripe }) => {
    await expect(
      stripe.paymentIntents.create({
        amount: 5000,
        currency: 'usd',
        payment_method_options: options as object,
      }),
    ).rejects.toMatchObject({ statusCode: 400, param })
  })

  it('are kept by a setup for each of its payment methods', async ({ stripe }) => {
    const intent = await stripe.setupIntents.create({
      allowed_payment_method_types: ['card', 'us_bank_account'],
      payment_method_options: { us_bank_account: { verification_method: 'microdeposits' }, card: { network: 'visa' } },
    })
    expect(intent.payment_method_options).toMatchObject({
      card: { network: 'visa', request_three_d_secure: 'automatic' },
      us_bank_account: { verification_method: 'microdeposits' },
    })
  })

  it('of a Checkout session are those of its payment', async ({ stripe, payments }) => {
    const session = await stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [{ price_data: { currency: 'usd', unit_amount: 2000, product_data: { name: 'Mug' } }, quantity: 1 }],
      success_url: 'https://shop.test/thanks',
      payment_method_options: { card: { request_three_d_secure: 'challenge', capture_method: 'manual' } },
    })
    expect(session.payment_method_options?.card).toMatchObject({ request_three_d_secure: 'challenge' })
    await fetch(session.url ?? '', {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({
        email: 'jenny@example.com',
        paymentMethod: 'card',
        cardNumber: '4242424242424242',
        cardExpiry: '12/30',
        cardCvc: '123',
        billingName: 'Jenny Rosen',
        do: 'pay',
      }),
    })
    const { data } = await stripe.paymentIntents.list({ limit: 1 })
    expect(data[0]?.payment_method_options?.card).toMatchObject({
      capture_method: 'manual',
      request_three_d_secure: 'challenge',
    })
    expect(payments.requests.every(({ status }) => (status ?? 500) < 400)).toBe(true)
  })
})
