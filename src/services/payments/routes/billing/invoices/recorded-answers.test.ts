import type Stripe from 'stripe'
import { describe, expect } from 'vitest'
import { customerWith, idOf, linesOf, recurringPrice } from '#payments/tests/billing.fixture.ts'
import { paymentsTest, refusal } from '#payments/tests/payments.fixture.ts'

// Details that the vendor's answers of 2024 to 2026 show and its description does not tell.

const it = paymentsTest()

const priceOf = ({ pricing }: Stripe.InvoiceItem): string => idOf(pricing?.price_details?.price)

describe('an invoice item with an amount', () => {
  it('has a price that is not active, the same as every item like it', async ({ stripe }) => {
    const { id: customer } = await customerWith(stripe)
    const add = (amount: number, description: string): Promise<Stripe.InvoiceItem> =>
      stripe.invoiceItems.create({ customer, amount, currency: 'usd', description })
    const fee = await add(1000, 'Setup fee')
    expect(await stripe.prices.retrieve(priceOf(fee), { expand: ['product'] })).toMatchObject({
      active: false,
      type: 'one_time',
      unit_amount: 1000,
      product: { id: fee.pricing?.price_details?.product, active: false, name: 'Setup fee' },
    })
    expect(priceOf(await add(1000, 'Setup fee'))).toBe(priceOf(fee))
    expect(priceOf(await add(1100, 'Setup fee'))).not.toBe(priceOf(fee))
    expect((await stripe.prices.list({ active: true })).data).toEqual([])
    const invoice = await stripe.invoices.create({ customer, pending_invoice_items_behavior: 'include' })
    expect(invoice.lines.data.at(-1)?.pricing).toEqual(fee.pricing)
  })

  it('keeps its price when only its description changes', async ({ stripe }) => {
    const { id: customer } = await customerWith(stripe)
    const item = await stripe.invoiceItems.create({ customer, amount: 1000, currency: 'usd', description: 'Fee' })
    const updated = await stripe.invoiceItems.update(item.id, { description: 'Fee of May' })
    expect(updated).toMatchObject({ amount: 1000, description: 'Fee of May', pricing: item.pricing })
    const dearer = await stripe.invoiceItems.update(item.id, { amount: 1200 })
    expect(dearer.amount).toBe(1200)
    expect(priceOf(dearer)).not.toBe(priceOf(item))
  })
})

describe('the discount of an invoice item', () => {
  it('names the item, and is taken off the subtotal', async ({ stripe }) => {
    const { id: customer } = await customerWith(stripe)
    const half = await stripe.coupons.create({ percent_off: 50, duration: 'once' })
    const item = await stripe.invoiceItems.create({
      customer,
      amount: 1900,
      currency: 'usd',
      discounts: [{ coupon: half.id }],
      expand: ['discounts'],
    })
    expect(item.discounts?.[0]).toMatchObject({ invoice_item: item.id, invoice: null })
    const invoice = await stripe.invoices.create({ customer, pending_invoice_items_behavior: 'include' })
    expect(invoice).toMatchObject({ subtotal: 950, total: 950, total_discount_amounts: [{ amount: 950 }] })
    expect(linesOf(invoice)).toEqual([[null, 1900]])
  })

  it('is not that of the invoice, which leaves the subtotal and names the invoice', async ({ stripe }) => {
    const { id: customer } = await customerWith(stripe)
    const half = await stripe.coupons.create({ percent_off: 50, duration: 'once' })
    await stripe.invoiceItems.create({ customer, amount: 1900, currency: 'usd' })
    const invoice = await stripe.invoices.create({
      customer,
      pending_invoice_items_behavior: 'include',
      discounts: [{ coupon: half.id }],
      expand: ['discounts'],
    })
    expect(invoice).toMatchObject({ subtotal: 1900, total: 950 })
    expect(invoice.discounts[0]).toMatchObject({ invoice: invoice.id, invoice_item: null })
  })
})

describe('an invoice that was made by hand', () => {
  it('says how it is rendered, with a size of pages once it is final', async ({ stripe }) => {
    const { id: customer } = await customerWith(stripe)
    const { id, rendering } = await stripe.invoices.create({ customer })
    const chosen = { amount_tax_display: null, template: null, template_version: null }
    expect(rendering).toEqual({ ...chosen, pdf: { page_size: 'auto' } })
    expect((await stripe.invoices.finalizeInvoice(idOf(id))).rendering).toEqual({
      ...chosen,
      pdf: { page_size: 'letter' },
    })
  })

  it('is empty for a subscription without pending items, unless the request includes some', async ({ stripe }) => {
    const { id: customer } = await customerWith(stripe)
    const { id: price } = await recurringPrice(stripe)
    const { id: subscription, start_date } = await stripe.subscriptions.create({ customer, items: [{ price }] })
    const invoice = await stripe.invoices.create({ customer, subscription })
    expect(invoice).toMatchObject({
      billing_reason: 'manual',
      amount_due: 0,
      period_start: start_date,
      parent: { subscription_details: { subscription } },
      lines: { data: [], total_count: 0 },
    })
    expect((await stripe.invoices.pay(idOf(invoice))).status).toBe('paid')
    const including = { customer, subscription, pending_invoice_items_behavior: 'include' } as const
    expect((await refusal(stripe.invoices.create(including))).code).toBe('invoice_no_subscription_line_items')
  })
})
