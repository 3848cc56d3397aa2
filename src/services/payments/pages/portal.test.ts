import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import type Stripe from 'stripe'
import { visitorWithBrowser } from '#testkit/visitor.ts'
import { idOf, plan, subscribed } from '#payments/tests/checkout.fixture.ts'
import { paymentsTest } from '#payments/tests/payments.fixture.ts'

// The pages of the portal, payment links and invoices in a real browser. routes/checkout/portal.test.ts has their
// objects.

const visitor = visitorWithBrowser()
const it = paymentsTest({ seed: { payments: { account: { name: 'Acme Mugs' } } } })

type Fixtures = FixturesOf<typeof it>

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
const click = (name: string, role: 'button' | 'link' = 'button') =>
  visitor.page.getByRole(role, { name, exact: true }).click()
const main = () => visitor.page.locator('main').innerText()

describe('a payment link', () => {
  it('sells the same to each visitor, until its limit', async ({ payments, stripe }) => {
    const price = await stripe.prices.create({ currency: 'usd', unit_amount: 2000, product_data: { name: 'Mug' } })
    const link = await stripe.paymentLinks.create({
      line_items: [{ price: price.id, quantity: 1, adjustable_quantity: { enabled: true, maximum: 3 } }],
      metadata: { campaign: 'spring' },
      restrictions: { completed_sessions: { limit: 1 } },
      inactive_message: 'All mugs are sold.',
      after_completion: { type: 'hosted_confirmation', hosted_confirmation: { custom_message: 'We pack at once.' } },
    })
    expect(link.url).toMatch(new RegExp(`^${payments.url}/b/test_\\w{24}$`))
    await visitor.page.goto(`${link.url}?prefilled_email=ada@example.com&client_reference_id=cart-7`)
    await visitor.page.waitForURL(/\/c\/pay\/cs_test_/)
    expect(await visitor.page.getByLabel('Email').inputValue()).toBe('ada@example.com')
    await fillCard('4242424242424242')
    await click('Pay')
    await visitor.page.getByText('We pack at once.').waitFor()
    const { data } = await stripe.checkout.sessions.list({ payment_link: link.id })
    expect(data).toMatchObject([
      { status: 'complete', client_reference_id: 'cart-7', metadata: { campaign: 'spring' }, amount_total: 2000 },
    ])
    await visitor.page.goto(link.url)
    expect(await main()).toContain('All mugs are sold.')
    const updated = await stripe.paymentLinks.update(link.id, { active: false, metadata: { campaign: '' } })
    expect(updated).toMatchObject({
      active: false,
      metadata: {},
      restrictions: { completed_sessions: { count: 1, limit: 1 } },
    })
    expect((await stripe.paymentLinks.listLineItems(link.id)).data).toMatchObject([{ amount_total: 2000 }])
    expect((await stripe.paymentLinks.list({ active: false })).data).toHaveLength(1)
  })
})

