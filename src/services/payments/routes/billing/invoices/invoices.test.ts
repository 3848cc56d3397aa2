import type Stripe from 'stripe'
import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import { customerWith, eventTypes, linesOf, recurringPrice, idOf } from '#payments/tests/billing.fixture.ts'
import { refusal, paymentsTest } from '#payments/tests/payments.fixture.ts'

const it = paymentsTest()

type Fixtures = FixturesOf<typeof it>

/** Adds a draft of 20 dollars. */
async function draft(
  { stripe }: Pick<Fixtures, 'stripe'>,
  more: Partial<Stripe.InvoiceCreateParams> = {},
  method: string | null = 'pm_card_visa',
): Promise<Stripe.Invoice> {
  const { id: customer } = await customerWith(stripe, method)
  await stripe.invoiceItems.create({ customer, amount: 2000, currency: 'usd', description: 'Work' })
  return stripe.invoices.create({ customer, pending_invoice_items_behavior: 'include', ...more })
}

describe('invoice items', () => {
  it('wait for the next invoice, or are lines of a draft, and follow changes', async ({ stripe }) => {
    const { id: customer } = await customerWith(stripe)
    const price = await stripe.prices.create({ currency: 'usd', unit_amount: 700, product_data: { name: 'Hat' } })
    const item = await stripe.invoiceItems.create({ customer, pricing: { price: price.id }, quantity: 2 })
    expect(item).toMatchObject({ amount: 1400, description: 'Hat', quantity: 2, invoice: null })
    const invoice = await stripe.invoices.create({ customer, pending_invoice_items_behavior: 'include' })
    expect(linesOf(invoice)).toEqual([['Hat', 1400]])
    await stripe.invoiceItems.update(item.id, { quantity: 3, description: 'Hats' })
    expect(linesOf(await stripe.invoices.retrieve(idOf(invoice)))).toEqual([['Hats', 2100]])
    await stripe.invoiceItems.create({ customer, invoice: idOf(invoice), amount: -100, currency: 'usd' })
    expect((await stripe.invoices.retrieve(idOf(invoice))).total).toBe(2000)
    expect((await stripe.invoiceItems.list({ invoice: idOf(invoice) })).data).toHaveLength(2)
    expect((await stripe.invoiceItems.list({ pending: true })).data).toEqual([])
    await stripe.invoiceItems.del(item.id)
    expect((await stripe.invoices.retrieve(idOf(invoice))).total).toBe(-100)
    expect(await refusal(stripe.invoiceItems.retrieve(item.id))).toMatchObject({ statusCode: 404 })
    expect(await eventTypes(stripe, 'invoiceitem')).toEqual([
      'invoiceitem.created',
      'invoiceitem.created',
      'invoiceitem.deleted',
    ])
  })

  it('need an amount and a customer', async ({ stripe }) => {
    const { id: customer } = await customerWith(stripe)
    expect(await refusal(stripe.invoiceItems.create({ customer, currency: 'usd' }))).toMatchObject({ param: 'amount' })
    expect(await refusal(stripe.invoiceItems.create({ amount: 1, currency: 'usd' }))).toMatchObject({
      param: 'customer',
    })
    expect(await refusal(stripe.invoiceItems.create({ customer: 'cus_x', amount: 1, currency: 'usd' }))).toMatchObject({
      code: 'resource_missing',
    })
  })
})

