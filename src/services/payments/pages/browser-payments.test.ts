import { describe, expect } from 'vitest'
import { payCheckout } from '#testkit/pay-checkout.ts'
import type { FixturesOf } from '#testkit/service-test.ts'
import { visitorWithBrowser } from '#testkit/visitor.ts'
import { bundled, shopTest } from '#payments/tests/browser.fixture.ts'

// Payments through the browser library, by itself and with the vendor's packages for pages, in a real browser.

const visitor = visitorWithBrowser()
const it = shopTest()

type Fixtures = FixturesOf<typeof it>

const open = async (
  { payments, shop }: Pick<Fixtures, 'shop' | 'payments'>,
  script: string,
  content = '<div id="card"></div>',
): Promise<void> => {
  shop.show(content, script, `<script src="${payments.url}/v3/"></script>`)
  await visitor.page.goto(shop.url)
}
const frame = (title: string) => visitor.page.frameLocator(`iframe[title="${title}"]`)
const fillPaymentElement = async (number: string): Promise<void> => {
  const fields = frame('Secure payment input frame')
  await fields.getByLabel('Card number').fill(number)
  await fields.getByLabel('Expiration date').fill('12 / 34')
  await fields.getByLabel('Security code').fill('123')
  await fields.getByLabel('ZIP code').fill('94107')
}
const fillCardElement = async (number: string): Promise<void> => {
  const fields = frame('Secure card payment input frame')
  await fields.locator('[name=cardnumber]').fill(number)
  await fields.locator('[name=exp-date]').fill('12/34')
  await fields.locator('[name=cvc]').fill('123')
  await fields.locator('[name=postal]').fill('94107')
}
const run = <T>(expression: string) => visitor.page.evaluate<T>(expression)
const challenge = () => visitor.page.frameLocator('iframe[src*="three-ds-2-challenge"]').frameLocator('#challengeFrame')
const newIntent = ({ stripe }: Pick<Fixtures, 'stripe'>, params: object = {}) =>
  stripe.paymentIntents.create({
    amount: 2000,
    currency: 'usd',
    automatic_payment_methods: { enabled: true },
    ...params,
  })

const PAYMENT_ELEMENT = (secret: string | null) => `
  window.stripe = Stripe('pk_test_backlot')
  window.elements = stripe.elements({ clientSecret: '${secret}' })
  elements.create('payment').mount('#card')`
const CARD_ELEMENT = `
  window.stripe = Stripe('pk_test_backlot')
  window.card = stripe.elements().create('card')
  card.mount('#card')`

