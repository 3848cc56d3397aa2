import type Stripe from 'stripe'
import { describe, expect } from 'vitest'
import { customerWith, idOf, linesOf } from '#payments/tests/billing.fixture.ts'
import { paymentsTest, refusal } from '#payments/tests/payments.fixture.ts'

const it = paymentsTest()

/** Adds a draft of 20 dollars. */
async function draft(stripe: Stripe, more: Partial<Stripe.InvoiceCreateParams> = {}): Promise<string> {
  const { id: customer } = await customerWith(stripe)
  const { id } = await stripe.invoices.create({ customer, ...more })
  await stripe.invoiceItems.create({ customer, invoice: idOf({ id }), amount: 2000, currency: 'usd' })
  return idOf({ id })
}

const messageOf = async (call: Promise<unknown>): Promise<string> => (await refusal(call)).message
const NOT_OPEN = "You can only pass in open invoices. This invoice isn't open."

describe('the state of an invoice', () => {
  it('decides what is refused: a draft is neither voided nor given up', async ({ stripe }) => {
    const id = await draft(stripe)
    expect(await messageOf(stripe.invoices.voidInvoice(id))).toBe(NOT_OPEN)
    expect(await messageOf(stripe.invoices.markUncollectible(id))).toBe(NOT_OPEN)
  })

  it('decides what is refused: an open one is finalized once and not deleted', async ({ stripe }) => {
    const id = await draft(stripe)
    await stripe.invoices.finalizeInvoice(id)
    expect(await messageOf(stripe.invoices.finalizeInvoice(id))).toBe(
      "This invoice is already finalized, you can't re-finalize a non-draft invoice.",
    )
    expect(await messageOf(stripe.invoices.del(id))).toBe('You can only delete draft invoices.')
    const { data: items } = await stripe.invoiceItems.list({ invoice: id })
    expect(await messageOf(stripe.invoiceItems.del(items[0]?.id ?? ''))).toBe(
      "Can't delete an invoice item that is attached to an invoice that is no longer editable",
    )
    expect(await refusal(stripe.invoices.addLines(id, { lines: [{ amount: 1 }] }))).toMatchObject({
      code: 'invoice_not_editable',
      message: 'Invalid invoice: This invoice is no longer editable',
    })
    expect(await refusal(stripe.invoices.update(id, { footer: 'Thanks' }))).toMatchObject({ param: 'footer' })
  })

  it('decides what is refused: an uncollectible one is not given up again, but voided', async ({ stripe }) => {
    const id = await draft(stripe)
    await stripe.invoices.finalizeInvoice(id)
    await stripe.invoices.markUncollectible(id)
    expect(await messageOf(stripe.invoices.markUncollectible(id))).toBe(
      'This invoice has already been marked uncollectible.',
    )
    expect((await stripe.invoices.voidInvoice(id)).status).toBe('void')
    expect(await messageOf(stripe.invoices.voidInvoice(id))).toBe(NOT_OPEN)
  })

  it('decides what is refused: a paid one is neither voided nor sent', async ({ stripe }) => {
    const id = await draft(stripe)
    expect(await stripe.invoices.pay(id, { paid_out_of_band: true })).toMatchObject({
      status: 'paid',
      attempted: false,
    })
    expect(await messageOf(stripe.invoices.voidInvoice(id))).toBe('Invoices with `paid` payments cannot be voided.')
    expect(await messageOf(stripe.invoices.sendInvoice(id))).toContain('This invoice cannot be sent right now.')
  })
})

describe('the creation of an invoice', () => {
  it('wants a due date where the invoice is sent, and none where it is charged', async ({ stripe }) => {
    const { id: customer } = await customerWith(stripe)
    expect(await messageOf(stripe.invoices.create({ customer, collection_method: 'send_invoice' }))).toBe(
      "If invoice collection method is 'send_invoice', you must specify 'due_date' or 'days_until_due'.",
    )
    expect(await messageOf(stripe.invoices.create({ customer, days_until_due: 5 }))).toBe(
      "You can only specify 'due_date' or 'days_until_due' if invoice collection method is 'send_invoice'.",
    )
  })

  it('refuses the number of another invoice, and finalizing leaves it out', async ({ stripe }) => {
    const id = await draft(stripe)
    const { invoice_prefix: prefix, id: customer } = (await stripe.customers.list()).data[0] ?? { id: '' }
    await stripe.invoices.create({ customer, number: `${prefix}-0001` })
    expect(await refusal(stripe.invoices.create({ customer, number: `${prefix}-0001` }))).toMatchObject({
      statusCode: 400,
      param: 'number',
    })
    expect(await refusal(stripe.invoices.update(id, { number: `${prefix}-0001` }))).toMatchObject({ statusCode: 400 })
    expect((await stripe.invoices.finalizeInvoice(id)).number).toBe(`${prefix}-0002`)
  })

  it('has the items that waited newest first, and knows when its webhooks were delivered', async ({ stripe }) => {
    const { id: customer } = await customerWith(stripe)
    for (const description of ['First', 'Second'])
      await stripe.invoiceItems.create({ customer, amount: 100, currency: 'usd', description })
    const invoice = await stripe.invoices.create({ customer, pending_invoice_items_behavior: 'include' })
    expect(linesOf(invoice)).toEqual([
      ['Second', 100],
      ['First', 100],
    ])
    expect(invoice.webhooks_delivered_at).toBe(invoice.created)
    const line = { amount: 5, quantity: 2 }
    expect(await refusal(stripe.invoices.addLines(idOf(invoice), { lines: [line] }))).toMatchObject({
      param: 'lines[0][amount]',
    })
  })
})

describe('an id that is unknown', () => {
  it('is named as the vendor names it', async ({ stripe }) => {
    const { invoices, invoiceItems } = stripe
    for (const call of [
      invoices.update('in_none', {}),
      invoices.pay('in_none'),
      invoices.finalizeInvoice('in_none'),
      invoices.voidInvoice('in_none'),
      invoices.markUncollectible('in_none'),
    ]) {
      expect(await refusal(call)).toMatchObject({ statusCode: 404, param: 'id' })
    }
    for (const call of [invoices.retrieve('in_none'), invoices.del('in_none'), invoices.sendInvoice('in_none')])
      expect(await refusal(call)).toMatchObject({ statusCode: 404, param: 'invoice' })
    expect(await refusal(invoiceItems.retrieve('ii_none'))).toMatchObject({
      statusCode: 404,
      param: 'id',
      message: "No such Invoice Item: 'ii_none'(livemode=false)",
    })
  })
})