describe('an invoice', () => {
  it('is a draft, then open, then paid', async ({ stripe }) => {
    const before = await draft({ stripe }, { description: 'January', metadata: { a: 'b' }, footer: 'Thanks' })
    expect(before).toMatchObject({
      status: 'draft',
      number: null,
      hosted_invoice_url: null,
      amount_due: 2000,
      attempted: false,
    })
    const open = await stripe.invoices.finalizeInvoice(idOf(before), { auto_advance: false })
    expect(open).toMatchObject({ status: 'open', customer_email: 'ada@example.com' })
    expect(open.number).toMatch(/^[0-9A-F]{8}-0001$/)
    expect(open.hosted_invoice_url).toMatch(/^http.*\/i\/acct_/)
    expect(open.invoice_pdf).toBe(`${open.hosted_invoice_url}/pdf`)
    expect((await stripe.invoices.update(idOf(open), { description: 'x' })).description).toBe('x')
    const finalized = { message: "Finalized invoices can't be updated in this way" }
    expect(await refusal(stripe.invoices.update(idOf(open), { footer: 'x' }))).toMatchObject(finalized)
    const paid = await stripe.invoices.pay(idOf(open), { expand: ['payments.data.payment.payment_intent'] })
    expect(paid).toMatchObject({ status: 'paid', amount_paid: 2000, amount_remaining: 0 })
    expect(paid.payments?.data[0]).toMatchObject({
      status: 'paid',
      amount_paid: 2000,
      payment: { payment_intent: { status: 'succeeded', amount: 2000 } },
    })
    expect((await refusal(stripe.invoices.pay(idOf(open)))).message).toBe('Invoice is already paid')
    expect(await refusal(stripe.invoices.update(idOf(open), { description: 'y' }))).toMatchObject(finalized)
    expect(await eventTypes(stripe, 'invoice.')).toEqual([
      'invoice.created',
      'invoice.finalized',
      'invoice.updated',
      'invoice.updated',
      'invoice.paid',
      'invoice.payment_succeeded',
    ])
    const payments = await stripe.invoicePayments.list({ invoice: idOf(paid) })
    expect(await stripe.invoicePayments.retrieve(payments.data[0]?.id ?? '')).toMatchObject({ status: 'paid' })
  })

  it('has a PDF, whose table names the position of each object', async ({ payments, stripe }) => {
    const { id } = await draft({ stripe }, { description: 'Café (née “Bar”) – €' })
    const open = await stripe.invoices.finalizeInvoice(id)
    const answer = await fetch(idOf(open.invoice_pdf))
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    const file = Buffer.from(await answer.arrayBuffer()).toString('latin1')
    expect(file.startsWith('%PDF-1.4\n')).toBe(true)
    expect(file).toContain('(Invoice number  ')
    expect(file).toContain('(Work) Tj')
    const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1])
    const [, count, entries = ''] = /^xref\n0 (\d+)\n([\s\S]*?)trailer/.exec(file.slice(table)) ?? []
    const positions = entries
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => Number(line.slice(0, 10)))
    expect(positions).toHaveLength(Number(count) - 1)
    for (const [index, position] of positions.entries()) {
      expect(file.slice(position).startsWith(`${index + 1} 0 obj\n`)).toBe(true)
    }
    for (const [, length = '', content = ''] of file.matchAll(/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/g)) {
      expect(content).toHaveLength(Number(length))
    }
    expect((await fetch(`${payments.url}/i/acct_x/none/pdf`)).status).toBe(404)
  })

  it('that advances by itself is finalized an hour later and collected', async ({ payments, stripe }) => {
    const { id } = await draft({ stripe }, { auto_advance: true })
    payments.clock.advance('59m')
    expect((await stripe.invoices.retrieve(id)).status).toBe('draft')
    payments.clock.advance('1m')
    expect((await stripe.invoices.retrieve(id)).status).toBe('paid')
  })

  it('whose payment is declined stays open, and can be voided', async ({ stripe }) => {
    const { id } = await draft({ stripe }, {}, 'pm_card_chargeCustomerFail')
    const error = await refusal(stripe.invoices.pay(id))
    expect(error).toMatchObject({ statusCode: 402, code: 'card_declined' })
    expect(await stripe.invoices.retrieve(id)).toMatchObject({
      status: 'open',
      attempt_count: 1,
      attempted: true,
    })
    const voided = await stripe.invoices.voidInvoice(id)
    expect(voided.status).toBe('void')
    expect(voided.status_transitions.voided_at).toBe(Date.parse('2026-01-01T12:00:00Z') / 1000)
    expect(await eventTypes(stripe, 'invoice.voided', 'invoice.payment_failed', 'payment_intent.canceled')).toEqual([
      'invoice.payment_failed',
      'payment_intent.canceled',
      'invoice.voided',
    ])
  })

  it('can be marked uncollectible, and paid out of band later', async ({ stripe }) => {
    const { id } = await draft({ stripe }, {}, null)
    await stripe.invoices.finalizeInvoice(id)
    expect((await stripe.invoices.markUncollectible(id)).status).toBe('uncollectible')
    const paid = await stripe.invoices.pay(id, { paid_out_of_band: true })
    expect(paid).toMatchObject({ status: 'paid', amount_remaining: 0 })
    expect((await stripe.charges.list()).data).toEqual([])
  })

  it('is sent with send_invoice, and is due after some days', async ({ stripe }) => {
    const { id } = await draft({ stripe }, { collection_method: 'send_invoice', days_until_due: 30 }, null)
    const sent = await stripe.invoices.sendInvoice(id)
    expect(sent).toMatchObject({ status: 'open', due_date: Date.parse('2026-01-31T12:00:00Z') / 1000 })
    expect(await eventTypes(stripe, 'invoice.sent')).toHaveLength(1)
  })

  it('uses the balance of the customer, and leaves what is too small to charge on it', async ({ stripe }) => {
    const before = await draft({ stripe })
    const customer = idOf(before.customer)
    await stripe.customers.createBalanceTransaction(customer, { amount: -1980, currency: 'usd' })
    const paid = await stripe.invoices.finalizeInvoice(idOf(before))
    expect(paid).toMatchObject({ status: 'paid', amount_due: 0, starting_balance: -1980, ending_balance: 20 })
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: 20 })
  })

  it('has discounts, taxes and shipping', async ({ stripe }) => {
    const rate = await stripe.taxRates.create({ display_name: 'VAT', percentage: 20, inclusive: false })
    const coupon = await stripe.coupons.create({ amount_off: 500, currency: 'usd' })
    const shipping = await stripe.shippingRates.create({
      display_name: 'Ground',
      type: 'fixed_amount',
      fixed_amount: { amount: 300, currency: 'usd' },
    })
    const invoice = await draft(
      { stripe },
      {
        default_tax_rates: [rate.id],
        discounts: [{ coupon: coupon.id }],
        shipping_cost: { shipping_rate: shipping.id },
        custom_fields: [{ name: 'Order', value: '7' }],
        rendering: { pdf: { page_size: 'a4' } },
      },
    )
    expect(invoice).toMatchObject({
      subtotal: 2000,
      amount_shipping: 300,
      total: 1500 + 300 + 300,
      total_excluding_tax: 1800,
    })
    expect(invoice.total_discount_amounts).toMatchObject([{ amount: 500 }])
    expect(invoice.lines.data[0]).toMatchObject({ discount_amounts: [{ amount: 500 }], taxes: [{ amount: 300 }] })
  })

  it('has lines that can be added, changed, listed and removed while it is a draft', async ({ stripe }) => {
    const { id } = await draft({ stripe })
    const added = await stripe.invoices.addLines(id, {
      lines: [
        { amount: 100, description: 'A' },
        { amount: 200, description: 'B' },
      ],
    })
    expect(linesOf(added)).toEqual([
      ['Work', 2000],
      ['A', 100],
      ['B', 200],
    ])
    const [work, a] = added.lines.data
    const changed = await stripe.invoices.updateLineItem(id, a?.id ?? '', { amount: 150, description: 'AA' })
    expect(changed).toMatchObject({ amount: 150, description: 'AA' })
    const updated = await stripe.invoices.updateLines(id, { lines: [{ id: a?.id ?? '', description: 'AAA' }] })
    expect(updated.total).toBe(2350)
    const removed = await stripe.invoices.removeLines(id, {
      lines: [{ id: work?.id ?? '', behavior: 'delete' }],
    })
    expect(linesOf(removed)).toEqual([
      ['AAA', 150],
      ['B', 200],
    ])
    expect((await stripe.invoices.listLineItems(id, { limit: 1 })).has_more).toBe(true)
  })

  it('is deleted while it is a draft, listed and searched', async ({ stripe }) => {
    const { id, customer } = await draft({ stripe }, { metadata: { order: '7' } })
    expect(
      (await stripe.invoices.search({ query: `metadata["order"]:"7" AND customer:"${idOf(customer)}"` })).data,
    ).toHaveLength(1)
    expect((await stripe.invoices.list({ status: 'draft', customer: idOf(customer) })).data).toHaveLength(1)
    expect(await stripe.invoices.del(id)).toMatchObject({ deleted: true })
    expect((await stripe.invoices.list()).data).toEqual([])
    expect(await eventTypes(stripe, 'invoice.deleted')).toHaveLength(1)
  })
})