describe('confirmPayment', () => {
  it('pays with what is in the payment element, and goes to the return URL', async ({ payments, stripe, shop }) => {
    const intent = await newIntent({ stripe })
    await open({ payments, shop }, PAYMENT_ELEMENT(intent.client_secret))
    await fillPaymentElement('4242424242424242')
    await run(`void stripe.confirmPayment({ elements, confirmParams: { return_url: '${shop.url}/done?order=7' } })`)
    await visitor.page.waitForURL(/done/)
    const query = Object.fromEntries(new URL(visitor.page.url()).searchParams)
    expect(query).toEqual({
      order: '7',
      payment_intent: intent.id,
      payment_intent_client_secret: intent.client_secret,
      redirect_status: 'succeeded',
    })
    const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['payment_method'] })
    expect(paid).toMatchObject({
      status: 'succeeded',
      payment_method: { billing_details: { address: { country: 'US', postal_code: '94107' } } },
    })
  })

  it('resolves where no redirect is needed, with a decline as an error', async ({ payments, stripe, shop }) => {
    const intent = await newIntent({ stripe })
    await open({ payments, shop }, PAYMENT_ELEMENT(intent.client_secret))
    const confirm = `stripe.confirmPayment({ elements, redirect: 'if_required' })`
    await fillPaymentElement('4000000000009995')
    expect(await run(confirm)).toMatchObject({
      error: {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'insufficient_funds',
        message: 'Your card has insufficient funds.',
        payment_intent: { id: intent.id, status: 'requires_payment_method' },
      },
    })
    await fillPaymentElement('4242424242424242')
    expect(await run(confirm)).toMatchObject({ paymentIntent: { id: intent.id, status: 'succeeded' } })
  })

  it('shows the bank in a frame, which the customer answers', async ({ payments, stripe, shop }) => {
    const intent = await newIntent({ stripe })
    await open({ payments, shop }, PAYMENT_ELEMENT(intent.client_secret))
    await fillPaymentElement('4000002500003155')
    await run(`void (window.result = stripe.confirmPayment({ elements, redirect: 'if_required' }))`)
    await challenge().locator('#test-source-fail-3ds').click()
    expect(await run('window.result')).toMatchObject({
      error: { code: 'payment_intent_authentication_failure', payment_intent: { status: 'requires_payment_method' } },
    })
    expect(await visitor.page.locator('[role=dialog]').count()).toBe(0)
    await run(`void (window.result = stripe.confirmPayment({ elements, redirect: 'if_required' }))`)
    await challenge().getByRole('button', { name: 'Complete authentication' }).click()
    expect(await run('window.result')).toMatchObject({ paymentIntent: { status: 'succeeded' } })
  })

  it('pays without an intent at first: submit, then an intent of the server', async ({ payments, stripe, shop }) => {
    await open(
      { payments, shop },
      `
      window.stripe = Stripe('pk_test_backlot')
      window.elements = stripe.elements({ mode: 'payment', amount: 2000, currency: 'usd' })
      elements.create('payment').mount('#card')
      elements.create('address', { mode: 'shipping' }).mount('#address')
      elements.create('linkAuthentication').mount('#email')`,
      '<div id="email"></div><div id="address"></div><div id="card"></div>',
    )
    await fillPaymentElement('4242424242424242')
    const address = frame('Secure address input frame')
    for (const [label, value] of [
      ['Full name', 'Ada Lovelace'],
      ['Address line 1', '1 Main Street'],
      ['City', 'Springfield'],
      ['State', 'IL'],
      ['ZIP code', '62701'],
    ] as const) {
      await address.getByLabel(label).fill(value)
    }
    await frame('Secure email input frame').getByLabel('Email').fill('ada@example.com')
    const intent = await newIntent({ stripe })
    const early = await run(
      `stripe.confirmPayment({ elements, clientSecret: '${intent.client_secret}', redirect: 'if_required' }).catch((error) => error.message)`,
    )
    expect(early).toContain('elements.submit() must be called before stripe.confirmPayment()')
    expect(await run('elements.submit()')).toEqual({ selectedPaymentMethod: 'card' })
    expect(
      await run(
        `stripe.confirmPayment({ elements, clientSecret: '${intent.client_secret}', redirect: 'if_required' })`,
      ),
    ).toMatchObject({
      paymentIntent: { status: 'succeeded', shipping: { name: 'Ada Lovelace', address: { state: 'IL' } } },
    })
    const { data } = await stripe.charges.list()
    expect(data[0]).toMatchObject({ billing_details: { email: 'ada@example.com' } })
  })

  it('takes bank debits, which take days', async ({ payments, stripe, shop }) => {
    const intent = await newIntent(
      { stripe },
      {
        automatic_payment_methods: { enabled: false },
        allowed_payment_method_types: ['card', 'sepa_debit'],
        currency: 'eur',
      },
    )
    await open({ payments, shop }, PAYMENT_ELEMENT(intent.client_secret))
    const fields = frame('Secure payment input frame')
    await fields.getByRole('tab', { name: 'SEPA Debit' }).click()
    await fields.getByLabel('Full name').fill('Ada Lovelace')
    await fields.getByLabel('Email').fill('ada@example.com')
    await fields.getByLabel('IBAN').fill('DE89370400440532013000')
    expect(await run(`stripe.confirmPayment({ elements, redirect: 'if_required' })`)).toMatchObject({
      paymentIntent: { status: 'processing' },
    })
  })

  it.for([
    ['bacs_debit', 'gbp', 'Bacs Direct Debit', { 'Sort code': '10-88-00', 'Account number': '00012345' }],
    [
      'nz_bank_account',
      'nzd',
      'NZ BECS Direct Debit',
      { 'Bank code': '11', 'Branch code': '0000', 'Account number': '0000000', Suffix: '010' },
    ],
    ['au_becs_debit', 'aud', 'BECS Direct Debit', { BSB: '000-000', 'Account number': '000123456' }],
  ] as const)('takes a debit by %s', async ([type, currency, label, numbers], { payments, stripe, shop }) => {
    const intent = await newIntent(
      { stripe },
      {
        automatic_payment_methods: { enabled: false },
        allowed_payment_method_types: ['card', type],
        currency,
      },
    )
    await open({ payments, shop }, PAYMENT_ELEMENT(intent.client_secret))
    const fields = frame('Secure payment input frame')
    await fields.getByRole('tab', { name: label }).click()
    await fields.getByLabel('Full name').fill('Ada Lovelace')
    await fields.getByLabel('Email').fill('ada@example.com')
    if (type === 'bacs_debit') {
      await fields.getByLabel('Address line 1').fill('1 Main Street')
      await fields.getByLabel('City').fill('London')
      await fields.getByLabel('ZIP code').fill('N1 1AA')
    }
    for (const [name, value] of Object.entries(numbers)) await fields.getByLabel(name).fill(value)
    expect(await run(`stripe.confirmPayment({ elements, redirect: 'if_required' })`)).toMatchObject({
      paymentIntent: { status: 'processing' },
    })
    const { payment_method: method } = await stripe.paymentIntents.retrieve(intent.id, { expand: ['payment_method'] })
    expect(method).toMatchObject({ type, billing_details: { name: 'Ada Lovelace', email: 'ada@example.com' } })
  })

  it('verifies a Canadian account before it debits it', async ({ payments, stripe, shop }) => {
    const intent = await newIntent(
      { stripe },
      { automatic_payment_methods: { enabled: false }, allowed_payment_method_types: ['acss_debit'], currency: 'cad' },
    )
    await open({ payments, shop }, `window.stripe = Stripe('pk_test_backlot')`)
    const account = { institution_number: '000', transit_number: '11000', account_number: '000123456789' }
    const holder = { name: 'Ada Lovelace', email: 'ada@example.com' }
    const data = JSON.stringify({ payment_method: { acss_debit: account, billing_details: holder } })
    expect(await run(`stripe.confirmAcssDebitPayment('${intent.client_secret}', ${data})`)).toMatchObject({
      paymentIntent: { status: 'requires_action', next_action: { type: 'verify_with_microdeposits' } },
    })
  })

  it('is refused for the secret of another intent', async ({ payments, stripe, shop }) => {
    const intent = await newIntent({ stripe })
    const forged = intent.client_secret?.replace(/.$/, (letter) => (letter === 'a' ? 'b' : 'a'))
    await open({ payments, shop }, `window.stripe = Stripe('pk_test_backlot')`)
    expect(await run(`stripe.retrievePaymentIntent('${forged}')`)).toMatchObject({
      error: { type: 'invalid_request_error' },
    })
    expect(await run(`stripe.retrievePaymentIntent('${intent.client_secret}')`)).toMatchObject({
      paymentIntent: { id: intent.id },
    })
  })
})

