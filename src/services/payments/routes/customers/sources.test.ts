import { describe, expect } from 'vitest'
import type Stripe from 'stripe'
import { idOf } from '#payments/tests/checkout.fixture.ts'
import { paymentsTest, refusal } from '#payments/tests/payments.fixture.ts'

const it = paymentsTest()

const idsOf = ({ data }: Stripe.ApiList<{ readonly id: string }>): string[] => data.map(({ id }) => id)

describe('the sources of a customer', () => {
  it('are added by tokens, and the first is the default', async ({ stripe }) => {
    const customer = await stripe.customers.create({ source: 'tok_visa', name: 'Ada' })
    const second = await stripe.customers.createSource(customer.id, { source: 'tok_mastercard', metadata: { a: '1' } })
    expect(second).toMatchObject({ object: 'card', brand: 'MasterCard', customer: customer.id, metadata: { a: '1' } })
    const sources = await stripe.customers.listSources(customer.id, { object: 'card' })
    expect(idsOf(sources)).toEqual([second.id, customer.default_source])
    const expanded = await stripe.customers.retrieve(customer.id, { expand: ['default_source', 'sources'] })
    expect(expanded).toMatchObject({
      default_source: { object: 'card', last4: '4242', brand: 'Visa' },
      sources: { data: [{ id: second.id }, { last4: '4242' }] },
    })
    const changed = await stripe.customers.update(customer.id, { default_source: second.id })
    expect(changed.default_source).toBe(second.id)
    const types = (await stripe.events.list({ type: 'customer.source.created' })).data
    expect(types.map(({ data }) => (data.object as Stripe.Card).last4)).toEqual(['4444', '4242'])
  })

  it('are changed and deleted, and the next is the default then', async ({ stripe }) => {
    const { id, default_source: first } = await stripe.customers.create({ source: 'tok_visa' })
    const second = await stripe.customers.createSource(id, { source: 'tok_amex' })
    const changed = await stripe.customers.updateSource(id, second.id, {
      name: 'Ada',
      exp_year: '2031',
      address_zip: '1',
    })
    expect(changed).toMatchObject({ name: 'Ada', exp_year: 2031, address_zip: '1' })
    expect(await stripe.customers.retrieveSource(id, second.id)).toEqual(changed)
    expect(await stripe.customers.deleteSource(id, idOf(first))).toMatchObject({ id: first, deleted: true })
    expect(await stripe.customers.retrieve(id)).toMatchObject({ default_source: second.id })
    expect(await refusal(stripe.customers.retrieveSource(id, idOf(first)))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    })
  })

  it('are replaced by the source of an update', async ({ stripe }) => {
    const { id } = await stripe.customers.create({ source: 'tok_visa' })
    const token = await stripe.tokens.create({
      card: { number: '5555555555554444', exp_month: '12', exp_year: '2030', cvc: '123', name: 'Ada' },
    })
    const { default_source: source } = await stripe.customers.update(id, { source: token.id })
    expect(source).toBe(token.card?.id)
    expect(idsOf(await stripe.customers.listSources(id))).toEqual([source])
    const again = await refusal(stripe.customers.createSource(id, { source: token.id }))
    expect(again.code).toBe('token_already_used')
    const declined = await refusal(stripe.customers.createSource(id, { source: 'tok_chargeDeclined' }))
    expect(declined).toMatchObject({ statusCode: 402, code: 'card_declined' })
  })

  it('or a source itself is needed for a charge', async ({ stripe }) => {
    expect(await refusal(stripe.charges.create({ amount: 500, currency: 'usd' }))).toMatchObject({
      statusCode: 400,
      code: 'parameter_missing',
      message: 'Must provide source or customer.',
    })
  })

  it('hold money for a charge until a refund releases it', async ({ stripe }) => {
    const hold = { amount: 500, currency: 'usd', source: 'tok_visa', capture: false }
    const { id } = await stripe.charges.create(hold)
    expect((await refusal(stripe.refunds.create({ charge: id, amount: 100 }))).param).toBe('amount')
    const released = await stripe.refunds.create({ charge: id })
    expect(released).toMatchObject({ amount: 500, status: 'succeeded', balance_transaction: null })
    const after = await stripe.charges.retrieve(id)
    expect(after).toMatchObject({ captured: false, refunded: true, amount_refunded: 500, amount_captured: 0 })
    expect((await refusal(stripe.charges.capture(id))).code).toBe('charge_expired_for_capture')
    expect((await refusal(stripe.refunds.create({ charge: id }))).code).toBe('charge_already_refunded')
    expect((await stripe.balanceTransactions.list()).data).toEqual([])
    const intent = await stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      confirm: true,
      capture_method: 'manual',
      payment_method: 'pm_card_visa',
      return_url: 'https://shop.test',
    })
    const uncaptured = await refusal(stripe.refunds.create({ payment_intent: intent.id }))
    expect(uncaptured.message).toBe(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`)
    expect((await refusal(stripe.refunds.create({ charge: idOf(intent.latest_charge) }))).message).toContain(
      `This uncaptured Charge was created by a PaymentIntent (${intent.id}). You must cancel the PaymentIntent`,
    )
  })

  it('are payment methods too', async ({ stripe }) => {
    const { id, default_source: source } = await stripe.customers.create({ source: 'tok_visa' })
    expect(idsOf(await stripe.paymentMethods.list({ customer: id, type: 'card' }))).toEqual([source])
    const paid = await stripe.paymentIntents.create({
      amount: 2000,
      currency: 'usd',
      customer: id,
      payment_method: idOf(source),
      confirm: true,
      off_session: true,
    })
    expect(paid.status).toBe('succeeded')
  })

  it('pay charges: the default one, or one that the request names', async ({ stripe }) => {
    const { id: customer, default_source: first } = await stripe.customers.create({ source: 'tok_visa' })
    const second = await stripe.customers.createSource(customer, { source: 'tok_amex' })
    const charge = await stripe.charges.create({ amount: 900, currency: 'usd', customer })
    expect(charge).toMatchObject({ paid: true, customer, source: { id: first, customer } })
    const named = await stripe.charges.create({ amount: 900, currency: 'usd', customer, source: second.id })
    expect(named.source).toMatchObject({ id: second.id, brand: 'American Express' })
    const another = await stripe.customers.create({})
    expect(await refusal(stripe.charges.create({ amount: 900, currency: 'usd', customer: another.id }))).toMatchObject({
      statusCode: 402,
      code: 'missing',
    })
    const stolen = stripe.charges.create({ amount: 900, currency: 'usd', customer: another.id, source: second.id })
    expect((await refusal(stolen)).code).toBe('resource_missing')
    const failing = await stripe.customers.createSource(another.id, { source: 'tok_chargeCustomerFail' })
    const failed = await refusal(stripe.charges.create({ amount: 900, currency: 'usd', customer: another.id }))
    expect(failed).toMatchObject({ statusCode: 402, code: 'card_declined' })
    expect((await stripe.charges.list({ customer: another.id })).data).toMatchObject([
      { status: 'failed', source: { id: failing.id } },
    ])
  })

  it('are bank accounts, which are verified before they are charged', async ({ payments, stripe }) => {
    const { id: customer } = await stripe.customers.create({})
    const account = await stripe.customers.createSource(customer, {
      source: {
        object: 'bank_account',
        country: 'US',
        currency: 'usd',
        account_number: '000123456789',
        routing_number: '110000000',
        account_holder_name: 'Ada',
        account_holder_type: 'individual',
      } as never, // the types only name a token
    })
    expect(account).toMatchObject({ object: 'bank_account', status: 'new', last4: '6789', account_holder_name: 'Ada' })
    const early = await refusal(stripe.charges.create({ amount: 900, currency: 'usd', customer }))
    expect(early).toMatchObject({
      statusCode: 400,
      message: "The customer's bank account must be verified in order to create an ACH payment.",
    })
    const wrong = await refusal(stripe.customers.verifySource(customer, account.id, { amounts: [1, 2] }))
    expect(wrong.code).toBe('bank_account_verification_failed')
    expect(await stripe.customers.verifySource(customer, account.id, { amounts: [32, 45] })).toMatchObject({
      status: 'verified',
    })
    const { id } = await stripe.charges.create({ amount: 900, currency: 'usd', customer })
    expect((await stripe.charges.retrieve(id)).status).toBe('pending')
    payments.clock.advance('5d')
    expect(await stripe.charges.retrieve(id)).toMatchObject({ status: 'succeeded', amount_captured: 900 })
  })

  it('pay subscriptions and invoices', async ({ payments, stripe }) => {
    const { id: customer, default_source: first } = await stripe.customers.create({ source: 'tok_visa' })
    const second = await stripe.customers.createSource(customer, { source: 'tok_mastercard' })
    const price = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 1500,
      recurring: { interval: 'month' },
      product_data: { name: 'Gold' },
    })
    const begun = await stripe.subscriptions.create({ customer, items: [{ price: price.id }] })
    expect(begun).toMatchObject({ status: 'active', default_source: null })
    const named = await stripe.subscriptions.update(begun.id, { default_source: second.id, expand: ['default_source'] })
    expect(named.default_source).toMatchObject({ id: second.id, object: 'card' })
    payments.clock.advance('1 month')
    payments.clock.advance('2h')
    const charges = await stripe.charges.list({ customer })
    expect(charges.data.map(({ payment_method: method }) => method)).toEqual([second.id, first])
    const foreign = await stripe.customers.create({ source: 'tok_visa' })
    const refused = stripe.subscriptions.update(begun.id, { default_source: idOf(foreign.default_source) })
    expect(await refusal(refused)).toMatchObject({ param: 'default_source', code: 'resource_missing' })
  })
})

describe('the former names of a source', () => {
  /** Sends parameters that the types of the SDK no longer have. */
  const send = async (stripe: Stripe, path: string, params: object): Promise<Record<string, unknown>> => {
    const answer: unknown = await stripe.rawRequest('POST', path, { ...params })
    return answer as Record<string, unknown> // an object of the API
  }

  const CARD = { number: '4242424242424242', exp_month: 12, exp_year: 2030, name: 'Ada' }
  const BANK = { country: 'US', currency: 'usd', account_number: '000123456789', routing_number: '110000000' }

  it('add a card and a bank account, and choose the default', async ({ stripe }) => {
    const { id } = await stripe.customers.create({})
    const card = await send(stripe, `/v1/customers/${id}/sources`, { card: CARD })
    expect(card).toMatchObject({ object: 'card', last4: '4242', name: 'Ada', customer: id })
    const bank = await send(stripe, `/v1/customers/${id}/sources`, { bank_account: BANK })
    expect(bank).toMatchObject({ object: 'bank_account', last4: '6789', customer: id })
    expect(await send(stripe, `/v1/customers/${id}`, { default_bank_account: bank['id'] })).toMatchObject({
      default_source: bank['id'],
    })
    const replaced = await send(stripe, `/v1/customers/${id}`, { card: { ...CARD, number: '5555555555554444' } })
    expect(replaced['default_source']).not.toBe(bank['id'])
  })

  it('charge a card that the request describes, for a platform with its fee', async ({ stripe }) => {
    const { id: stripeAccount } = await stripe.accounts.create({ type: 'standard' })
    const charge = { amount: 900, currency: 'usd', card: CARD, application_fee: 90 }
    const options = { stripeAccount }
    const answer: unknown = await stripe.rawRequest('POST', '/v1/charges', charge, options)
    const made = answer as Stripe.Charge // a charge of the API
    expect(made).toMatchObject({ paid: true, application_fee_amount: 90, source: { last4: '4242' } })
    expect((await stripe.applicationFees.list({ charge: made.id })).data).toMatchObject([{ amount: 90 }])
  })

  it('add the bank account of a connected account', async ({ stripe }) => {
    const { id } = await stripe.accounts.create({ type: 'custom' })
    const added = await send(stripe, `/v1/accounts/${id}/external_accounts`, { bank_account: BANK })
    expect(added).toMatchObject({ object: 'bank_account', last4: '6789', account: id })
  })
})

describe('the paths that older SDKs call', () => {
  it('lead to the cards and the subscriptions of a customer, and to no other customer’s', async ({ stripe }) => {
    const [mine, other] = [await stripe.customers.create({ source: 'tok_visa' }), await stripe.customers.create({})]
    const price = { currency: 'usd', unit_amount: 900, recurring: { interval: 'month' as const } }
    const { id } = await stripe.prices.create({ ...price, product_data: { name: 'Gold' } })
    const send = async (method: 'GET' | 'POST' | 'DELETE', path: string, params?: object): Promise<unknown> =>
      stripe.rawRequest(method, path, params === undefined ? undefined : { ...params })
    const all = `/v1/customers/${mine.id}/subscriptions`
    const begun = (await send('POST', all, { items: [{ price: id }] })) as Stripe.Subscription
    expect(begun).toMatchObject({ object: 'subscription', customer: mine.id, status: 'active' })
    expect(await send('GET', all)).toMatchObject({ data: [{ id: begun.id }], url: all })
    const foreign = send('GET', `/v1/customers/${other.id}/subscriptions/${begun.id}`)
    expect((await refusal(foreign)).statusCode).toBe(404)
    expect(await send('DELETE', `${all}/${begun.id}`)).toMatchObject({ status: 'canceled' })
    expect(await send('GET', `/v1/customers/${mine.id}/cards`)).toMatchObject({ data: [{ object: 'card' }] })
  })

  it('refund a charge, and answer with it', async ({ stripe }) => {
    const charge = await stripe.charges.create({ amount: 900, currency: 'usd', source: 'tok_visa' })
    const part = await stripe.rawRequest('POST', `/v1/charges/${charge.id}/refunds`, { amount: 400 })
    expect(part).toMatchObject({ object: 'refund', charge: charge.id, amount: 400 })
    const whole = await stripe.rawRequest('POST', `/v1/charges/${charge.id}/refund`)
    expect(whole).toMatchObject({ object: 'charge', refunded: true, amount_refunded: 900 })
  })
})

describe('tokens', () => {
  it('stand for something', async ({ stripe }) => {
    const error = await refusal(stripe.tokens.create({}))
    expect(error).toMatchObject({ statusCode: 400, code: 'parameter_missing' })
    expect(error.message).toContain('You must supply either a card, customer, PII data, bank account')
  })

  it('stand for personal details and security codes without telling them', async ({ stripe }) => {
    for (const [input, type, prefix] of [
      [{ pii: { id_number: '000000000' } }, 'pii', 'pii_'],
      [{ person: { first_name: 'Ada' } }, 'person', 'cpt_'],
      [{ account: { business_type: 'individual' } }, 'account', 'ct_'],
      [{ cvc_update: { cvc: '123' } }, 'cvc_update', 'cvctok_'],
    ] as const) {
      // One after the other, as the ids are counted.
      const token = await stripe.tokens.create(input)
      expect(token).toMatchObject({ type, used: false })
      expect(token.id.startsWith(prefix)).toBe(true)
      expect(await stripe.tokens.retrieve(token.id)).toEqual(token)
    }
  })
})