describe('credit notes', () => {
  it('lower an open invoice, and can be voided', async ({ stripe }) => {
    const { id } = await draft({ stripe }, {}, null)
    const open = await stripe.invoices.finalizeInvoice(id)
    const line = open.lines.data[0]?.id ?? ''
    const lines = [{ type: 'invoice_line_item' as const, invoice_line_item: line, amount: 500 }]
    expect(await stripe.creditNotes.preview({ invoice: id, lines })).toMatchObject({
      amount: 500,
      type: 'pre_payment',
    })
    expect((await stripe.creditNotes.listPreviewLineItems({ invoice: id, lines })).data).toMatchObject([
      { amount: 500 },
    ])
    const note = await stripe.creditNotes.create({ invoice: id, lines, reason: 'duplicate', memo: 'Sorry' })
    expect(note).toMatchObject({
      amount: 500,
      status: 'issued',
      number: `${open.number}-CN-01`,
      pre_payment_amount: 500,
    })
    expect(await stripe.invoices.retrieve(id)).toMatchObject({
      amount_due: 1500,
      pre_payment_credit_notes_amount: 500,
    })
    expect((await stripe.creditNotes.listLineItems(note.id)).data).toHaveLength(1)
    expect(await stripe.creditNotes.update(note.id, { memo: 'Very sorry' })).toMatchObject({ memo: 'Very sorry' })
    expect((await stripe.creditNotes.voidCreditNote(note.id)).status).toBe('void')
    expect((await stripe.invoices.retrieve(id)).amount_due).toBe(2000)
    expect((await stripe.creditNotes.list({ invoice: id })).data).toHaveLength(1)
    expect(await eventTypes(stripe, 'credit_note')).toEqual([
      'credit_note.created',
      'credit_note.updated',
      'credit_note.voided',
    ])
  })

  it('return the money of a paid invoice by refund and by credit', async ({ stripe }) => {
    const { id, customer } = await draft({ stripe })
    await stripe.invoices.pay(id)
    const error = await refusal(stripe.creditNotes.create({ invoice: id, amount: 800, refund_amount: 100 }))
    expect(error.message).toContain('must equal the credit note amount (800)')
    const note = await stripe.creditNotes.create({
      invoice: id,
      amount: 800,
      refund_amount: 500,
      credit_amount: 300,
    })
    expect(note).toMatchObject({ amount: 800, type: 'post_payment', refunds: [{ amount_refunded: 500 }] })
    expect((await stripe.refunds.list()).data).toMatchObject([{ amount: 500, status: 'succeeded' }])
    expect(await stripe.customers.retrieve(idOf(customer))).toMatchObject({ balance: -300 })
    expect(await stripe.invoices.retrieve(id)).toMatchObject({
      post_payment_credit_notes_amount: 800,
      status: 'paid',
    })
    expect(await refusal(stripe.creditNotes.create({ invoice: id, amount: 5000, credit_amount: 5000 }))).toMatchObject({
      param: 'amount',
    })
  })
})

