import { describe, expect } from 'vitest'
import { paymentsTest, refusal } from '../../../tests/payments.fixture.ts'

const it = paymentsTest()

const MERCHANT = { capabilities: { card_payments: { requested: true } }, mcc: '5734' }
const RECIPIENT = { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } }
const PERSON = { given_name: 'Ada', surname: 'Lovelace', date_of_birth: { day: 10, month: 12, year: 1985 } }

describe('an account of the second version of the API', () => {
  it('takes payments and transfers, and is an account of the first version too', async ({ stripe }) => {
    const { id, ...account } = await stripe.v2.core.accounts.create({
      contact_email: 'ada@example.com',
      display_name: 'Ada’s Shop',
      dashboard: 'express',
      configuration: { merchant: MERCHANT, recipient: RECIPIENT },
      defaults: {
        currency: 'usd',
        profile: { business_url: 'https://ada.test' },
        responsibilities: { fees_collector: 'application', losses_collector: 'application' },
      },
      identity: {
        country: 'us',
        entity_type: 'individual',
        individual: { ...PERSON, id_numbers: [{ type: 'us_ssn_last_4', value: '1234' }] },
      },
      include: ['configuration.merchant', 'configuration.recipient', 'defaults', 'identity', 'requirements'],
      metadata: { shop: '7' },
    })
    expect(account).toMatchObject({
      object: 'v2.core.account',
      applied_configurations: ['merchant', 'recipient'],
      configuration: {
        merchant: { applied: true, mcc: '5734', capabilities: { card_payments: { status: 'active' } } },
        recipient: { capabilities: { stripe_balance: { stripe_transfers: { status: 'active' } } } },
      },
      contact_email: 'ada@example.com',
      dashboard: 'express',
      defaults: {
        profile: { business_url: 'https://ada.test' },
        responsibilities: { fees_collector: 'application', requirements_collector: 'stripe' },
      },
      identity: { country: 'us', entity_type: 'individual', individual: { ...PERSON, account: id } },
      requirements: { entries: [] },
    })
    expect(account.identity?.individual?.id_numbers).toEqual([{ type: 'us_ssn_last_4' }])
    expect(await stripe.accounts.retrieve(id)).toMatchObject({
      business_profile: { mcc: '5734', url: 'https://ada.test' },
      business_type: 'individual',
      capabilities: { card_payments: 'active', transfers: 'active' },
      charges_enabled: true,
      controller: { fees: { payer: 'application' }, stripe_dashboard: { type: 'express' } },
      email: 'ada@example.com',
    })
    const paid = await stripe.paymentIntents.create(
      {
        amount: 1000,
        currency: 'usd',
        confirm: true,
        payment_method: 'pm_card_visa',
        allowed_payment_method_types: ['card'],
      },
      { stripeAccount: id },
    )
    expect(paid.status).toBe('succeeded')
  })

  it('shows its configurations, identity and requirements where a request includes them', async ({ stripe }) => {
    const { id } = await stripe.v2.core.accounts.create({ configuration: { merchant: MERCHANT } })
    const plain = await stripe.v2.core.accounts.retrieve(id)
    expect(Object.keys(plain)).not.toContain('configuration')
    expect(Object.keys(plain)).not.toContain('identity')
    const { configuration } = await stripe.v2.core.accounts.retrieve(id, { include: ['configuration.merchant'] })
    expect(configuration?.merchant?.capabilities?.card_payments).toEqual({ status: 'active', status_details: [] })
  })

  it('is changed member by member', async ({ stripe }) => {
    const { id } = await stripe.v2.core.accounts.create({
      configuration: { merchant: { ...MERCHANT, support: { phone: '+15555550123' } } },
      identity: { individual: PERSON },
    })
    const changed = await stripe.v2.core.accounts.update(id, {
      configuration: {
        customer: { shipping: { name: 'Ada' } },
        merchant: { capabilities: { ideal_payments: { requested: true } }, support: { email: 'help@ada.test' } },
      },
      identity: { individual: { surname: 'King' } },
      include: ['configuration.customer', 'configuration.merchant', 'identity'],
    })
    expect(changed).toMatchObject({
      applied_configurations: ['customer', 'merchant'],
      configuration: {
        customer: { shipping: { name: 'Ada' } },
        merchant: {
          mcc: '5734',
          support: { email: 'help@ada.test', phone: '+15555550123' },
          capabilities: { card_payments: { status: 'active' }, ideal_payments: { status: 'active' } },
        },
      },
      identity: { individual: { given_name: 'Ada', surname: 'King' } },
    })
  })

  it('is listed with those of the first version, until it is closed', async ({ stripe }) => {
    const former = await stripe.accounts.create({ type: 'express' })
    const { id } = await stripe.v2.core.accounts.create({ configuration: { merchant: MERCHANT, recipient: RECIPIENT } })
    const customer = await stripe.v2.core.accounts.create({ configuration: { customer: {} } })
    const ids = async (params: Parameters<typeof stripe.v2.core.accounts.list>[0] = {}): Promise<string[]> =>
      (await stripe.v2.core.accounts.list(params)).data.map((each) => each.id)
    expect(await ids()).toEqual([customer.id, id, former.id])
    expect(await ids({ applied_configurations: ['merchant'] })).toEqual([id, former.id])
    const open = await stripe.v2.core.accounts.close(id, { applied_configurations: ['recipient'] })
    expect(open).toMatchObject({ closed: false, applied_configurations: ['merchant'] })
    expect(await stripe.v2.core.accounts.close(id)).toMatchObject({ closed: true, applied_configurations: [] })
    expect(await ids({ closed: true })).toEqual([id])
    expect((await stripe.accounts.retrieve(id)).charges_enabled).toBe(false)
    expect(await refusal(stripe.v2.core.accounts.retrieve('acct_none'))).toMatchObject({ statusCode: 404 })
  })
})
