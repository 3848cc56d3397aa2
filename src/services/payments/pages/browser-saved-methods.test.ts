import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import type Stripe from 'stripe'
import { shopTest } from '#payments/tests/browser.fixture.ts'
import { visitorWithBrowser } from '#testkit/visitor.ts'

// Confirmation tokens, and the saved payment methods of customer sessions, in a real browser.

const visitor = visitorWithBrowser()
const it = shopTest()

type Fixtures = FixturesOf<typeof it>

const frame = () => visitor.page.frameLocator('iframe[title="Secure payment input frame"]')
const run = <T>(expression: string) => visitor.page.evaluate<T>(expression)

/** Opens a page with a payment element for a group of these options. */
const open = async ({ payments, shop }: Pick<Fixtures, 'shop' | 'payments'>, options: object): Promise<void> => {
  const script = `window.stripe = Stripe('pk_test_backlot')
    window.elements = stripe.elements(${JSON.stringify(options)})
    elements.create('payment').mount('#card')`
  shop.show('<div id="card"></div>', script, `<script src="${payments.url}/v3/"></script>`)
  await visitor.page.goto(shop.url)
}
const fill = async (number: string): Promise<void> => {
  await frame().getByLabel('Card number').fill(number)
  await frame().getByLabel('Expiration date').fill('12 / 34')
  await frame().getByLabel('Security code').fill('123')
  await frame().getByLabel('ZIP code').fill('94107')
}

/** Returns a customer with a saved card, and the client secret of a session that shows it. */
const customerWithSession = async ({
  stripe,
}: Pick<Fixtures, 'stripe'>): Promise<{ readonly customer: string; readonly secret: string }> => {
  const { id: customer } = await stripe.customers.create({ name: 'Ada' })
  const method = await stripe.paymentMethods.create({
    type: 'card',
    card: { token: 'tok_mastercard' },
    allow_redisplay: 'always',
  })
  await stripe.paymentMethods.attach(method.id, { customer })
  const { client_secret: secret } = await stripe.customerSessions.create({
    customer,
    components: {
      payment_element: {
        enabled: true,
        features: {
          payment_method_redisplay: 'enabled',
          payment_method_save: 'enabled',
          payment_method_save_usage: 'off_session',
          payment_method_remove: 'enabled',
        },
      },
    },
  })
  return { customer, secret }
}

describe('createConfirmationToken', () => {
  it('makes a token of the fields, with which the server confirms', async ({ payments, stripe, shop }) => {
    await open({ payments, shop }, { mode: 'payment', amount: 2000, currency: 'usd', setupFutureUsage: 'off_session' })
    await fill('4242424242424242')
    const create = `stripe.createConfirmationToken({ elements, params: { return_url: '${shop.url}/done', payment_method_data: { billing_details: { name: 'Ada' } } } })`
    await expect(run(create)).rejects.toThrow(
      'elements.submit() must be called before stripe.createConfirmationToken()',
    )
    await run('elements.submit()')
    const { confirmationToken } = await run<{ confirmationToken: Stripe.ConfirmationToken }>(create)
    expect(confirmationToken).toMatchObject({
      object: 'confirmation_token',
      setup_future_usage: 'off_session',
      use_stripe_sdk: true,
      payment_method_preview: { type: 'card', billing_details: { name: 'Ada' }, card: { last4: '4242' } },
    })
    expect((await stripe.paymentMethods.list()).data).toEqual([])
    const { id: customer } = await stripe.customers.create({})
    const intent = await stripe.paymentIntents.create({
      amount: 2000,
      currency: 'usd',
      customer,
      confirm: true,
      confirmation_token: confirmationToken.id,
    })
    expect(intent).toMatchObject({ status: 'succeeded', setup_future_usage: 'off_session' })
    expect((await stripe.customers.listPaymentMethods(customer)).data).toMatchObject([{ id: intent.payment_method }])
    expect(visitor.complaints).toEqual([])
  })

  it('refuses a call without an element', async ({ payments, shop }) => {
    await open({ payments, shop }, { mode: 'payment', amount: 2000, currency: 'usd' })
    await expect(run('stripe.createConfirmationToken({})')).rejects.toThrow('You must provide elements')
  })
})

describe('the saved payment methods of a customer session', () => {
  it('pays with the one that is chosen', async ({ payments, stripe, shop }) => {
    const { customer, secret } = await customerWithSession({ stripe })
    const intent = await stripe.paymentIntents.create({ amount: 2000, currency: 'usd', customer })
    await open({ payments, shop }, { clientSecret: intent.client_secret, customerSessionClientSecret: secret })
    expect(await frame().getByLabel('Mastercard •••• 4444', { exact: true }).isChecked()).toBe(true)
    expect(await frame().getByLabel('Card number').count()).toBe(0)
    expect(await run(`stripe.confirmPayment({ elements, redirect: 'if_required' })`)).toMatchObject({
      paymentIntent: { status: 'succeeded' },
    })
    const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['payment_method'] })
    expect(paid.payment_method).toMatchObject({ customer, card: { last4: '4444' } })
  })

  it('save a new one, remove an old one, and are shown again', async ({ payments, stripe, shop }) => {
    const { customer, secret } = await customerWithSession({ stripe })
    const intent = await stripe.paymentIntents.create({ amount: 2000, currency: 'usd', customer })
    await open({ payments, shop }, { clientSecret: intent.client_secret, customerSessionClientSecret: secret })
    await frame().getByLabel('New payment method').check()
    await fill('4242424242424242')
    await frame().getByLabel('Save payment details for future purchases').check()
    expect(await run(`stripe.confirmPayment({ elements, redirect: 'if_required' })`)).toMatchObject({
      paymentIntent: { status: 'succeeded', setup_future_usage: 'off_session' },
    })
    const next = await stripe.paymentIntents.create({ amount: 2000, currency: 'usd', customer })
    await open({ payments, shop }, { clientSecret: next.client_secret, customerSessionClientSecret: secret })
    expect(await frame().getByLabel('Visa •••• 4242', { exact: true }).isChecked()).toBe(true)
    await frame().getByRole('button', { name: 'Remove Mastercard •••• 4444' }).click()
    await expect.poll(() => frame().getByLabel('Mastercard •••• 4444', { exact: true }).count()).toBe(0)
    expect((await stripe.customers.listPaymentMethods(customer)).data).toMatchObject([{ card: { last4: '4242' } }])
  })

  it('are not shown for a secret that is not that of a session', async ({ payments }) => {
    const answer = await fetch(`${payments.url}/v1/elements/customer_session?client_secret=cuss_secret_none`, {
      headers: { authorization: 'Bearer pk_test_backlot' },
    })
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: { param: 'client_secret' } }])
  })
})