describe('previews', () => {
  it('show the next invoice, the change of a subscription and a new one, and change nothing', async ({
    payments,
    stripe,
  }) => {
    const { id: customer } = await customerWith(stripe)
    const price = await recurringPrice(stripe)
    const subscription = await stripe.subscriptions.create({ customer, items: [{ price: price.id }] })
    const item = subscription.items.data[0]?.id ?? ''
    payments.clock.advance('15d 12h')
    const before = payments.snapshot()
    const renewal = await stripe.invoices.createPreview({ subscription: subscription.id })
    expect(renewal).toMatchObject({ total: 1500, billing_reason: 'upcoming', status: 'draft' })
    expect(renewal.id).toMatch(/^upcoming_in_/)
    const change = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { items: [{ id: item, quantity: 3 }], proration_behavior: 'create_prorations' },
    })
    expect(linesOf(change)).toEqual([
      ['Unused time on Gold after 17 Jan 2026', -750],
      ['Remaining time on 3 × Gold after 17 Jan 2026', 2250],
      ['3 × Gold (at $15.00 / month)', 4500],
    ])
    const now = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { items: [{ id: item, quantity: 3 }], proration_behavior: 'always_invoice' },
    })
    expect(now.total).toBe(1500)
    const ending = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { cancel_now: true },
    })
    expect(ending.total).toBe(-750)
    const created = await stripe.invoices.createPreview({
      customer,
      subscription_details: { items: [{ price: price.id, quantity: 2 }] },
    })
    expect(created).toMatchObject({ total: 3000, status: 'draft' })
    const none = await customerWith(stripe)
    expect(await refusal(stripe.invoices.createPreview({ customer: none.id }))).toMatchObject({
      statusCode: 404,
      code: 'invoice_upcoming_none',
    })
    expect((await stripe.subscriptions.retrieve(subscription.id)).items.data[0]?.quantity).toBe(1)
    expect((await stripe.invoices.list()).data).toHaveLength(1)
    payments.restore(before)
  })
})
