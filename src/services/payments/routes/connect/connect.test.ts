import { describe, expect } from 'vitest'
import type Stripe from 'stripe'
import { paymentsTest } from '../../tests/payments.fixture.ts'

const it = paymentsTest({ seed: { payments: { account: { onboarding: 'required' } } } })

const PERSON = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.com',
  dob: { day: 10, month: 12, year: 1985 },
}

async function linkOf(stripe: Stripe, account: string): Promise<string> {
  const { url } = await stripe.accountLinks.create({
    account,
    type: 'account_onboarding',
    return_url: 'https://shop.test/done',
    refresh_url: 'https://shop.test/again',
  })
  return url
}

const submit = (url: string, outcome: string): Promise<Response> =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' })

describe('the onboarding of a connected account', () => {
  it('ends with the form of an account link', async ({ stripe }) => {
    const { id, ...account } = await stripe.accounts.create({ type: 'express' })
    expect(account).toMatchObject({
      charges_enabled: false,
      payouts_enabled: false,
      details_submitted: false,
      capabilities: { transfers: 'inactive' },
      requirements: { disabled_reason: 'requirements.past_due' },
    })
    expect(account.requirements?.currently_due).toContain('external_account')
    const url = await linkOf(stripe, id)
    expect(await (await fetch(url)).text()).toContain('external_account')
    await submit(url, 'later')
    expect((await stripe.accounts.retrieve(id)).charges_enabled).toBe(false)
    await expect(stripe.accounts.createLoginLink(id)).rejects.toMatchObject({ statusCode: 400 })
    const answer = await submit(url, 'submit')
    expect(answer.headers.get('location')).toBe('https://shop.test/done')
    expect(await stripe.accounts.retrieve(id)).toMatchObject({
      charges_enabled: true,
      payouts_enabled: true,
      details_submitted: true,
      capabilities: { transfers: 'active' },
      requirements: { currently_due: [], disabled_reason: null },
    })
    const { url: dashboard } = await stripe.accounts.createLoginLink(id)
    expect(await (await fetch(dashboard)).text()).toContain('Available')
    const { data } = await stripe.events.list({ type: 'capability.updated' }, { stripeAccount: id })
    expect(data.map(({ data: { object } }) => object)).toMatchObject([{ status: 'active' }, { status: 'active' }])
  })

  it('leads back to the platform when the link has expired', async ({ stripe, payments }) => {
    const { id } = await stripe.accounts.create({ type: 'express' })
    const url = await linkOf(stripe, id)
    payments.clock.advance('5 minutes')
    const answer = await fetch(url, { redirect: 'manual' })
    expect(answer.headers.get('location')).toBe('https://shop.test/again')
  })

  it('ends with what the platform tells', async ({ stripe }) => {
    const { id } = await stripe.accounts.create({ type: 'custom', business_type: 'company' })
    await stripe.accounts.createPerson(id, { ...PERSON, relationship: { representative: true } })
    await stripe.accounts.createExternalAccount(id, { external_account: 'btok_us_verified' })
    const before = await stripe.accounts.retrieve(id)
    expect(before.requirements?.currently_due).toEqual([
      'business_profile.mcc',
      'business_profile.url',
      'tos_acceptance.date',
      'tos_acceptance.ip',
    ])
    const after = await stripe.accounts.update(id, {
      business_profile: { mcc: '5734', url: 'https://shop.test' },
      tos_acceptance: { date: 1_700_000_000, ip: '203.0.113.7' },
    })
    expect(after).toMatchObject({ charges_enabled: true, requirements: { currently_due: [] } })
  })
})

describe('the requirements of an individual', () => {
  const INDIVIDUAL = { ...PERSON, address: { line1: '1 Main Street', city: 'Springfield', postal_code: '62701' } }
  const TOLD = {
    type: 'custom',
    business_type: 'individual',
    business_profile: { mcc: '5734', url: 'https://shop.test' },
    tos_acceptance: { date: 1_700_000_000, ip: '203.0.113.7' },
  } as const

  it.for([
    ['US', ['individual.address.state', 'individual.phone', 'individual.ssn_last_4']],
    ['AU', ['individual.address.state', 'individual.phone']],
    ['CA', ['individual.address.state']],
    ['GB', ['individual.phone']],
    ['DE', []],
  ] as const)('are those of the country: %s', async ([country, rest], { stripe }) => {
    const account = await stripe.accounts.create({ ...TOLD, country, individual: INDIVIDUAL })
    expect(account.requirements?.currently_due).toEqual(['external_account', ...rest])
  })

  it('are met by a description of the product in place of its category', async ({ stripe }) => {
    const business_profile = { product_description: 'Engines', url: 'https://shop.test' }
    const account = await stripe.accounts.create({ ...TOLD, business_profile, country: 'DE', individual: INDIVIDUAL })
    expect(account.requirements?.currently_due).toEqual(['external_account'])
  })

  it('are met by the whole number in place of its end', async ({ stripe }) => {
    const individual = { ...INDIVIDUAL, phone: '+12175550123', id_number: '000000000' }
    const { id } = await stripe.accounts.create({ ...TOLD, country: 'US', individual })
    const { requirements } = await stripe.accounts.update(id, { individual: { address: { state: 'IL' } } })
    expect(requirements?.currently_due).toEqual(['external_account'])
  })

  it('keep the account from payouts alone where only its bank is missing', async ({ stripe }) => {
    const { id, ...account } = await stripe.accounts.create({ ...TOLD, country: 'DE', individual: INDIVIDUAL })
    expect(account).toMatchObject({
      capabilities: { card_payments: 'active', transfers: 'active' },
      charges_enabled: true,
      details_submitted: false,
      payouts_enabled: false,
      requirements: { disabled_reason: 'requirements.past_due', past_due: ['external_account'] },
    })
    await stripe.accounts.createExternalAccount(id, { external_account: 'btok_us_verified' })
    expect(await stripe.accounts.retrieve(id)).toMatchObject({ details_submitted: true, payouts_enabled: true })
  })

  it('keep the capabilities inactive that were asked for', async ({ stripe }) => {
    const { id } = await stripe.accounts.create({ ...TOLD, country: 'GB', individual: INDIVIDUAL })
    expect(await stripe.accounts.retrieveCapability(id, 'card_payments')).toMatchObject({
      requested: true,
      requirements: { disabled_reason: 'requirements.fields_needed' },
      status: 'inactive',
    })
  })
})

