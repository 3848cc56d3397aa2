import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import type Stripe from 'stripe'
import { visitorWithBrowser } from '#testkit/visitor.ts'
import { paymentsTest } from '#payments/tests/payments.fixture.ts'

// The Checkout page and the bank's page in a real browser.

const visitor = visitorWithBrowser()
const it = paymentsTest({ seed: { payments: { account: { name: 'Acme Mugs' } } } })

type Fixtures = FixturesOf<typeof it>

const HOSTILE = '<img src=x onerror=alert(1)>'
const MUG = { currency: 'usd', unit_amount: 2000, product_data: { name: 'Mug', description: 'Holds half a litre' } }
type Changes = { readonly [N in keyof Stripe.Checkout.SessionCreateParams]?: unknown }

const create = ({ payments, stripe }: Pick<Fixtures, 'stripe' | 'payments'>, params: Changes = {}) =>
  stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price_data: MUG, quantity: 2 }],
    // The page of a shop that does not run: only the address is of interest.
    success_url: `${payments.url}/v3/thanks?session={CHECKOUT_SESSION_ID}`,
    cancel_url: 'http://localhost:9/cart',
    ...params,
  } as Stripe.Checkout.SessionCreateParams)
const open = async ({ payments, stripe }: Pick<Fixtures, 'stripe' | 'payments'>, params: Changes = {}) => {
  const session = await create({ payments, stripe }, params)
  await visitor.page.goto(session.url ?? '')
  return session
}
const shoot = async (name: string): Promise<void> => {
  const folder = process.env['BACKLOT_SCREENSHOTS']
  if (folder !== undefined) await visitor.page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}
const fillCard = async (number: string): Promise<void> => {
  await visitor.page.getByLabel('Card number').fill(number)
  await visitor.page.getByLabel('Expiration').fill('12 / 34')
  await visitor.page.getByLabel('CVC').fill('123')
  await visitor.page.getByLabel('Cardholder name').fill('Ada Lovelace')
  await visitor.page.getByLabel('ZIP').fill('94107')
}
const button = (name: string) => visitor.page.getByRole('button', { name, exact: true })
const eventTypes = async ({ stripe }: Pick<Fixtures, 'stripe'>) =>
  (await stripe.events.list({ limit: 50 })).data.map(({ type }) => type).toReversed()