describe('the portal', () => {
  const openPortal = async (
    { stripe }: Pick<Fixtures, 'stripe'>,
    customer: string,
    params: Partial<Stripe.BillingPortal.SessionCreateParams> = {},
  ) => {
    const session = await stripe.billingPortal.sessions.create({
      customer,
      return_url: 'http://localhost:9/account',
      ...params,
    })
    await visitor.page.goto(session.url)
    return session
  }

  it('cancels a subscription at the end of its period, and lets it go on again', async ({ payments, stripe }) => {
    const { customer, subscription } = await subscribed(payments, stripe, (await plan(stripe, 'Gold', 1000)).id)
    await openPortal({ stripe }, customer)
    await shoot('portal')
    expect(await visitor.page.getByRole('list', { name: 'Subscriptions' }).innerText()).toMatch(
      /Gold[^]*\$10\.00 per month[^]*Renews on February 1, 2026/,
    )
    expect(await visitor.page.getByRole('link', { name: /Return to Acme Mugs/ }).getAttribute('href')).toBe(
      'http://localhost:9/account',
    )
    await click('Cancel subscription', 'link')
    await visitor.page.getByLabel("It's too expensive").check()
    await shoot('portal-cancel')
    await click('Cancel subscription')
    await visitor.page.getByText('Cancels on February 1, 2026').waitFor()
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({
      cancel_at_period_end: true,
      cancellation_details: { feedback: 'too_expensive' },
    })
    await click("Don't cancel subscription")
    await visitor.page.getByText('Renews on February 1, 2026').waitFor()
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({
      cancel_at_period_end: false,
      status: 'active',
    })
    expect(visitor.complaints).toEqual([])
  })

  it('adds a card, makes it the default, and deletes the other', async ({ payments, stripe }) => {
    const { customer } = await subscribed(payments, stripe, (await plan(stripe, 'Gold', 1000)).id)
    await openPortal({ stripe }, customer)
    await click('Add payment method', 'link')
    await fillCard('4000000000000002')
    await click('Add')
    expect(await visitor.page.getByRole('alert').innerText()).toBe('Your card was declined.')
    await fillCard('5555555555554444')
    await click('Add')
    expect(await visitor.page.getByRole('list', { name: 'Payment methods' }).innerText()).toMatch(
      /Mastercard •••• 4444[^]*Default/,
    )
    await click('Delete')
    await expect
      .poll(async () => (await stripe.customers.listPaymentMethods(customer)).data.map(({ card }) => card?.last4))
      .toEqual(['4444'])
  })

  it('changes the plan, the details, and shows the invoices', async ({ payments, stripe }) => {
    const [silver, gold] = [await plan(stripe, 'Silver', 500), await plan(stripe, 'Gold', 1000)]
    const configuration = await stripe.billingPortal.configurations.create({
      features: {
        invoice_history: { enabled: true },
        customer_update: { enabled: true, allowed_updates: ['email', 'name'] },
        subscription_update: {
          enabled: true,
          default_allowed_updates: ['price'],
          proration_behavior: 'always_invoice',
          products: [{ product: idOf(gold.product), prices: [gold.id] }],
        },
      },
    })
    const { customer, subscription } = await subscribed(payments, stripe, silver.id)
    await openPortal({ stripe }, customer, { configuration: configuration.id })
    await click('Update subscription', 'link')
    await visitor.page.getByLabel('Gold, $10.00 per month').check()
    await click('Update subscription')
    await visitor.page.getByText('$10.00 per month').waitFor()
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({
      items: { data: [{ price: { id: gold.id } }] },
    })
    await click('Update information', 'link')
    await visitor.page.getByLabel('Name').fill('Ada King')
    await visitor.page.getByLabel('Email').fill('nonsense')
    await click('Save')
    await visitor.page.getByText('Your email is invalid.').waitFor()
    await visitor.page.getByLabel('Email').fill('king@example.com')
    await click('Save')
    await visitor.page.getByText('king@example.com').waitFor()
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ email: 'king@example.com' })
    await visitor.page.getByRole('list', { name: 'Invoice history' }).getByRole('link').last().click()
    await visitor.page.getByText('Invoice paid').waitFor()
  })

  it('goes straight to its flow, and back to the application', async ({ payments, stripe }) => {
    const { customer, subscription } = await subscribed(payments, stripe, (await plan(stripe, 'Gold', 1000)).id)
    await openPortal({ stripe }, customer, {
      flow_data: {
        type: 'subscription_cancel',
        subscription_cancel: { subscription },
        after_completion: { type: 'hosted_confirmation', hosted_confirmation: { custom_message: 'Come back soon.' } },
      },
    })
    await click('Cancel subscription')
    await visitor.page.getByText('Come back soon.').waitFor()
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({ cancel_at_period_end: true })
  })

  it('pauses a subscription for a time, and resumes it before', async ({ payments, stripe }) => {
    const configuration = await stripe.billingPortal.configurations.create({
      features: {
        subscription_pause: {
          enabled: true,
          duration: { type: 'interval_options', interval_options: [{ interval: 'month', interval_count: 2 }] },
        },
      },
    })
    const { customer, subscription } = await subscribed(payments, stripe, (await plan(stripe, 'Gold', 1000)).id)
    const flow = { type: 'subscription_pause' as const, subscription_pause: { subscription } }
    await openPortal({ stripe }, customer, { configuration: configuration.id, flow_data: flow })
    await visitor.page.getByLabel('2 months').check()
    await click('Pause subscription')
    await visitor.page.getByText('Paused').waitFor()
    expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('paused')
    await click('Resume subscription')
    await visitor.page.getByText('Active').waitFor()
    expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('active')
    await click('Pause subscription', 'link')
    await click('Pause subscription')
    await visitor.page.getByText('Paused').waitFor()
    payments.clock.advance('2 months')
    expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('active')
  })

  it('changes the shipping address and the tax ids of a customer, where the configuration allows it', async ({
    stripe,
  }) => {
    const configuration = await stripe.billingPortal.configurations.create({
      features: { customer_update: { enabled: true, allowed_updates: ['shipping', 'tax_id'] } },
    })
    const address = { line1: '1 Main Street', city: 'Springfield', state: 'IL', postal_code: '62701', country: 'US' }
    const customer = await stripe.customers.create({ name: 'Ada Lovelace', address })
    await openPortal({ stripe }, customer.id, { configuration: configuration.id })
    expect(await main()).toContain('1 Main Street, Springfield, IL 62701, United States')
    await click('Update information', 'link')
    expect(await visitor.page.getByLabel('Email').count()).toBe(0)
    await visitor.page.locator('#shippingCountry').selectOption('DE')
    await visitor.page.locator('#shippingAddressLine1').fill('Unter den Linden 1')
    await visitor.page.getByLabel('Tax ID', { exact: true }).fill('DE123456789')
    await click('Save')
    expect(await visitor.page.locator('.error').allInnerTexts()).toEqual(['Required'])
    await visitor.page.locator('#shippingName').fill('Ada')
    await shoot('portal-customer')
    await click('Save')
    await visitor.page.getByText('Ada, Unter den Linden 1, Germany').waitFor()
    expect(await stripe.customers.retrieve(customer.id, { expand: ['tax_ids'] })).toMatchObject({
      name: 'Ada Lovelace',
      address,
      shipping: { name: 'Ada', address: { line1: 'Unter den Linden 1', country: 'DE' } },
      tax_ids: { data: [{ type: 'eu_vat', value: 'DE123456789', country: 'DE' }] },
    })
    await click('Update information', 'link')
    await click('Delete')
    await visitor.page.getByText('Ada, Unter den Linden 1, Germany').waitFor()
    expect((await stripe.customers.listTaxIds(customer.id)).data).toEqual([])
    const types = (await stripe.events.list()).data.map(({ type }) => type)
    expect(types.slice(0, 3)).toEqual(['customer.tax_id.deleted', 'customer.tax_id.created', 'customer.updated'])
  })

  it('offers a coupon to a customer who is about to cancel', async ({ payments, stripe }) => {
    const { customer, subscription } = await subscribed(payments, stripe, (await plan(stripe, 'Gold', 1000)).id)
    const { id: coupon } = await stripe.coupons.create({
      percent_off: 25,
      duration: 'repeating',
      duration_in_months: 3,
    })
    const retention = { type: 'coupon_offer' as const, coupon_offer: { coupon } }
    const flow = { type: 'subscription_cancel' as const, subscription_cancel: { subscription, retention } }
    await openPortal({ stripe }, customer, { flow_data: flow })
    expect(await main()).toContain('25% off for 3 months')
    await click('Accept offer')
    await expect
      .poll(async () => (await stripe.subscriptions.retrieve(subscription, { expand: ['discounts'] })).discounts)
      .toMatchObject([{ source: { coupon } }])
  })

  it('asks to confirm an update with its discount, and makes a downgrade when the subscription renews', async ({
    payments,
    stripe,
  }) => {
    const [silver, gold] = [await plan(stripe, 'Silver', 500), await plan(stripe, 'Gold', 1000)]
    const configuration = await stripe.billingPortal.configurations.create({
      features: {
        subscription_update: {
          enabled: true,
          default_allowed_updates: ['price'],
          products: [silver, gold].map((price) => ({ product: idOf(price.product), prices: [price.id] })),
          schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
        },
      },
    })
    const { customer, subscription } = await subscribed(payments, stripe, silver.id)
    const { items } = await stripe.subscriptions.retrieve(subscription)
    const { id: coupon } = await stripe.coupons.create({ percent_off: 10, duration: 'forever' })
    await openPortal({ stripe }, customer, {
      configuration: configuration.id,
      flow_data: {
        type: 'subscription_update_confirm',
        subscription_update_confirm: {
          subscription,
          items: [{ id: items.data[0]?.id ?? '', price: gold.id }],
          discounts: [{ coupon }],
        },
      },
    })
    await click('Confirm')
    await visitor.page.getByText('$10.00 per month').waitFor()
    const upgraded = await stripe.subscriptions.retrieve(subscription, { expand: ['discounts'] })
    expect(upgraded).toMatchObject({
      items: { data: [{ price: { id: gold.id } }] },
      discounts: [{ source: { coupon } }],
    })
    await openPortal({ stripe }, customer, { configuration: configuration.id })
    await click('Update subscription', 'link')
    await visitor.page.getByLabel('Silver, $5.00 per month').check()
    await click('Update subscription')
    await visitor.page.getByText('$10.00 per month').waitFor()
    payments.clock.advance('1 month 1 hour')
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({
      items: { data: [{ price: { id: silver.id } }] },
    })
  })

  it('fits a window 320 pixels wide, in light and dark, and works without scripts', async ({ payments, stripe }) => {
    const { customer } = await subscribed(
      payments,
      stripe,
      (await plan(stripe, `Gold-${'without-a-break-'.repeat(4)}`, 1000)).id,
    )
    for (const colorScheme of ['light', 'dark'] as const) {
      await visitor.openWith({ viewport: { width: 320, height: 640 }, colorScheme, javaScriptEnabled: false })
      await openPortal({ stripe }, customer)
      await shoot(`portal-narrow-${colorScheme}`)
      expect(await visitor.page.evaluate('document.documentElement.scrollWidth > window.innerWidth')).toBe(false)
    }
  })
})