describe('confirmCardPayment', () => {
  it('pays with a card element', async ({ payments, stripe, shop }) => {
    const intent = await newIntent({ stripe })
    await open({ payments, shop }, CARD_ELEMENT)
    await fillCardElement('4242424242424242')
    const result = await run(
      `stripe.confirmCardPayment('${intent.client_secret}', { payment_method: { card, billing_details: { name: 'Ada' } } })`,
    )
    expect(result).toMatchObject({ paymentIntent: { status: 'succeeded' } })
  })

  it('leaves the action to handleCardAction where the page asks for that', async ({ payments, stripe, shop }) => {
    const intent = await newIntent(
      { stripe },
      { automatic_payment_methods: { enabled: false }, allowed_payment_method_types: ['card'] },
    )
    await open({ payments, shop }, CARD_ELEMENT)
    await fillCardElement('4000002760003184')
    expect(
      await run(
        `stripe.confirmCardPayment('${intent.client_secret}', { payment_method: { card } }, { handleActions: false })`,
      ),
    ).toMatchObject({ paymentIntent: { status: 'requires_action' } })
    await run(`void (window.result = stripe.handleNextAction({ clientSecret: '${intent.client_secret}' }))`)
    await challenge().locator('#test-source-authorize-3ds').click()
    expect(await run('window.result')).toMatchObject({ paymentIntent: { status: 'succeeded' } })
    expect(await run(`stripe.handleCardAction('${intent.client_secret}')`)).toMatchObject({
      error: { message: 'handleCardAction: The PaymentIntent supplied is not in the requires_action state.' },
    })
  })

  it('pays with a card in three parts', async ({ payments, stripe, shop }) => {
    const intent = await newIntent({ stripe })
    await open(
      { payments, shop },
      `window.stripe = Stripe('pk_test_backlot')
      window.elements = stripe.elements()
      for (const type of ['cardNumber', 'cardExpiry', 'cardCvc']) elements.create(type).mount('#' + type)`,
      '<div id="cardNumber"></div><div id="cardExpiry"></div><div id="cardCvc"></div>',
    )
    await frame('Secure card number input frame').locator('input').fill('4242424242424242')
    const confirm = `stripe.confirmCardPayment('${intent.client_secret}', { payment_method: { card: elements.getElement('cardNumber') } })`
    expect(await run(confirm)).toMatchObject({ error: { code: 'incomplete_expiry' } })
    await frame('Secure expiration date input frame').locator('input').fill('12/34')
    await frame('Secure CVC input frame').locator('input').fill('123')
    expect(await run(confirm)).toMatchObject({ paymentIntent: { status: 'succeeded' } })
  })
})

