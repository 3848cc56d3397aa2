import { describe, expect } from 'vitest'
import type Stripe from 'stripe'
import { shopTest } from '#payments/tests/browser.fixture.ts'
import type { FixturesOf } from '#testkit/service-test.ts'
import { visitorWithBrowser } from '#testkit/visitor.ts'

// Payment methods that the customer authorizes on another page, through the browser library in a real browser.

const visitor = visitorWithBrowser()
const it = shopTest()

type Fixtures = FixturesOf<typeof it>

const run = <T>(expression: string) => visitor.page.evaluate<T>(expression)
const fields = () => visitor.page.frameLocator('iframe[title="Secure payment input frame"]')
const statusOf = ({ url }: { readonly url: string }) => new URL(url).searchParams.get('redirect_status')

async function open(
  { payments, shop, stripe }: Pick<Fixtures, 'payments' | 'shop' | 'stripe'>,
  types: Stripe.PaymentIntentCreateParams['allowed_payment_method_types'],
  currency = 'eur',
): Promise<Stripe.PaymentIntent> {
  const params = { amount: 2000, currency, ...(types === undefined ? {} : { allowed_payment_method_types: types }) }
  const intent = await stripe.paymentIntents.create(params)
  const script = `
    window.stripe = Stripe('pk_test_backlot')
    window.elements = stripe.elements({ clientSecret: '${intent.client_secret}' })
    elements.create('payment').mount('#payment')`
  shop.show('<div id="payment"></div>', script, `<script src="${payments.url}/v3/"></script>`)
  await visitor.page.goto(shop.url)
  return intent
}

describe('the payment element', () => {
  it('leads to the page of a bank and back to the application', async ({ payments, shop, stripe }) => {
    const { id } = await open({ payments, shop, stripe }, ['card', 'ideal', 'bancontact'])
    await fields().getByRole('tab', { name: 'Bancontact' }).click()
    await fields().getByLabel('Full name').fill('Jenny Rosen')
    const confirm = `void stripe.confirmPayment({ elements, confirmParams: { return_url: '${shop.url}/done' } })`
    await run(confirm)
    await visitor.page.getByRole('button', { name: 'Authorize Test Payment' }).click()
    await visitor.page.waitForURL(/done/)
    expect(statusOf({ url: visitor.page.url() })).toBe('succeeded')
    expect(await stripe.paymentIntents.retrieve(id, { expand: ['payment_method'] })).toMatchObject({
      status: 'succeeded',
      payment_method: { type: 'bancontact', billing_details: { name: 'Jenny Rosen' } },
    })
  })

  it('tells the application that the customer has refused', async ({ payments, shop, stripe }) => {
    await open({ payments, shop, stripe }, ['klarna'])
    await fields().getByLabel('Email').fill('jenny@example.com')
    await run(`void stripe.confirmPayment({ elements, confirmParams: { return_url: '${shop.url}/done' } })`)
    await visitor.page.getByText('Fail Test Payment').click()
    await visitor.page.waitForURL(/done/)
    expect(statusOf({ url: visitor.page.url() })).toBe('failed')
  })

  it('waits for the banking application where the customer gives a code of BLIK', async ({
    payments,
    shop,
    stripe,
  }) => {
    const { id } = await open({ payments, shop, stripe }, ['blik'], 'pln')
    await fields().getByLabel('BLIK code').fill('123456')
    await run(`void (window.result = stripe.confirmPayment({ elements, redirect: 'if_required' }))`)
    await expect.poll(async () => (await stripe.paymentIntents.retrieve(id)).status).toBe('requires_action')
    payments.authenticate(id)
    expect(await run('window.result')).toMatchObject({ paymentIntent: { id, status: 'succeeded' } })
  })

  it('goes on to the application with a voucher that is still to be paid', async ({ payments, shop, stripe }) => {
    await open({ payments, shop, stripe }, ['oxxo'], 'mxn')
    await fields().getByLabel('Full name').fill('Jenny Rosen')
    await fields().getByLabel('Email').fill('jenny@example.com')
    await run(`void stripe.confirmPayment({ elements, confirmParams: { return_url: '${shop.url}/done' } })`)
    await visitor.page.waitForURL(/done/)
    expect(statusOf({ url: visitor.page.url() })).toBe('pending')
  })
})

describe('the method of each type', () => {
  it('confirms a payment, and leads to its page', async ({ payments, shop, stripe }) => {
    const { client_secret: secret } = await open({ payments, shop, stripe }, ['ideal'])
    await run(
      `void stripe.confirmIdealPayment('${secret}', { payment_method: { ideal: { bank: 'ing' } }, return_url: '${shop.url}/done' })`,
    )
    await visitor.page.getByRole('button', { name: 'Authorize Test Payment' }).click()
    await visitor.page.waitForURL(/done/)
    expect(statusOf({ url: visitor.page.url() })).toBe('succeeded')
  })
})
