import type Stripe from 'stripe'
import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import { customerWith, idOf, latestInvoice, recurringPrice } from '#payments/tests/billing.fixture.ts'
import { refusal, paymentsTest } from '#payments/tests/payments.fixture.ts'

const it = paymentsTest()

type Fixtures = FixturesOf<typeof it>

const own = ({ stripe }: Pick<Fixtures, 'stripe'>): Promise<Stripe.TaxId> =>
  stripe.taxIds.create({ type: 'eu_vat', value: 'DE123456789' })

describe('tax ids of the account', () => {
  it('are apart from those of customers, whose events they do not have', async ({ stripe }) => {
    const taxId = await own({ stripe })
    expect(taxId).toMatchObject({ customer: null, country: 'DE', owner: { type: 'self' } })
    const { id: customer } = await stripe.customers.create({})
    const owner = { type: 'customer', customer } as const
    const other = await stripe.taxIds.create({ type: 'us_ein', value: '12-3456789', owner })
    expect(other).toMatchObject({ customer, verification: { status: 'unavailable' } })
    expect((await stripe.taxIds.list()).data.map(({ id }) => id)).toEqual([taxId.id])
    expect((await stripe.taxIds.list({ owner })).data.map(({ id }) => id)).toEqual([other.id])
    expect((await stripe.customers.listTaxIds(customer)).data).toHaveLength(1)
    await stripe.taxIds.del(taxId.id)
    await stripe.taxIds.del(other.id)
    expect(await refusal(stripe.taxIds.retrieve(taxId.id))).toMatchObject({ statusCode: 404 })
    expect((await stripe.events.list({ type: 'customer.tax_id.deleted' })).data).toHaveLength(1)
    const nobody = stripe.taxIds.create({ type: 'eu_vat', value: 'DE1', owner: { type: 'customer' } })
    expect(await refusal(nobody)).toMatchObject({ code: 'parameter_missing', param: 'owner[customer]' })
  })

  it('are shown by invoices, and by those of a subscription', async ({ stripe }) => {
    const { id } = await own({ stripe })
    const { id: customer } = await customerWith(stripe)
    const draft = await stripe.invoices.create({ customer, account_tax_ids: [id], expand: ['account_tax_ids'] })
    expect(draft.account_tax_ids).toMatchObject([{ id, value: 'DE123456789' }])
    expect((await stripe.invoices.update(idOf(draft), { account_tax_ids: '' })).account_tax_ids).toBeNull()
    const price = await recurringPrice(stripe)
    const subscription = await stripe.subscriptions.create({
      customer,
      items: [{ price: price.id }],
      invoice_settings: { account_tax_ids: [id] },
    })
    expect(subscription.invoice_settings.account_tax_ids).toEqual([id])
    expect((await latestInvoice(stripe, subscription)).account_tax_ids).toEqual([id])
  })

  it('that an invoice shows are no tax ids of customers', async ({ stripe }) => {
    const { id: customer } = await stripe.customers.create({})
    const taxId = await stripe.customers.createTaxId(customer, { type: 'eu_vat', value: 'DE123456789' })
    expect(await refusal(stripe.invoices.create({ customer, account_tax_ids: [taxId.id] }))).toMatchObject({
      statusCode: 400,
      param: 'account_tax_ids[0]',
    })
  })
})

describe('the value of a tax id', () => {
  it.for([
    ['eu_vat', 'DE12345'],
    ['eu_vat', 'US123456789'],
    ['gb_vat', '123456789'],
    ['us_ein', '12-34'],
    ['au_abn', 'ABN'],
  ] as const)('of %s is not %s', async ([type, value], { stripe }) => {
    const { id: customer } = await stripe.customers.create({})
    const invalid = { statusCode: 400, code: 'tax_id_invalid', message: `Invalid value for ${type}.` }
    expect(await refusal(stripe.customers.createTaxId(customer, { type, value }))).toMatchObject({
      ...invalid,
      param: 'value',
    })
    expect(await refusal(stripe.customers.create({ tax_id_data: [{ type, value }] }))).toMatchObject({
      ...invalid,
      param: 'tax_id_data[0][value]',
    })
    expect((await stripe.customers.list()).data).toHaveLength(1)
  })

  it('may have spaces and dashes, and small letters', async ({ stripe }) => {
    for (const value of ['de 123 456 789', 'ATU12345678', 'NL123456789B12', 'ESX1234567X'])
      expect((await stripe.taxIds.create({ type: 'eu_vat', value })).value).toBe(value)
    expect((await stripe.taxIds.create({ type: 'us_ein', value: '12-3456789' })).type).toBe('us_ein')
  })
})

describe('the verification of a tax id', () => {
  it.for([
    ['eu_vat', 'DE000000000', 'verified'],
    ['gb_vat', 'GB111111111', 'unverified'],
    ['au_abn', '222222222', 'pending'],
    ['eu_vat', 'DE123456789', 'unavailable'],
  ] as const)('of %s %s is at last %s', async ([type, value, status], { payments, stripe }) => {
    const { id: customer } = await stripe.customers.create({})
    const taxId = await stripe.customers.createTaxId(customer, { type, value })
    expect(taxId.verification?.status).toBe('pending')
    payments.clock.advance('1m')
    expect((await stripe.customers.retrieveTaxId(customer, taxId.id)).verification?.status).toBe(status)
    const events = (await stripe.events.list({ type: 'customer.tax_id.updated' })).data
    expect(events.map(({ data }) => data.previous_attributes)).toEqual(
      status === 'pending' ? [] : [{ verification: { status: 'pending' } }],
    )
  })
})