describe('the other methods', () => {
  it('confirmSetup and confirmCardSetup save a card', async ({ payments, stripe, shop }) => {
    const customer = await stripe.customers.create()
    const [first, second] = [
      await stripe.setupIntents.create({ customer: customer.id }),
      await stripe.setupIntents.create({ customer: customer.id }),
    ]
    await open(
      { payments, shop },
      `${PAYMENT_ELEMENT(first.client_secret)}
      window.card = stripe.elements().create('card')
      card.mount('#other')`,
      '<div id="card"></div><div id="other"></div>',
    )
    await fillPaymentElement('4242424242424242')
    await fillCardElement('5555555555554444')
    expect(await run(`stripe.confirmSetup({ elements, redirect: 'if_required' })`)).toMatchObject({
      setupIntent: { status: 'succeeded' },
    })
    expect(await run(`stripe.confirmCardSetup('${second.client_secret}', { payment_method: { card } })`)).toMatchObject(
      {
        setupIntent: { status: 'succeeded' },
      },
    )
    const { data } = await stripe.customers.listPaymentMethods(customer.id)
    expect(data.map(({ card }) => card?.brand)).toEqual(['mastercard', 'visa'])
  })

  it('createPaymentMethod and createToken make objects that a server uses', async ({ payments, stripe, shop }) => {
    await open(
      { payments, shop },
      `${CARD_ELEMENT}
      window.elements = stripe.elements({ mode: 'payment', amount: 2000, currency: 'usd' })
      elements.create('payment').mount('#other')`,
      '<div id="card"></div><div id="other"></div>',
    )
    await fillCardElement('4242424242424242')
    await fillPaymentElement('4242424242424242')
    const { paymentMethod } = await run<{ paymentMethod: { id: string } }>(
      `stripe.createPaymentMethod({ type: 'card', card, billing_details: { name: 'Ada' } })`,
    )
    expect(await stripe.paymentMethods.retrieve(paymentMethod.id)).toMatchObject({ billing_details: { name: 'Ada' } })
    const { token } = await run<{ token: { id: string } }>(`stripe.createToken(card, { name: 'Ada' })`)
    const charge = await stripe.charges.create({ amount: 500, currency: 'usd', source: token.id })
    expect(charge).toMatchObject({ status: 'succeeded' })
    expect(await run('stripe.createConfirmationToken({}).catch((error) => error.name)')).toBe('IntegrationError')
    expect(await run('(() => { try { stripe.createRadarSession() } catch (error) { return error.name } })()')).toBe(
      'IntegrationError',
    )
  })

  it('redirectToCheckout goes to the page of a session', async ({ payments, stripe, shop }) => {
    const session = await stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [{ price_data: { currency: 'usd', unit_amount: 2000, product_data: { name: 'Mug' } }, quantity: 1 }],
      success_url: `${shop.url}/thanks`,
    })
    await open({ payments, shop }, `window.stripe = Stripe('pk_test_backlot')`)
    await run(`void stripe.redirectToCheckout({ sessionId: '${session.id}' })`)
    await visitor.page.waitForURL(session.url ?? '')
    expect(await visitor.page.getByRole('button', { name: 'Pay', exact: true }).isVisible()).toBe(true)
  })
})