describe('the Checkout page', () => {
  it('takes a payment by the labels of the vendor, and goes on to the application', async ({ payments, stripe }) => {
    const session = await open({ payments, stripe })
    await shoot('checkout')
    expect(await visitor.page.title()).toBe('Pay Acme Mugs · payments')
    expect(await visitor.page.getByRole('list', { name: 'Order' }).innerText()).toMatch(
      /Mug[^]*Holds half a litre[^]*\$40\.00/,
    )
    await visitor.page.getByLabel('Email').fill('ada@example.com')
    await fillCard('4242424242424242')
    await button('Pay').click()
    await visitor.page.waitForURL(`${payments.url}/v3/thanks?session=${session.id}`)
    const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent.latest_charge'] })
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      customer: null,
      customer_details: {
        email: 'ada@example.com',
        name: 'Ada Lovelace',
        address: { country: 'US', postal_code: '94107' },
      },
      payment_intent: {
        amount: 4000,
        status: 'succeeded',
        latest_charge: { billing_details: { email: 'ada@example.com', name: 'Ada Lovelace' } },
      },
    })
    expect(await eventTypes({ stripe })).toEqual([
      'product.created',
      'price.created',
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'checkout.session.completed',
      'charge.updated',
    ])
    expect(visitor.complaints.filter((each) => !each.includes('404'))).toEqual([])
  })

  it.for([
    ['4000000000000002', 'Your card was declined.'],
    ['4000000000009995', 'Your card has insufficient funds.'],
    ['4000000000000127', "Your card's security code is incorrect."],
    ['4000000000000069', 'Your card has expired.'],
  ] as const)('shows why %s is declined, and takes another card', async ([number, message], { payments, stripe }) => {
    const session = await open({ payments, stripe }, { customer_email: 'ada@example.com' })
    expect(await visitor.page.getByLabel('Email').inputValue()).toBe('ada@example.com')
    await fillCard(number)
    await button('Pay').click()
    expect(await visitor.page.getByRole('alert').innerText()).toBe(message)
    await shoot(`checkout-declined-${number}`)
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
    })
    // The fields keep the values that were typed.
    expect(await visitor.page.getByLabel('Cardholder name').inputValue()).toBe('Ada Lovelace')
    await visitor.page.getByLabel('Card number').fill('4242424242424242')
    await button('Pay').click()
    await visitor.page.waitForURL(/thanks/)
    const { data } = await stripe.paymentIntents.list()
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({ status: 'succeeded' })
  })

  it('says what is missing beside each field, and charges nothing', async ({ payments, stripe }) => {
    await open({ payments, stripe })
    await visitor.page.getByLabel('Email').fill('ada')
    await visitor.page.getByLabel('Card number').fill('4242424242424241')
    await button('Pay').click()
    expect(await visitor.page.locator('.error').allInnerTexts()).toEqual([
      'Your email is invalid.',
      'Your card number is invalid.',
      'Required',
      'Required',
      'Required',
      'Required',
    ])
    expect(await visitor.page.getByLabel('Email').getAttribute('aria-describedby')).toBe('email-error')
    await shoot('checkout-mistakes')
    expect((await stripe.paymentIntents.list()).data).toEqual([])
  })

  it('leads to the bank for a card that asks, and back', async ({ payments, stripe }) => {
    const session = await open({ payments, stripe })
    await visitor.page.getByLabel('Email').fill('ada@example.com')
    await fillCard('4000002500003155')
    await button('Pay').click()
    await visitor.page.getByRole('heading', { name: '3D Secure' }).waitFor()
    await shoot('bank')
    expect(await visitor.page.locator('main').innerText()).toContain('a payment of $40.00 to Acme Mugs')
    await button('Fail authentication').click()
    expect(await visitor.page.getByRole('alert').innerText()).toBe(
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    )
    await visitor.page.getByLabel('Email').fill('ada@example.com')
    await fillCard('4000002500003155')
    await button('Pay').click()
    await button('Complete authentication').click()
    await visitor.page.waitForURL(/thanks/)
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
    })
  })

  it('formats a card while it is typed', async ({ payments, stripe }) => {
    await open({ payments, stripe })
    await visitor.page.getByLabel('Card number').pressSequentially('378282246310005')
    await visitor.page.getByLabel('Expiration').pressSequentially('1234')
    expect(await visitor.page.getByLabel('Card number').inputValue()).toBe('3782 822463 10005')
    expect(await visitor.page.getByLabel('Expiration').inputValue()).toBe('12 / 34')
    await visitor.page.getByLabel('Country or region').selectOption('DE')
    expect(await visitor.page.getByLabel('ZIP').isVisible()).toBe(false)
  })

  it('asks for everything that the application wants to know', async ({ payments, stripe }) => {
    const session = await open(
      { payments, stripe },
      {
        phone_number_collection: { enabled: true },
        billing_address_collection: 'required',
        shipping_address_collection: { allowed_countries: ['US', 'CA'] },
        shipping_options: [
          {
            shipping_rate_data: {
              display_name: 'Ground',
              type: 'fixed_amount',
              fixed_amount: { amount: 500, currency: 'usd' },
            },
          },
          {
            shipping_rate_data: {
              display_name: 'Air',
              type: 'fixed_amount',
              fixed_amount: { amount: 1500, currency: 'usd' },
            },
          },
        ],
        tax_id_collection: { enabled: true },
        consent_collection: { terms_of_service: 'required', promotions: 'auto' },
        custom_fields: [
          { key: 'engraving', label: { type: 'custom', custom: 'Engraving' }, type: 'text' },
          {
            key: 'size',
            label: { type: 'custom', custom: 'Size' },
            type: 'dropdown',
            dropdown: {
              options: [
                { label: 'Small', value: 'small' },
                { label: 'Large', value: 'large' },
              ],
            },
          },
        ],
        customer_creation: 'always',
      },
    )
    const { page } = visitor
    await page.getByRole('radio', { name: 'Air' }).check()
    await page.getByText('$55.00').first().waitFor()
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Phone number').fill('+15550001111')
    for (const kind of ['shipping', 'billing']) {
      await page.locator(`#${kind}AddressLine1`).fill('1 Main Street')
      await page.locator(`#${kind}Locality`).fill('Springfield')
      await page.locator(`#${kind}AdministrativeArea`).fill('IL')
      await page.locator(`#${kind}PostalCode`).fill('62701')
    }
    await page.locator('#shippingName').fill('Ada Lovelace')
    await page.getByLabel('Card number').fill('4242424242424242')
    await page.getByLabel('Expiration').fill('12 / 34')
    await page.getByLabel('CVC').fill('123')
    await page.getByLabel('Cardholder name').fill('Ada Lovelace')
    await page.getByLabel('Engraving').fill('AL')
    await page.getByLabel('Size').selectOption('large')
    await page.getByLabel("I'm purchasing as a business").check()
    await page.getByLabel('Business name').fill('Engines Ltd')
    await page.getByLabel('Tax ID', { exact: true }).fill('DE123456789')
    await shoot('checkout-everything')
    await button('Pay').click()
    expect(await page.locator('.error').allInnerTexts()).toEqual(['You must accept the terms to continue'])
    await page.getByLabel(/I agree to Acme Mugs/).check()
    await button('Pay').click()
    await page.waitForURL(/thanks/)
    const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['customer', 'customer.tax_ids'] })
    expect(paid).toMatchObject({
      amount_total: 5500,
      shipping_cost: { amount_total: 1500 },
      customer: { email: 'ada@example.com', phone: '+15550001111', shipping: { name: 'Ada Lovelace' } },
      customer_details: {
        phone: '+15550001111',
        business_name: 'Engines Ltd',
        tax_ids: [{ type: 'eu_vat', value: 'DE123456789' }],
      },
      collected_information: {
        shipping_details: { name: 'Ada Lovelace', address: { line1: '1 Main Street', state: 'IL' } },
      },
      consent: { terms_of_service: 'accepted', promotions: 'opt_out' },
      custom_fields: [
        { key: 'engraving', text: { value: 'AL' } },
        { key: 'size', dropdown: { value: 'large' } },
      ],
    })
  })

  it('applies promotion codes, and changes quantities', async ({ payments, stripe }) => {
    const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'once' })
    const code = await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'HALF' })
    const session = await open(
      { payments, stripe },
      {
        allow_promotion_codes: true,
        line_items: [{ price_data: MUG, quantity: 1, adjustable_quantity: { enabled: true, maximum: 5 } }],
      },
    )
    const { page } = visitor
    await page.getByLabel('Promotion code').fill('NONE')
    await button('Apply').click()
    expect(await page.getByRole('alert').innerText()).toBe('This code is invalid.')
    await page.getByLabel('Promotion code').fill('half')
    await button('Apply').click()
    await page.getByText('-$10.00').waitFor()
    await page.getByLabel('Quantity of Mug').fill('3')
    await button('Update').click()
    await page.getByText('-$30.00').waitFor()
    await shoot('checkout-promotion')
    await page.getByLabel('Email').fill('ada@example.com')
    await fillCard('4242424242424242')
    await button('Pay').click()
    await page.waitForURL(/thanks/)
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      amount_subtotal: 6000,
      amount_total: 3000,
      discounts: [{ promotion_code: code.id }],
    })
    expect(await stripe.promotionCodes.retrieve(code.id)).toMatchObject({ times_redeemed: 1 })
  })

  it('saves a card without an amount, in setup mode', async ({ payments, stripe }) => {
    const customer = await stripe.customers.create({ email: 'ada@example.com' })
    const session = await open(
      { payments, stripe },
      { mode: 'setup', line_items: undefined, currency: 'usd', customer: customer.id },
    )
    await fillCard('4242424242424242')
    await button('Save card').click()
    await visitor.page.waitForURL(/thanks/)
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['setup_intent'] })
    expect(done).toMatchObject({ status: 'complete', setup_intent: { status: 'succeeded', customer: customer.id } })
    expect((await stripe.customers.listPaymentMethods(customer.id)).data).toHaveLength(1)
  })

  it('is over when the session has expired or is complete, and can be begun anew where the application allows it', async ({
    payments,
    stripe,
  }) => {
    const session = await create({ payments, stripe }, { after_expiration: { recovery: { enabled: true } } })
    const expired = await stripe.checkout.sessions.expire(session.id)
    await visitor.page.goto(session.url ?? '')
    expect(await visitor.page.getByRole('heading').innerText()).toBe('This Checkout Session has expired')
    await visitor.page.goto(expired.after_expiration?.recovery?.url ?? '')
    await button('Pay').waitFor()
    const [recovered] = (await stripe.checkout.sessions.list()).data
    expect(recovered).toMatchObject({ recovered_from: session.id, status: 'open', amount_total: 4000 })
  })

  it('is not found without the secret in its address', async ({ payments, stripe }) => {
    const session = await create({ payments, stripe })
    const response = await fetch(`${payments.url}/c/pay/${session.id}/${'x'.repeat(32)}`)
    expect(response.status).toBe(404)
    const other = await create({ payments, stripe })
    const mixed = other.url?.replace(other.id, session.id) ?? ''
    expect((await fetch(mixed)).status).toBe(404)
  })

  it('and the page of the bank open only with their secrets', async ({ stripe }) => {
    const intent = await stripe.paymentIntents.create({
      amount: 2000,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_authenticationRequired',
      return_url: 'http://localhost:9/return',
    })
    const url = intent.next_action?.redirect_to_url?.url ?? ''
    expect((await fetch(url)).status).toBe(200)
    const forged = `${url.slice(0, url.indexOf('?'))}?client_secret=${intent.id}_secret_${'x'.repeat(25)}`
    expect((await fetch(forged)).status).toBe(404)
    const answer = await fetch(forged, { method: 'POST', body: new URLSearchParams({ outcome: 'succeed' }) })
    expect(answer.status).toBe(404)
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'requires_action' })
  })

  it('escapes what the application and the customer write', async ({ payments, stripe }) => {
    await open(
      { payments, stripe },
      {
        line_items: [{ price_data: { ...MUG, product_data: { name: HOSTILE, description: HOSTILE } }, quantity: 1 }],
        custom_text: { submit: { message: HOSTILE } },
      },
    )
    await visitor.page.getByLabel('Cardholder name').fill(`"><script>alert(1)</script>`)
    await button('Pay').click()
    expect(await visitor.page.locator('img').count()).toBe(0)
    expect(await visitor.page.getByLabel('Cardholder name').inputValue()).toBe(`"><script>alert(1)</script>`)
    expect(visitor.complaints).toEqual([])
  })

  it('fits a window 320 pixels wide, in light and dark, and pays without scripts', async ({ payments, stripe }) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await visitor.openWith({ viewport: { width: 320, height: 640 }, colorScheme, javaScriptEnabled: false })
      await open(
        { payments, stripe },
        {
          line_items: [
            { price_data: { ...MUG, product_data: { name: `Mug-${'without-a-break-'.repeat(5)}` } }, quantity: 2 },
          ],
          allow_promotion_codes: true,
        },
      )
      await shoot(`checkout-narrow-${colorScheme}`)
      expect(await visitor.page.evaluate('document.documentElement.scrollWidth > window.innerWidth')).toBe(false)
      await visitor.page.getByLabel('Email').fill('ada@example.com')
      await fillCard('4242424242424242')
      await button('Pay').click()
      await visitor.page.waitForURL(/thanks/)
    }
  })
})