describe('external accounts', () => {
  it('get the payouts of their account, and one of a currency is the default', async ({ stripe, payments }) => {
    const { id } = await stripe.accounts.create({ type: 'custom', country: 'US' })
    const options = { stripeAccount: id }
    const first = await stripe.accounts.createExternalAccount(id, { external_account: 'btok_us_verified' })
    const other = await stripe.accounts.createExternalAccount(id, { external_account: 'btok_us' })
    expect([first.default_for_currency, other.default_for_currency]).toEqual([true, false])
    await expect(stripe.accounts.deleteExternalAccount(id, first.id)).rejects.toMatchObject({ statusCode: 400 })
    await stripe.accounts.updateExternalAccount(id, other.id, { default_for_currency: true })
    expect(await stripe.accounts.retrieveExternalAccount(id, first.id)).toMatchObject({ default_for_currency: false })
    await stripe.topups.create({ amount: 5000, currency: 'usd' })
    payments.clock.advance('1 day')
    await stripe.transfers.create({ amount: 1000, currency: 'usd', destination: id })
    payments.clock.advance('3 days')
    const payout = await stripe.payouts.create({ amount: 400, currency: 'usd' }, options)
    expect(payout.destination).toBe(other.id)
    const named = await stripe.payouts.create({ amount: 100, currency: 'usd', destination: first.id }, options)
    expect(named.destination).toBe(first.id)
  })

  it.for([
    ['000111111116', { status: 'failed', failure_code: 'no_account' }, 1000],
    ['000123456789', { status: 'paid', failure_code: null }, 600],
    ['constructor', { status: 'paid', failure_code: null }, 600],
  ] as const)(
    '%s may refuse a payout, whose money is back then',
    async ([number, ended, left], { stripe, payments }) => {
      const { id } = await stripe.accounts.create({ type: 'custom', country: 'US' })
      const options = { stripeAccount: id }
      await stripe.accounts.createExternalAccount(id, {
        external_account: {
          object: 'bank_account',
          country: 'US',
          currency: 'usd',
          account_number: number,
          routing_number: '110000000',
        },
      })
      await stripe.topups.create({ amount: 5000, currency: 'usd' })
      payments.clock.advance('1 day')
      await stripe.transfers.create({ amount: 1000, currency: 'usd', destination: id })
      payments.clock.advance('3 days')
      const payout = await stripe.payouts.create({ amount: 400, currency: 'usd' }, options)
      payments.clock.advance('2 days')
      expect(await stripe.payouts.retrieve(payout.id, {}, options)).toMatchObject(ended)
      expect((await stripe.balance.retrieve({}, options)).available[0]?.amount).toBe(left)
    },
  )
})

describe('persons', () => {
  it('belong to one account, and are listed by their relationship', async ({ stripe }) => {
    const { id } = await stripe.accounts.create({ type: 'custom' })
    const { id: other } = await stripe.accounts.create({ type: 'custom' })
    const owner = await stripe.accounts.createPerson(id, { ...PERSON, relationship: { owner: true } })
    await stripe.accounts.createPerson(id, { relationship: { director: true } })
    const { data } = await stripe.accounts.listPersons(id, { relationship: { owner: true } })
    expect(data.map((each) => each.id)).toEqual([owner.id])
    await expect(stripe.accounts.retrievePerson(other, owner.id)).rejects.toMatchObject({ statusCode: 404 })
    const changed = await stripe.accounts.updatePerson(id, owner.id, { relationship: { title: 'CEO' } })
    expect(changed.relationship).toMatchObject({ owner: true, title: 'CEO' })
  })
})