describe('Checkout within a page', () => {
  const create = ({ stripe }: Pick<Fixtures, 'stripe'>, params: object) =>
    stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [{ price_data: { currency: 'usd', unit_amount: 2000, product_data: { name: 'Mug' } }, quantity: 1 }],
      ...params,
    })

  it('initEmbeddedCheckout shows the page in a frame, and goes to the return URL', async ({
    payments,
    stripe,
    shop,
  }) => {
    const session = await create(
      { stripe },
      {
        ui_mode: 'embedded_page',
        return_url: `${shop.url}/return?session={CHECKOUT_SESSION_ID}`,
      },
    )
    await open(
      { payments, shop },
      `const stripe = Stripe('pk_test_backlot')
      const checkout = await stripe.initEmbeddedCheckout({ fetchClientSecret: async () => '${session.client_secret}' })
      checkout.mount('#card')`,
    )
    const page = visitor.page.frameLocator('iframe[name="embedded-checkout"]')
    await payCheckout(page)
    await visitor.page.waitForURL(`${shop.url}/return?session=${session.id}`)
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
    })
  })

  it('initEmbeddedCheckout calls onComplete where the session does not redirect', async ({
    payments,
    stripe,
    shop,
  }) => {
    const session = await create({ stripe }, { ui_mode: 'embedded_page', redirect_on_completion: 'never' })
    await open(
      { payments, shop },
      `const stripe = Stripe('pk_test_backlot')
      const checkout = await stripe.initEmbeddedCheckout({
        clientSecret: '${session.client_secret}', onComplete: () => { document.title = 'Paid' } })
      checkout.mount('#card')
      window.second = await stripe.initEmbeddedCheckout({ clientSecret: '${session.client_secret}' }).catch((error) => error.message)`,
    )
    const page = visitor.page.frameLocator('iframe[name="embedded-checkout"]')
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Card number').fill('4242424242424242')
    await page.getByLabel('Expiration').fill('12 / 34')
    await page.getByLabel('CVC').fill('123')
    await page.getByLabel('Cardholder name').fill('Ada Lovelace')
    await page.getByLabel('ZIP').fill('94107')
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect.poll(() => visitor.page.title()).toBe('Paid')
    expect(await run('window.second')).toContain('multiple Embedded Checkout')
  })

  it('initCheckout builds the form from elements', async ({ payments, stripe, shop }) => {
    const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'once' })
    await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'HALF' })
    const session = await create(
      { stripe },
      { ui_mode: 'elements', return_url: `${shop.url}/return`, allow_promotion_codes: true },
    )
    await open(
      { payments, shop },
      `const stripe = Stripe('pk_test_backlot')
      window.checkout = stripe.initCheckout({ clientSecret: '${session.client_secret}' })
      checkout.createPaymentElement().mount('#card')
      const loaded = await checkout.loadActions()
      window.changes = []
      checkout.on('change', (session) => changes.push(session.total.total.amount))
      window.actions = loaded.actions`,
    )
    await visitor.page.waitForFunction('window.actions !== undefined')
    expect(await run('actions.getSession()')).toMatchObject({
      id: session.id,
      total: { total: { amount: '$20.00', minorUnitsAmount: 2000 } },
      lineItems: [{ name: 'Mug', quantity: 1 }],
      status: { type: 'open' },
    })
    expect(await run(`actions.applyPromotionCode('NONE')`)).toMatchObject({
      type: 'error',
      error: { code: 'invalidCode' },
    })
    expect(await run(`actions.applyPromotionCode('HALF')`)).toMatchObject({ type: 'success' })
    expect(await run('changes')).toEqual(['$10.00'])
    expect(await run(`actions.updateEmail('nonsense')`)).toMatchObject({
      type: 'error',
      error: { code: 'invalidEmail' },
    })
    expect(await run(`actions.updateEmail('ada@example.com')`)).toMatchObject({
      type: 'success',
      session: { canConfirm: true },
    })
    await fillPaymentElement('4000000000009995')
    expect(await run(`actions.confirm({ redirect: 'if_required' })`)).toMatchObject({
      type: 'error',
      error: { code: 'paymentFailed', paymentFailed: { declineCode: 'insufficient_funds' } },
    })
    await fillPaymentElement('4000002500003155')
    await run(`void (window.result = actions.confirm({ redirect: 'if_required' }))`)
    await challenge().locator('#test-source-authorize-3ds').click()
    expect(await run('window.result')).toMatchObject({
      type: 'success',
      session: { status: { type: 'complete', paymentStatus: 'paid' } },
    })
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      amount_total: 1000,
      customer_details: { email: 'ada@example.com' },
    })
  })
})

