import { describe, expect } from 'vitest'
import { paymentsTest } from '../../tests/payments.fixture.ts'

const it = paymentsTest()

const CUSTOM = { type: 'custom', country: 'US', business_type: 'individual' } as const

const ADDRESS = { line1: '1 Main Street', city: 'Springfield', state: 'IL', postal_code: '62701', country: 'US' }

const post = (url: string, path: string, body: Record<string, string>) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_backlot' },
    body: new URLSearchParams(body),
  }).then((response) => response.json())

describe('a new account', () => {
  it('has the capabilities that it asks for, and no others', async ({ stripe }) => {
    const { capabilities } = await stripe.accounts.create({
      ...CUSTOM,
      capabilities: { transfers: { requested: true } },
    })
    expect(capabilities).toEqual({ transfers: 'active' })
  })

  it('asks for capabilities by their former parameter too', async ({ payments }) => {
    const asked = {
      type: 'custom',
      'requested_capabilities[0]': 'card_payments',
      'requested_capabilities[1]': 'transfers',
    }
    expect(await post(payments.url, '/v1/accounts', asked)).toMatchObject({
      capabilities: { card_payments: 'active', transfers: 'active' },
    })
  })

  it('has the card payments and transfers that its type has where it asks for none', async ({ stripe }) => {
    const { capabilities } = await stripe.accounts.create({ type: 'express' })
    expect(capabilities).toEqual({ card_payments: 'active', transfers: 'active' })
  })

  it('is known on statements and in the dashboard by the name of its business, or by its site', async ({ stripe }) => {
    const named = await stripe.accounts.create({
      ...CUSTOM,
      business_profile: { name: 'Ada’s Engines & Co of London', url: 'https://engines.shop.test/' },
    })
    expect(named.settings).toMatchObject({
      card_payments: { statement_descriptor_prefix: 'ADA’S ENGI' },
      dashboard: { display_name: 'Ada’s Engines & Co of London' },
      payments: { statement_descriptor: 'ADA’S ENGINES & CO OF' },
    })
    const sites = [
      ['https://engines.shop.test/', 'engines.shop', 'ENGINES.SHOP.TEST'],
      ['www.shop.test', 'Shop', 'SHOP.TEST'],
    ] as const
    for (const [url, display_name, statement_descriptor] of sites) {
      const { settings } = await stripe.accounts.create({ ...CUSTOM, business_profile: { url } })
      expect(settings).toMatchObject({ dashboard: { display_name }, payments: { statement_descriptor } })
    }
  })

  it('keeps the statement descriptor that the platform has set', async ({ stripe }) => {
    const { settings } = await stripe.accounts.create({
      ...CUSTOM,
      business_profile: { name: 'Engines' },
      settings: { payments: { statement_descriptor: 'ADA LOVELACE' } },
    })
    expect(settings?.payments.statement_descriptor).toBe('ADA LOVELACE')
  })

  it('of a company has the name of the company', async ({ stripe }) => {
    const { business_profile } = await stripe.accounts.create({
      type: 'custom',
      business_type: 'company',
      company: { name: 'Engines Ltd' },
    })
    expect(business_profile?.name).toBe('Engines Ltd')
  })

  it('of an individual shows the individual as its company too, where the platform collects the details', async ({
    stripe,
  }) => {
    const { company } = await stripe.accounts.create({
      ...CUSTOM,
      individual: { first_name: 'Ada', address: ADDRESS, phone: '+12175550123' },
    })
    expect(company).toMatchObject({
      address: { ...ADDRESS, line2: null },
      directors_provided: true,
      executives_provided: true,
      name: null,
      owners_provided: true,
      phone: '+12175550123',
      tax_id_provided: false,
    })
    const express = await stripe.accounts.create({
      type: 'express',
      business_type: 'individual',
      individual: { first_name: 'Ada', address: ADDRESS },
    })
    expect(express).not.toHaveProperty('company')
  })

  it('pays fees to the platform, and owes nothing from its bank, where it is a custom one', async ({ stripe }) => {
    const custom = await stripe.accounts.create(CUSTOM)
    expect(custom.controller?.fees?.payer).toBe('application_custom')
    expect(custom.settings?.payouts?.debit_negative_balances).toBe(false)
    const express = await stripe.accounts.create({ type: 'express' })
    expect(express.controller?.fees?.payer).toBe('application_express')
    expect(express.settings?.payouts?.debit_negative_balances).toBe(true)
  })

  it('may describe its product with an empty text', async ({ payments }) => {
    const created = await post(payments.url, '/v1/accounts', {
      type: 'custom',
      'business_profile[product_description]': '',
    })
    expect(created).toMatchObject({ business_profile: { product_description: '' } })
  })
})

describe('a rejected account', () => {
  it.for(['fraud', 'terms_of_service', 'other'])('says why: %s', async (reason, { stripe }) => {
    const { id } = await stripe.accounts.create(CUSTOM)
    expect(await stripe.accounts.reject(id, { reason })).toMatchObject({
      charges_enabled: false,
      payouts_enabled: false,
      requirements: { disabled_reason: `rejected.${reason}` },
    })
  })
})

