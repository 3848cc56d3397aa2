import { describe, expect } from 'vitest'
import type Stripe from 'stripe'
import { refusal, paymentsTest } from '#payments/tests/payments.fixture.ts'

const it = paymentsTest()

describe('the tax of a customer', () => {
  const located = { country: 'DE', postal_code: '10115' }

  it('is included when it is expanded, with the location', async ({ stripe }) => {
    const { id } = await stripe.customers.create({ tax: { ip_address: '203.0.113.9' } })
    const taxOf = async () => (await stripe.customers.retrieve(id, { expand: ['tax'] })) as Stripe.Customer
    const unknown = {
      automatic_tax: 'unrecognized_location',
      ip_address: '203.0.113.9',
      location: null,
      provider: 'stripe',
    }
    expect((await taxOf()).tax).toEqual(unknown)
    await stripe.customers.update(id, { address: located, tax: { ip_address: '' } })
    const location = { country: 'DE', source: 'billing_address', state: null }
    expect((await taxOf()).tax).toMatchObject({ automatic_tax: 'not_collecting', ip_address: null, location })
    await stripe.tax.registrations.create({
      country: 'DE',
      country_options: { de: { type: 'standard' } },
      active_from: 'now',
    })
    expect((await taxOf()).tax).toMatchObject({ automatic_tax: 'supported' })
    await stripe.customers.update(id, { shipping: { name: 'Ada', address: { country: 'FR' } } })
    expect((await taxOf()).tax).toMatchObject({ location: { country: 'FR', source: 'shipping_destination' } })
    expect(await stripe.customers.retrieve(id)).not.toHaveProperty('tax')
  })

  it('needs a location at once where the client asks for it', async ({ stripe }) => {
    const tax = { validate_location: 'immediately' as const }
    const refused = { statusCode: 400, code: 'customer_tax_location_invalid' }
    expect(await refusal(stripe.customers.create({ tax }))).toMatchObject(refused)
    expect(await refusal(stripe.customers.create({ address: { country: 'US' }, tax }))).toMatchObject(refused)
    const { id } = await stripe.customers.create({ address: located, tax })
    expect(await refusal(stripe.customers.update(id, { address: '', tax }))).toMatchObject(refused)
    expect((await stripe.customers.update(id, { name: 'Ada', tax })).name).toBe('Ada')
  })
})

describe('customers', () => {
  it('are created with one test payment method that the request names twice', async ({ stripe }) => {
    const customer = await stripe.customers.create({
      payment_method: 'pm_card_visa',
      invoice_settings: { default_payment_method: 'pm_card_visa' },
    })
    const { data: methods } = await stripe.customers.listPaymentMethods(customer.id)
    expect(methods.map(({ id }) => id)).toEqual([customer.invoice_settings.default_payment_method])
    const price = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 1500,
      recurring: { interval: 'month' },
      product_data: { name: 'Gold' },
    })
    const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
    expect(subscription.status).toBe('active')
  })

  it.for(['hasOwnProperty', 'pm_constructor'])(
    'are refused with the payment method %s, which is a member of every object in JavaScript',
    async (id, { stripe }) => {
      const answer = await refusal(stripe.customers.create({ payment_method: id }))
      expect(answer).toMatchObject({ statusCode: 400, code: 'resource_missing', param: 'payment_method' })
    },
  )

  it('are created with nested parameters, read, changed and deleted', async ({ stripe }) => {
    const customer = await stripe.customers.create({
      name: 'Ada',
      email: 'ada@example.com',
      address: { line1: '1 Main Street', country: 'GB' },
      metadata: { order: '1', other: '2' },
      tax_id_data: [{ type: 'eu_vat', value: 'DE123456789' }],
      expand: ['tax_ids'],
    })
    expect(customer).toMatchObject({
      id: expect.stringMatching(/^cus_\w{14}$/) as string,
      object: 'customer',
      livemode: false,
      address: { line1: '1 Main Street', city: null },
      tax_ids: { object: 'list', data: [{ type: 'eu_vat', country: 'DE' }] },
    })
    const changed = await stripe.customers.update(customer.id, { metadata: { order: '', more: '3' }, phone: '+44 1' })
    expect(changed.metadata).toEqual({ other: '2', more: '3' })
    expect(await stripe.customers.del(customer.id)).toEqual({ id: customer.id, object: 'customer', deleted: true })
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true })
    const types = (await stripe.events.list()).data.map(({ type }) => type)
    expect(types).toEqual(['customer.deleted', 'customer.updated', 'customer.tax_id.created', 'customer.created'])
    const updated = (await stripe.events.list({ type: 'customer.updated' })).data[0]
    expect(updated?.data.previous_attributes).toEqual({ metadata: { order: '1', more: null }, phone: null })
  })

  it('are listed newest first, page by page, and searched', async ({ stripe }) => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      // The order of creation is the subject.
      await stripe.customers.create({ name, metadata: { letter: name } })
    }
    const names = []
    for await (const { name } of stripe.customers.list({ limit: 2 })) names.push(name)
    expect(names).toEqual(['e', 'd', 'c', 'b', 'a'])
    const found = await stripe.customers.search({ query: 'metadata["letter"]:"b" OR name~"D"' })
    expect(found.data.map(({ name }) => name)).toEqual(['d', 'b'])
  })

  it('refuse wrong parameters in the vendor’s words', async ({ stripe }) => {
    const unknown = await refusal(stripe.customers.create({ nmae: 'x' } as never))
    expect(unknown).toMatchObject({
      statusCode: 400,
      code: 'parameter_unknown',
      param: 'nmae',
      message: 'Received unknown parameter: nmae. Did you mean name?',
      doc_url: 'https://stripe.com/docs/error-codes/parameter-unknown',
    })
    expect(await refusal(stripe.customers.retrieve('cus_none'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'id',
      message: "No such customer: 'cus_none'",
    })
  })
})
