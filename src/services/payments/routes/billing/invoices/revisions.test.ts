import type Stripe from 'stripe'
import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import { customerWith, eventTypes } from '#payments/tests/billing.fixture.ts'
import { refusal, paymentsTest, stripe21Of, stripe22Of } from '#payments/tests/payments.fixture.ts'

const it = paymentsTest()

type Fixtures = FixturesOf<typeof it>

/** Finalizes an invoice over an amount, which is sent to its customer. */
async function openInvoice({ stripe }: Pick<Fixtures, 'stripe'>, amount: number): Promise<Stripe.Invoice> {
  const { id: customer } = await customerWith(stripe)
  const { id } = await stripe.invoices.create({
    customer,
    collection_method: 'send_invoice',
    days_until_due: 10,
    footer: 'Bye',
  })
  await stripe.invoiceItems.create({ customer, invoice: id, amount, currency: 'usd', description: 'Work' })
  return stripe.invoices.finalizeInvoice(id)
}

const intentOver = (
  { stripe }: Pick<Fixtures, 'stripe'>,
  amount: number,
  more: Partial<Stripe.PaymentIntentCreateParams> = {},
) =>
  stripe.paymentIntents.create({
    amount,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
    allowed_payment_method_types: ['card'],
    ...more,
  })

describe('a payment that is attached to an invoice', () => {
  it('counts for it, and pays it together with others', async ({ stripe }) => {
    const invoice = await openInvoice({ stripe }, 3000)
    const first = await stripe.invoices.attachPayment(invoice.id, {
      payment_intent: (await intentOver({ stripe }, 1000)).id,
    })
    expect(first).toMatchObject({ status: 'open', amount_paid: 1000, amount_remaining: 2000 })
    const later = await intentOver({ stripe }, 2000, { confirm: false })
    await stripe.invoices.attachPayment(invoice.id, { payment_intent: later.id })
    await stripe.paymentIntents.confirm(later.id)
    const paid = await stripe.invoices.retrieve(invoice.id, { expand: ['payments'] })
    expect(paid).toMatchObject({ status: 'paid', amount_paid: 3000, amount_remaining: 0, amount_overpaid: 0 })
    expect(paid.payments?.data.map(({ status, is_default }) => [status, is_default])).toEqual([
      ['canceled', true],
      ['paid', false],
      ['paid', false],
    ])
    expect(await eventTypes(stripe, 'invoice_payment', 'invoice.paid')).toEqual([
      'invoice_payment.paid',
      'invoice_payment.paid',
      'invoice.paid',
    ])
  })

  it('leaves the rest for the invoice itself', async ({ stripe }) => {
    const invoice = await openInvoice({ stripe }, 3000)
    await stripe.invoices.attachPayment(invoice.id, { payment_intent: (await intentOver({ stripe }, 1000)).id })
    expect(await stripe.invoices.pay(invoice.id)).toMatchObject({ status: 'paid', amount_paid: 3000 })
    const charges = (await stripe.charges.list()).data.map(({ amount }) => amount)
    expect(charges).toEqual([2000, 1000])
  })

  it('may be more than is due, and is refused for another currency', async ({ stripe }) => {
    const invoice = await openInvoice({ stripe }, 3000)
    const euros = await intentOver({ stripe }, 3000, { currency: 'eur', confirm: false })
    const refused = stripe.invoices.attachPayment(invoice.id, { payment_intent: euros.id })
    expect(await refusal(refused)).toMatchObject({ statusCode: 400, param: 'payment_intent' })
    const paid = await stripe.invoices.attachPayment(invoice.id, {
      payment_intent: (await intentOver({ stripe }, 3500)).id,
    })
    expect(paid).toMatchObject({ status: 'paid', amount_overpaid: 500 })
    expect(await eventTypes(stripe, 'invoice.overpaid')).toEqual(['invoice.overpaid'])
  })
})

describe('a revision of an invoice', () => {
  it('begins as a copy, and replaces the invoice when it is finalized', async ({ stripe }) => {
    const invoice = await openInvoice({ stripe }, 3000)
    const draft = await stripe.invoices.create({ from_invoice: { action: 'revision', invoice: invoice.id } })
    expect(draft).toMatchObject({
      status: 'draft',
      total: 3000,
      footer: 'Bye',
      collection_method: 'send_invoice',
      from_invoice: { action: 'revision', invoice: invoice.id },
    })
    const [line] = draft.lines.data
    await stripe.invoices.updateLineItem(draft.id, line?.id ?? '', { amount: 2500 })
    const revised = await stripe.invoices.finalizeInvoice(draft.id)
    expect(revised.total).toBe(2500)
    expect(await stripe.invoices.retrieve(invoice.id)).toMatchObject({ status: 'void', latest_revision: revised.id })
  })

  it('is not made of a draft', async ({ stripe }) => {
    const { id: customer } = await customerWith(stripe)
    const { id } = await stripe.invoices.create({ customer })
    const revision = stripe.invoices.create({ from_invoice: { action: 'revision', invoice: id } })
    expect(await refusal(revision)).toMatchObject({ statusCode: 400, param: 'from_invoice[invoice]' })
  })
})

it('a line may describe its product, and a credit note may have a line with a tax rate of its own', async ({
  stripe,
}) => {
  const { id: customer } = await customerWith(stripe)
  const { id } = await stripe.invoices.create({ customer })
  const { lines } = await stripe.invoices.addLines(id, {
    lines: [{ price_data: { currency: 'usd', unit_amount: 3000, product_data: { name: 'Mug' } } }],
  })
  expect(lines.data).toMatchObject([{ amount: 3000, description: 'Mug' }])
  await stripe.invoices.finalizeInvoice(id)
  const rate = await stripe.taxRates.create({ display_name: 'VAT', inclusive: false, percentage: 20 })
  const line = { type: 'custom_line_item' as const, description: 'Sorry', quantity: 1, unit_amount: 1000 }
  const note = await stripe.creditNotes.create({
    invoice: id,
    lines: [{ ...line, tax_rates: [rate.id], metadata: { a: 'b' } }],
  })
  expect(note).toMatchObject({
    amount: 1200,
    total_taxes: [{ amount: 200 }],
    lines: { data: [{ metadata: { a: 'b' } }] },
  })
  expect(await stripe.invoices.retrieve(id)).toMatchObject({ amount_due: 1800, pre_payment_credit_notes_amount: 1200 })
  const refused = stripe.invoices.create({ customer, default_source: 'src_x' })
  expect((await refusal(refused)).message).toBe("No such source: 'src_x'")
})

it.for([
  ['the version before', stripe22Of],
  ['two versions before', stripe21Of],
] as const)('the SDK of %s attaches payments', async ([_name, sdkOf], { payments, stripe }) => {
  const invoice = await openInvoice({ stripe }, 3000)
  const { id } = await intentOver({ stripe }, 3000)
  expect((await sdkOf(payments).invoices.attachPayment(invoice.id, { payment_intent: id })).status).toBe('paid')
})