describe('the bank account of a connected account', () => {
  it('names its bank by the IBAN, is paid at once in the United States only, and has its own requirements', async ({
    stripe,
  }) => {
    const { id } = await stripe.accounts.create({ ...CUSTOM, country: 'DE' })
    const german = { object: 'bank_account', country: 'DE', currency: 'eur', account_number: 'DE89370400440532013000' }
    const requirements = { currently_due: [], errors: [], past_due: [], pending_verification: [] }
    expect(await stripe.accounts.createExternalAccount(id, { external_account: german as never })).toMatchObject({
      available_payout_methods: ['standard'],
      future_requirements: requirements,
      last4: '3000',
      requirements,
      routing_number: '110000000',
    })
    const american = await stripe.accounts.createExternalAccount(id, { external_account: 'btok_us_verified' })
    expect(american.available_payout_methods).toEqual(['standard', 'instant'])
  })

  it('outside of the United States is named by a token too', async ({ stripe }) => {
    const { id } = await stripe.accounts.create({ ...CUSTOM, country: 'CH' })
    const token = await stripe.tokens.create({
      bank_account: {
        account_number: 'CH9300762011623852957',
        country: 'CH',
        currency: 'CHF',
        account_holder_name: 'Ada',
      },
    })
    const swiss = {
      account_holder_type: null,
      country: 'CH',
      currency: 'chf',
      last4: '2957',
      routing_number: '110000000',
    }
    expect(token.bank_account).toMatchObject({ ...swiss, status: 'new' })
    expect(await stripe.accounts.createExternalAccount(id, { external_account: token.id })).toMatchObject(swiss)
  })

  it('is added to an account by its former parameter too', async ({ stripe, payments }) => {
    const { id } = await stripe.accounts.create(CUSTOM)
    const changed = await post(payments.url, `/v1/accounts/${id}`, { bank_account: 'btok_us_verified' })
    expect(changed).toMatchObject({ external_accounts: { data: [{ object: 'bank_account', last4: '6789' }] } })
  })
})

describe('the card of a connected account', () => {
  it('is described by the request, or named by a token', async ({ stripe, payments }) => {
    const { id } = await stripe.accounts.create(CUSTOM)
    const path = `/v1/accounts/${id}/external_accounts`
    const card = await post(payments.url, path, {
      'external_account[object]': 'card',
      'external_account[number]': '4000056655665556',
      'external_account[exp_month]': '12',
      'external_account[exp_year]': '2030',
      'external_account[cvc]': '123',
      'external_account[currency]': 'usd',
    })
    expect(card).toMatchObject({ object: 'card', account: id, funding: 'debit', last4: '5556', currency: 'usd' })
    const named = await stripe.accounts.createExternalAccount(id, { external_account: 'tok_visa_debit' })
    expect(named).toMatchObject({ object: 'card', last4: '5556' })
  })
})

describe('a person', () => {
  it('has no part in the business but those that were told', async ({ stripe }) => {
    const { id } = await stripe.accounts.create(CUSTOM)
    const person = await stripe.accounts.createPerson(id, { relationship: { owner: true } })
    expect(person.relationship).toEqual({
      authorizer: false,
      director: false,
      executive: false,
      legal_guardian: false,
      owner: true,
      percent_ownership: null,
      representative: false,
      title: null,
    })
    expect(person).not.toHaveProperty('full_name_aliases')
    expect(person).not.toHaveProperty('id_number_secondary_provided')
    expect(person).not.toHaveProperty('phone')
  })

  it('shows the files of its documents, and its acceptance of the terms, which its account leaves out', async ({
    stripe,
  }) => {
    const { id, individual } = await stripe.accounts.create({ ...CUSTOM, individual: { first_name: 'Ada' } })
    expect(individual).not.toHaveProperty('additional_tos_acceptances')
    const person = individual?.id ?? ''
    expect(await stripe.accounts.retrievePerson(id, person)).toMatchObject({
      additional_tos_acceptances: { account: { date: null, ip: null, user_agent: null } },
    })
    const changed = await stripe.accounts.updatePerson(id, person, {
      additional_tos_acceptances: { account: { date: 1_767_268_800, ip: '192.0.2.1' } },
      verification: { document: { front: 'file_front' } },
    })
    expect(changed).toMatchObject({
      additional_tos_acceptances: { account: { date: 1_767_268_800, ip: '192.0.2.1', user_agent: null } },
      verification: { document: { front: 'file_front', back: null }, additional_document: { front: null } },
    })
    const other = await stripe.accounts.updatePerson(id, person, { verification: { document: { back: 'file_back' } } })
    expect(other.verification?.document).toMatchObject({ front: 'file_front', back: 'file_back' })
  })

  it('with a whole number has told its last four digits, and a number without a country is American', async ({
    stripe,
  }) => {
    const { individual } = await stripe.accounts.create({
      ...CUSTOM,
      individual: { id_number: '000000000', phone: '2175550123' },
    })
    expect(individual).toMatchObject({
      id_number_provided: true,
      phone: '+12175550123',
      ssn_last_4_provided: true,
    })
  })

  it('has no aliases after an empty one', async ({ stripe, payments }) => {
    const { id } = await stripe.accounts.create(CUSTOM)
    const { id: person } = await stripe.accounts.createPerson(id, { full_name_aliases: ['Ada King'] })
    const path = `/v1/accounts/${id}/persons/${person}`
    expect(await post(payments.url, path, { 'full_name_aliases[0]': '' })).toMatchObject({ full_name_aliases: [] })
  })
})