describe('the page of an invoice', () => {
  it('is paid with a card, and has a PDF', async ({ stripe }) => {
    const customer = await stripe.customers.create({ email: 'ada@example.com', name: 'Ada <b>Lovelace</b>' })
    const draft = await stripe.invoices.create({
      customer: customer.id,
      collection_method: 'send_invoice',
      days_until_due: 14,
    })
    await stripe.invoiceItems.create({
      customer: customer.id,
      invoice: draft.id ?? '',
      amount: 2500,
      currency: 'usd',
      description: 'Engraving',
    })
    const invoice = await stripe.invoices.finalizeInvoice(draft.id ?? '')
    await visitor.page.goto(invoice.hosted_invoice_url ?? '')
    await shoot('invoice')
    expect(await main()).toMatch(/Payment due[^]*Ada <b>Lovelace<\/b>[^]*Engraving[^]*\$25\.00/)
    await fillCard('4000000000009995')
    await click('Pay $25.00')
    expect(await visitor.page.getByRole('alert').innerText()).toBe('Your card has insufficient funds.')
    await visitor.page.getByLabel('Card number').fill('4242424242424242')
    await click('Pay $25.00')
    await visitor.page.getByText('Invoice paid').waitFor()
    expect(await stripe.invoices.retrieve(invoice.id ?? '')).toMatchObject({ status: 'paid', amount_paid: 2500 })
    const pdf = await fetch(invoice.invoice_pdf ?? '')
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect((await fetch((invoice.hosted_invoice_url ?? '').replace(/.$/, '_'))).status).toBe(404)
  })
})