describe("the vendor's packages for pages", () => {
  /** Lets the page ask the vendor for its library, as it is in production; the test answers with the emulator's. */
  const routeToEmulator = ({ payments }: Pick<Fixtures, 'payments'>) =>
    visitor.page.route('https://js.stripe.com/**', async (route) => {
      const { pathname, search } = new URL(route.request().url())
      await route.fulfill({ response: await route.fetch({ url: payments.url + pathname + search }) })
    })

  it('@stripe/stripe-js loads the library from the emulator, and pays', async ({ payments, stripe, shop }) => {
    await routeToEmulator({ payments })
    const intent = await newIntent({ stripe })
    const script = await bundled(`
      import { loadStripe } from '@stripe/stripe-js'
      const stripe = await loadStripe('pk_test_backlot')
      const elements = stripe!.elements({ clientSecret: '${intent.client_secret}' })
      elements.create('payment').mount('#card')
      Object.assign(window, { stripe, elements })`)
    shop.show('<div id="card"></div>', script)
    await visitor.page.goto(shop.url)
    await fillPaymentElement('4242424242424242')
    expect(await run(`stripe.confirmPayment({ elements, redirect: 'if_required' })`)).toMatchObject({
      paymentIntent: { status: 'succeeded' },
    })
    expect(visitor.complaints).toEqual([])
  })

  it('@stripe/react-stripe-js renders the payment element, and pays', async ({ payments, stripe, shop }) => {
    const intent = await newIntent({ stripe })
    const script = await bundled(
      `
      import { loadStripe } from '@stripe/stripe-js'
      import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
      import { StrictMode, useState } from 'react'
      import { createRoot } from 'react-dom/client'
      const loading = loadStripe('pk_test_backlot')
      function Form() {
        const [stripe, elements] = [useStripe(), useElements()]
        const [message, setMessage] = useState('')
        const [complete, setComplete] = useState(false)
        const pay = async (event: React.FormEvent) => {
          event.preventDefault()
          const { error, paymentIntent } = await stripe!.confirmPayment({ elements: elements!, redirect: 'if_required' })
          setMessage(error?.message ?? paymentIntent?.status ?? '')
        }
        return <form onSubmit={pay}>
          <PaymentElement onChange={(event) => setComplete(event.complete)} />
          <button disabled={!complete}>Pay</button><p role="status">{message}</p>
        </form>
      }
      createRoot(document.getElementById('app')!).render(
        <StrictMode><Elements stripe={loading} options={{ clientSecret: '${intent.client_secret}' }}><Form /></Elements></StrictMode>)`,
      'tsx',
    )
    // The other way: the page's own script element names the emulator.
    shop.show('<div id="app"></div>', script, `<script src="${payments.url}/endive/stripe.js"></script>`)
    await visitor.page.goto(shop.url)
    await fillPaymentElement('4000000000000002')
    await visitor.page.getByRole('button', { name: 'Pay' }).click()
    await visitor.page.getByText('Your card was declined.').waitFor()
    await fillPaymentElement('4242424242424242')
    await visitor.page.getByRole('button', { name: 'Pay' }).click()
    await visitor.page.getByText('succeeded').waitFor()
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded' })
    expect(visitor.complaints.filter((each) => !each.includes('402'))).toEqual([])
  })

  it('@stripe/react-stripe-js renders an embedded Checkout, and one of elements', async ({
    payments,
    stripe,
    shop,
  }) => {
    const create = (params: object) =>
      stripe.checkout.sessions.create({
        mode: 'payment',
        line_items: [
          { price_data: { currency: 'usd', unit_amount: 2000, product_data: { name: 'Mug' } }, quantity: 1 },
        ],
        ...params,
      })
    const embedded = await create({ ui_mode: 'embedded_page', return_url: `${shop.url}/return` })
    const custom = await create({ ui_mode: 'elements', return_url: `${shop.url}/return` })
    const script = await bundled(
      `
      import { loadStripe } from '@stripe/stripe-js'
      import { EmbeddedCheckout, EmbeddedCheckoutProvider } from '@stripe/react-stripe-js'
      import { CheckoutElementsProvider, PaymentElement, useCheckoutElements } from '@stripe/react-stripe-js/checkout'
      import { createRoot } from 'react-dom/client'
      const loading = loadStripe('pk_test_backlot')
      function Total() {
        const state = useCheckoutElements()
        return <><p role="status">{state.type === 'success' ? state.checkout.total.total.amount : state.type}</p><PaymentElement /></>
      }
      createRoot(document.getElementById('app')!).render(<>
        <EmbeddedCheckoutProvider stripe={loading} options={{ clientSecret: '${embedded.client_secret}' }}><EmbeddedCheckout /></EmbeddedCheckoutProvider>
        <CheckoutElementsProvider stripe={loading} options={{ clientSecret: Promise.resolve('${custom.client_secret}') }}><Total /></CheckoutElementsProvider>
      </>)`,
      'tsx',
    )
    shop.show('<div id="app"></div>', script, `<script src="${payments.url}/endive/stripe.js"></script>`)
    await visitor.page.goto(shop.url)
    await visitor.page.getByText('$20.00', { exact: true }).waitFor()
    await visitor.page
      .frameLocator('iframe[name="embedded-checkout"]')
      .getByRole('button', { name: 'Pay', exact: true })
      .waitFor()
    await frame('Secure payment input frame').getByLabel('Card number').fill('4242424242424242')
    expect(visitor.complaints).toEqual([])
  })
})
