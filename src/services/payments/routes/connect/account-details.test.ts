import { describe, expect } from 'vitest'
import { paymentsTest, refusal } from '../../tests/payments.fixture.ts'

const it = paymentsTest()

const ADDRESS = { line1: '1 Main Street', city: 'Berlin', postal_code: '10115', country: 'DE' }

describe('what a platform tells of a connected account', () => {
  it('keeps the company, without its tax numbers', async ({ stripe }) => {
    const { id, company } = await stripe.accounts.create({
      type: 'custom',
      country: 'DE',
      business_type: 'company',
      company: { name: 'Shop GmbH', address: ADDRESS, tax_id: 'HRB 1234', structure: 'private_company' },
    })
    expect(company).toMatchObject({
      name: 'Shop GmbH',
      address: { ...ADDRESS, line2: null, state: null },
      structure: 'private_company',
      tax_id_provided: true,
      owners_provided: false,
    })
    expect(JSON.stringify(company)).not.toContain('1234')
    const updated = await stripe.accounts.update(id, { company: { owners_provided: true, phone: '+49301234567' } })
    expect(updated.company).toMatchObject({ name: 'Shop GmbH', owners_provided: true, phone: '+49301234567' })
  })

  it('keeps the individual as a person who represents the account', async ({ stripe }) => {
    const account = await stripe.accounts.create({
      type: 'custom',
      country: 'JP',
      business_type: 'individual',
      individual: {
        first_name: 'Ada',
        last_name: 'Lovelace',
        first_name_kana: 'エイダ',
        address_kanji: { town: '神宮前', city: '渋谷区' },
        id_number: '123456789',
      },
    })
    expect(account.individual).toMatchObject({
      object: 'person',
      first_name: 'Ada',
      first_name_kana: 'エイダ',
      address_kanji: { town: '神宮前', city: '渋谷区', line1: null },
      id_number_provided: true,
      relationship: { representative: true },
    })
    await stripe.accounts.update(account.id, { individual: { maiden_name: 'Byron', full_name_aliases: ['Ada King'] } })
    const { data } = await stripe.accounts.listPersons(account.id)
    expect(data).toMatchObject([{ first_name: 'Ada', maiden_name: 'Byron', full_name_aliases: ['Ada King'] }])
    expect(data.map(({ id }) => id)).toEqual([account.individual?.id])
  })

  it('keeps the acceptance of the terms, the settings and the business profile, each member by itself', async ({
    stripe,
  }) => {
    const { id } = await stripe.accounts.create({
      controller: { losses: { payments: 'application' }, stripe_dashboard: { type: 'none' } },
      business_profile: { mcc: '5734', support_address: ADDRESS },
      settings: { branding: { primary_color: '#112233' }, payments: { statement_descriptor: 'SHOP' } },
    })
    const account = await stripe.accounts.update(id, {
      business_profile: { url: 'https://shop.test' },
      settings: { branding: { secondary_color: '#445566' }, card_payments: { decline_on: { avs_failure: true } } },
      tos_acceptance: { date: 1_767_268_800, ip: '192.0.2.1' },
    })
    expect(account.business_profile).toMatchObject({
      mcc: '5734',
      url: 'https://shop.test',
      support_address: { ...ADDRESS, line2: null },
    })
    expect(account.settings).toMatchObject({
      branding: { primary_color: '#112233', secondary_color: '#445566', icon: null },
      card_payments: { decline_on: { avs_failure: true, cvc_failure: false } },
      payments: { statement_descriptor: 'SHOP' },
    })
    expect(account.tos_acceptance).toEqual({ date: 1_767_268_800, ip: '192.0.2.1', user_agent: null })
    expect(account.settings?.invoices?.hosted_payment_method_save).toBe('offer')
    expect(account.controller).toMatchObject({
      fees: { payer: 'account' },
      losses: { payments: 'application' },
      stripe_dashboard: { type: 'none' },
    })
  })

  it('refuses a member that the business profile does not have', async ({ stripe }) => {
    await expect(
      stripe.accounts.create({ type: 'custom', business_profile: { ['mcc_code' as 'mcc']: '5734' } }),
    ).rejects.toMatchObject({ code: 'parameter_unknown', param: 'business_profile[mcc_code]' })
  })
})

describe('a token of the first version', () => {
  it('tells of an account or a person once', async ({ stripe }) => {
    const token = await stripe.tokens.create({
      account: {
        business_type: 'individual',
        individual: { first_name: 'Ada', email: 'ada@example.com' },
        tos_shown_and_accepted: true,
      },
    })
    const account = await stripe.accounts.create({
      account_token: token.id,
      controller: { requirement_collection: 'application' },
      individual: { last_name: 'Lovelace' },
    })
    expect(account).toMatchObject({
      business_type: 'individual',
      individual: { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' },
      tos_acceptance: {
        date: 1_767_268_800,
        ip: '127.0.0.1',
        user_agent: expect.stringContaining('Stripe/v1') as string,
      },
    })
    const again = await refusal(stripe.accounts.update(account.id, { account_token: token.id }))
    expect(again).toMatchObject({ code: 'token_already_used', param: 'account_token' })
    const company = { name: 'Ada’s', ownership_declaration_shown_and_signed: true }
    const declared = await stripe.tokens.create({ account: { business_type: 'company', company } })
    expect((await stripe.accounts.create({ account_token: declared.id })).company).toMatchObject({
      name: 'Ada’s',
      ownership_declaration: { date: 1_767_268_800, ip: '127.0.0.1' },
    })
    const personToken = await stripe.tokens.create({ person: { first_name: 'Grace', relationship: { owner: true } } })
    const person = await stripe.accounts.createPerson(account.id, { person_token: personToken.id, last_name: 'Hopper' })
    expect(person).toMatchObject({ first_name: 'Grace', last_name: 'Hopper', relationship: { owner: true } })
    expect(await refusal(stripe.accounts.createPerson(account.id, { person_token: token.id }))).toMatchObject({
      code: 'resource_missing',
    })
  })
})
