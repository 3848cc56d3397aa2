import { describe, expect } from 'vitest'
import { paymentsTest } from '../../tests/payments.fixture.ts'

const tax = { registrations: ['DE', 'FR', 'US-CA'], rates: { 'US-CA': 8.25 } }
const it = paymentsTest({ seed: { payments: { account: { country: 'DE', default_currency: 'eur' }, tax } } })

const inGermany = { address: { country: 'DE', postal_code: '10115' }, address_source: 'billing' as const }
const inFrance = { address: { country: 'FR', postal_code: '75001' }, address_source: 'billing' as const }

describe('a calculation', () => {
  it('adds exclusive tax, and takes inclusive tax out of the amount', async ({ stripe }) => {
    const calculation = await stripe.tax.calculations.create({
      currency: 'eur',
      customer_details: inGermany,
      line_items: [
        { amount: 1000, reference: 'A' },
        { amount: 1190, reference: 'B', tax_behavior: 'inclusive' },
      ],
      shipping_cost: { amount: 500 },
      expand: ['line_items'],
    })
    expect(calculation).toMatchObject({
      amount_total: 2690 + 190 + 95,
      tax_amount_exclusive: 285,
      tax_amount_inclusive: 190,
      shipping_cost: { amount_tax: 95, tax_code: 'txcd_92010001' },
      tax_breakdown: [
        { amount: 285, inclusive: false, taxable_amount: 1500, taxability_reason: 'standard_rated' },
        { amount: 190, inclusive: true, taxable_amount: 1000 },
      ],
    })
    expect(calculation.line_items?.data).toMatchObject([
      { reference: 'A', amount_tax: 190, tax_breakdown: [{ tax_rate_details: { percentage_decimal: '19.0' } }] },
      { reference: 'B', amount_tax: 190 },
    ])
  })

  it('uses the rates of the seed', async ({ stripe }) => {
    const address = { country: 'US', state: 'CA', postal_code: '94103' }
    const calculation = await stripe.tax.calculations.create({
      currency: 'usd',
      customer_details: { address, address_source: 'shipping' },
      line_items: [{ amount: 10_000 }],
    })
    expect(calculation.tax_breakdown).toMatchObject([
      { amount: 825, tax_rate_details: { percentage_decimal: '8.25', state: 'CA', tax_type: 'sales_tax' } },
    ])
  })

  it.for([
    ['where the account is not registered', { ...inGermany, address: { country: 'ES' } }, {}, 'not_collecting'],
    ['of what is exempt', inGermany, { tax_code: 'txcd_00000000' }, 'product_exempt'],
    ['of an exempt customer', { ...inGermany, taxability_override: 'customer_exempt' }, {}, 'customer_exempt'],
    [
      'of a business in another country of the European Union',
      { ...inFrance, tax_ids: [{ type: 'eu_vat', value: 'FRAB123456789' }] },
      {},
      'reverse_charge',
    ],
  ] as const)('has no tax %s', async ([, details, line, reason], { stripe }) => {
    const calculation = await stripe.tax.calculations.create({
      currency: 'eur',
      customer_details: { ...details, ...('tax_ids' in details ? { tax_ids: [...details.tax_ids] } : {}) } as never, // a table
      line_items: [{ amount: 1000, ...line }],
    })
    expect(calculation).toMatchObject({ amount_total: 1000, tax_breakdown: [{ amount: 0, taxability_reason: reason }] })
  })

  it('needs an address and references of its own', async ({ stripe }) => {
    const lines = [{ amount: 1, reference: 'A' }]
    const of = (customer_details: object, line_items = lines): Promise<unknown> =>
      stripe.tax.calculations.create({ currency: 'eur', customer_details, line_items })
    await expect(of({ taxability_override: 'none' })).rejects.toMatchObject({ param: 'customer_details[address]' })
    await expect(of(inGermany, [...lines, ...lines])).rejects.toMatchObject({ param: 'line_items[1][reference]' })
    const { id: customer } = await stripe.customers.create({})
    await expect(
      stripe.tax.calculations.create({ currency: 'eur', customer, line_items: lines }),
    ).rejects.toMatchObject({ code: 'customer_tax_location_invalid' })
  })
})

describe('a transaction', () => {
  it('is recorded once for a reference, and reversed whole or in part', async ({ stripe }) => {
    const { id } = await stripe.tax.calculations.create({
      currency: 'eur',
      customer_details: inGermany,
      line_items: [{ amount: 1000 }],
    })
    const calculation = id ?? ''
    const sale = await stripe.tax.transactions.createFromCalculation({ calculation, reference: 'order 1' })
    await expect(
      stripe.tax.transactions.createFromCalculation({ calculation, reference: 'order 1' }),
    ).rejects.toMatchObject({ param: 'reference' })
    const half = await stripe.tax.transactions.createReversal({
      mode: 'partial',
      original_transaction: sale.id,
      reference: 'return 1',
      flat_amount: -595,
      expand: ['line_items'],
    })
    expect(half).toMatchObject({ type: 'reversal', reversal: { original_transaction: sale.id } })
    expect(half.line_items?.data).toMatchObject([{ amount: -500, amount_tax: -95, type: 'reversal' }])
    await expect(
      stripe.tax.transactions.createReversal({ mode: 'full', original_transaction: sale.id, reference: 'return 2' }),
    ).rejects.toMatchObject({ param: 'original_transaction' })
  })
})

describe('automatic tax of invoices', () => {
  it('follows the registrations', async ({ stripe }) => {
    const { id: customer } = await stripe.customers.create({ address: inGermany.address })
    const { id } = await stripe.invoices.create({ customer, automatic_tax: { enabled: true }, currency: 'eur' })
    await stripe.invoiceItems.create({ customer, invoice: id, amount: 1190, currency: 'eur' })
    const invoice = await stripe.invoices.retrieve(id ?? '')
    expect(invoice).toMatchObject({
      subtotal: 1190,
      total: 1190,
      total_taxes: [{ amount: 190, tax_behavior: 'inclusive', taxable_amount: 1000 }],
    })
  })

  it('is nothing without a registration, and for an exempt customer', async ({ stripe }) => {
    for (const [country, taxExempt] of [
      ['ES', 'none'],
      ['DE', 'exempt'],
    ] as const) {
      const { id: customer } = await stripe.customers.create({ address: { country }, tax_exempt: taxExempt })
      const { id } = await stripe.invoices.create({ customer, automatic_tax: { enabled: true }, currency: 'eur' })
      await stripe.invoiceItems.create({ customer, invoice: id, amount: 1190, currency: 'eur' })
      expect(await stripe.invoices.retrieve(id ?? '')).toMatchObject({ total: 1190, total_taxes: [] })
    }
  })
})

it('registers in a country from a moment to another', async ({ stripe, payments }) => {
  const registration = await stripe.tax.registrations.create({
    country: 'ES',
    active_from: Math.floor(payments.clock.now() / 1000) + 60,
    country_options: { es: { type: 'standard' } },
  })
  expect(registration).toMatchObject({
    status: 'scheduled',
    country_options: { es: { type: 'standard', standard: { place_of_supply_scheme: 'standard' } } },
  })
  payments.clock.advance('1 minute')
  expect((await stripe.tax.registrations.retrieve(registration.id)).status).toBe('active')
  expect((await stripe.tax.registrations.update(registration.id, { expires_at: 'now' })).status).toBe('expired')
})
