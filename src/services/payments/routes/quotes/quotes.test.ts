import { describe, expect } from 'vitest'
import type Stripe from 'stripe'
import { paymentsTest } from '../../tests/payments.fixture.ts'

const it = paymentsTest({ seed: { payments: { coupons: [{ id: 'HALF', percent_off: 50, duration: 'once' }] } } })

interface Catalog {
  readonly customer: string
  readonly monthly: string
  readonly setup: string
}

async function catalog(stripe: Stripe): Promise<Catalog> {
  const { id: customer } = await stripe.customers.create({ name: 'Ada', email: 'ada@example.com' })
  const { id: product } = await stripe.products.create({ name: 'Gold' })
  const price = { product, currency: 'usd' }
  const monthly = await stripe.prices.create({ ...price, unit_amount: 1000, recurring: { interval: 'month' } })
  const setup = await stripe.prices.create({ ...price, unit_amount: 300 })
  return { customer, monthly: monthly.id, setup: setup.id }
}

describe('a quote', () => {
  it('computes what is due at first and what every period costs', async ({ stripe }) => {
    const { customer, monthly, setup } = await catalog(stripe)
    const line_items = [{ price: monthly, quantity: 2 }, { price: setup }]
    const rate = await stripe.taxRates.create({ display_name: 'VAT', percentage: 20, inclusive: false })
    const quote = await stripe.quotes.create({
      customer,
      line_items: line_items.map((line) => ({ ...line, tax_rates: [rate.id] })),
      discounts: [{ coupon: 'HALF' }],
    })
    expect(quote).toMatchObject({
      status: 'draft',
      number: null,
      amount_subtotal: 2300,
      amount_total: 1380,
      total_details: { amount_discount: 1150, amount_tax: 230 },
      computed: {
        upfront: { amount_subtotal: 2300, amount_total: 1380 },
        recurring: { amount_subtotal: 2000, amount_total: 2400, interval: 'month', interval_count: 1 },
      },
    })
    const trial = await stripe.quotes.create({ customer, line_items, subscription_data: { trial_period_days: 7 } })
    expect(trial.computed.upfront.amount_total).toBe(300)
    expect((await stripe.quotes.listComputedUpfrontLineItems(trial.id)).data).toHaveLength(1)
    expect((await stripe.quotes.listLineItems(trial.id)).data).toHaveLength(2)
  })

  it('begins a subscription when it is accepted', async ({ stripe }) => {
    const { customer, monthly, setup } = await catalog(stripe)
    const { id } = await stripe.quotes.create({
      customer,
      collection_method: 'send_invoice',
      invoice_settings: { days_until_due: 14 },
      line_items: [{ price: monthly }, { price: setup }],
      subscription_data: { metadata: { deal: '7' } },
    })
    await expect(stripe.quotes.accept(id)).rejects.toMatchObject({ statusCode: 400 })
    const open = await stripe.quotes.finalizeQuote(id)
    expect(open).toMatchObject({ status: 'open', number: expect.stringMatching(/^QT-\w{8}-0001-1$/) as string })
    await expect(stripe.quotes.update(id, { description: 'late' })).rejects.toMatchObject({ statusCode: 400 })
    const accepted = await stripe.quotes.accept(id, { expand: ['subscription', 'invoice'] })
    expect(accepted).toMatchObject({
      status: 'accepted',
      subscription: {
        status: 'active',
        collection_method: 'send_invoice',
        days_until_due: 14,
        metadata: { deal: '7' },
      },
      invoice: { status: 'draft', total: 1300 },
    })
    await expect(stripe.quotes.cancel(id)).rejects.toMatchObject({ statusCode: 400 })
    const { data } = await stripe.events.list({ types: ['quote.created', 'quote.finalized', 'quote.accepted'] })
    expect(data.map(({ type }) => type)).toEqual(['quote.accepted', 'quote.finalized', 'quote.created'])
  })

  it('without a recurring price drafts an invoice', async ({ stripe }) => {
    const { customer, setup } = await catalog(stripe)
    const { id } = await stripe.quotes.create({ customer, line_items: [{ price: setup, quantity: 3 }] })
    await stripe.quotes.finalizeQuote(id)
    const accepted = await stripe.quotes.accept(id, { expand: ['invoice'] })
    expect(accepted).toMatchObject({ subscription: null, invoice: { status: 'draft', total: 900, customer } })
  })

  it('that begins later makes a schedule', async ({ stripe, payments }) => {
    const { customer, monthly } = await catalog(stripe)
    const start = Math.floor(payments.clock.now() / 1000) + 86_400
    const { id } = await stripe.quotes.create({
      customer,
      collection_method: 'send_invoice',
      line_items: [{ price: monthly }],
      subscription_data: { effective_date: start },
    })
    await stripe.quotes.finalizeQuote(id)
    const accepted = await stripe.quotes.accept(id, { expand: ['subscription_schedule'] })
    expect(accepted).toMatchObject({
      subscription: null,
      subscription_schedule: { status: 'not_started', phases: [{ start_date: start }] },
    })
    payments.clock.advance('1 day')
    expect((await stripe.subscriptions.list({ customer })).data).toHaveLength(1)
  })

  it('is canceled when it expires', async ({ stripe, payments }) => {
    const { customer, monthly } = await catalog(stripe)
    const { id, created } = await stripe.quotes.create({ customer, line_items: [{ price: monthly }] })
    await stripe.quotes.finalizeQuote(id, { expires_at: created + 3600 })
    payments.clock.advance('1 hour')
    expect((await stripe.quotes.retrieve(id)).status).toBe('canceled')
  })

  it('is replaced by its revision', async ({ stripe }) => {
    const { customer, monthly } = await catalog(stripe)
    const { id } = await stripe.quotes.create({ customer, line_items: [{ price: monthly }] })
    const { number } = await stripe.quotes.finalizeQuote(id)
    const revision = await stripe.quotes.create({ from_quote: { quote: id, is_revision: true } })
    expect(revision).toMatchObject({ status: 'draft', customer, from_quote: { is_revision: true, quote: id } })
    const open = await stripe.quotes.finalizeQuote(revision.id)
    expect(open.number).toBe(number?.replace(/1$/, '2'))
    expect((await stripe.quotes.retrieve(id)).status).toBe('canceled')
  })

  it('needs a customer, lines of one interval, and lines at all, to be finalized', async ({ stripe }) => {
    const { customer, monthly, setup } = await catalog(stripe)
    const { id } = await stripe.quotes.create({ line_items: [{ price: setup }] })
    await expect(stripe.quotes.finalizeQuote(id)).rejects.toMatchObject({ param: 'customer' })
    const empty = await stripe.quotes.create({ customer })
    await expect(stripe.quotes.finalizeQuote(empty.id)).rejects.toMatchObject({ param: 'line_items' })
    const yearly = { currency: 'usd', product_data: { name: 'Year' }, recurring: { interval: 'year' as const } }
    const { id: other } = await stripe.prices.create({ ...yearly, unit_amount: 9000 })
    await expect(
      stripe.quotes.create({ customer, line_items: [{ price: monthly }, { price: other }] }),
    ).rejects.toMatchObject({ param: 'line_items' })
  })

  it('has a document with its lines', async ({ stripe }) => {
    const { customer, monthly } = await catalog(stripe)
    const { id } = await stripe.quotes.create({ customer, header: 'Our offer', line_items: [{ price: monthly }] })
    const chunks: Buffer[] = []
    for await (const chunk of await stripe.quotes.pdf(id)) chunks.push(chunk as Buffer)
    const pdf = Buffer.concat(chunks).toString('latin1')
    expect(pdf).toMatch(/^%PDF-/)
    expect(pdf).toContain('Our offer')
    expect(pdf).toContain('1 x Gold')
  })
})
