import { describe, expect } from 'vitest'
import { Stripe } from 'stripe'
import { paymentsTest, receiveEvents, refusal, stripeOf } from '#payments/tests/payments.fixture.ts'

const it = paymentsTest()

const NAME = { given_name: 'Ada', surname: 'Lovelace' }
const PLACE = { line1: '1 Main Street', city: 'Brothers', postal_code: '97712', state: 'OR', country: 'US', town: 'B' }

describe('a person of an account of the second version', () => {
  it('shows what was told of it, but no number', async ({ stripe }) => {
    const { id } = await stripe.v2.core.accounts.create({ configuration: { merchant: {} } })
    const { persons } = stripe.v2.core.accounts
    const told = {
      ...NAME,
      additional_addresses: [{ ...PLACE, purpose: 'registered' as const }],
      additional_names: [
        { purpose: 'alias' as const, given_name: 'Augusta', surname: 'King' },
        { purpose: 'maiden' as const, surname: 'Byron' },
      ],
      additional_terms_of_service: { account: { date: '2026-01-01T00:00:00.000Z', ip: '192.0.2.1' } },
      address: PLACE,
      date_of_birth: { day: 10, month: 12, year: 1985 },
      email: 'ada@example.com',
      legal_gender: 'female' as const,
      metadata: { desk: '7' },
      nationalities: ['gb', 'us'],
      phone: '+15555550123',
      political_exposure: 'none' as const,
      script_addresses: { kana: { country: 'JP', town: '神宮前' } },
      script_names: { kana: { given_name: 'エイダ', surname: 'ラブレス' } },
    }
    const created = await persons.create(id, {
      ...told,
      id_numbers: [{ type: 'us_ssn_last_4', value: '1234' }],
      relationship: { owner: true, percent_ownership: Stripe.Decimal.from('12.5'), title: 'CEO' },
    })
    expect(created).toMatchObject({ ...told, object: 'v2.core.account_person', account: id, livemode: false })
    expect(created.id_numbers).toEqual([{ type: 'us_ssn_last_4' }])
    expect(created.relationship?.percent_ownership?.toString()).toBe('12.5')
    expect(await persons.retrieve(id, created.id)).toEqual(created)
    expect(Object.keys(created)).toEqual(['id', 'object', ...Object.keys(created).slice(2).toSorted()])
  })

  it('is a person of the first version too, whose changes the second one shows', async ({ stripe }) => {
    const { id } = await stripe.v2.core.accounts.create({ configuration: { merchant: {} } })
    const { persons } = stripe.v2.core.accounts
    const person = await persons.create(id, {
      ...NAME,
      additional_names: [{ purpose: 'alias', full_name: 'Countess' }],
      date_of_birth: { day: 10, month: 12, year: 1985 },
      id_numbers: [{ type: 'us_ssn', value: '000001234' }],
      nationalities: ['gb'],
      relationship: { executive: true },
    })
    expect(await stripe.accounts.retrievePerson(id, person.id)).toMatchObject({
      first_name: 'Ada',
      last_name: 'Lovelace',
      dob: { day: 10, month: 12, year: 1985 },
      full_name_aliases: ['Countess'],
      id_number_provided: true,
      nationality: 'gb',
      relationship: { executive: true, owner: false },
      ssn_last_4_provided: true,
    })
    await stripe.accounts.updatePerson(id, person.id, { last_name: 'King', full_name_aliases: ['Ada'] })
    expect(await persons.retrieve(id, person.id)).toMatchObject({
      given_name: 'Ada',
      surname: 'King',
      additional_names: [{ purpose: 'alias', full_name: 'Ada' }],
      nationalities: ['gb'],
    })
  })

  it('is changed member by member, listed in pages, and deleted', async ({ payments, stripe }) => {
    const { id } = await stripe.v2.core.accounts.create({ configuration: { merchant: {} } })
    const { persons } = stripe.v2.core.accounts
    const first = await persons.create(id, { ...NAME, relationship: { owner: true } })
    payments.clock.advance('1 minute')
    const changed = await persons.update(id, first.id, { surname: 'King', relationship: { director: true } })
    expect(changed).toMatchObject({ given_name: 'Ada', surname: 'King', relationship: { director: true, owner: true } })
    expect(Date.parse(changed.updated) - Date.parse(changed.created)).toBe(60_000)
    const second = await persons.create(id, { given_name: 'Grace' })
    const third = await persons.create(id, { given_name: 'Mary' })
    const page = await persons.list(id, { limit: 2 })
    expect(page.data.map((each) => each.id)).toEqual([third.id, second.id])
    const all: string[] = []
    for await (const each of persons.list(id, { limit: 2 })) all.push(each.id)
    expect(all).toEqual([third.id, second.id, first.id])
    expect(await persons.del(id, first.id)).toMatchObject({ id: first.id, object: 'v2.core.account_person' })
    const gone = await refusal(persons.retrieve(id, first.id))
    expect(gone).toMatchObject({ statusCode: 404, code: 'not_found', message: `Person ${first.id} not found.` })
    const other = await stripe.v2.core.accounts.create({ configuration: { merchant: {} } })
    expect(await refusal(persons.retrieve(other.id, second.id))).toMatchObject({ statusCode: 404 })
  })

  it('is the individual of its account, who represents it', async ({ stripe }) => {
    const { id, identity } = await stripe.v2.core.accounts.create({
      identity: { entity_type: 'individual', individual: NAME },
      include: ['identity'],
    })
    const person = await stripe.v2.core.accounts.persons.retrieve(id, identity?.individual?.id ?? '')
    expect(person).toMatchObject({ ...NAME, relationship: { representative: true } })
    await stripe.v2.core.accounts.persons.update(id, person.id, { surname: 'King' })
    const account = await stripe.v2.core.accounts.retrieve(id, { include: ['identity'] })
    expect(account.identity?.individual?.surname).toBe('King')
    expect((await stripe.accounts.retrieve(id)).individual).toMatchObject({ last_name: 'King' })
  })
})

describe('a token', () => {
  it('of a person tells of it once, within ten minutes', async ({ payments, stripe }) => {
    const { id } = await stripe.v2.core.accounts.create({ configuration: { merchant: {} } })
    const { persons, personTokens } = stripe.v2.core.accounts
    const browser = stripeOf(payments, 'pk_test_backlot')
    const token = await browser.v2.core.accounts.personTokens.create(id, { ...NAME, email: 'ada@example.com' })
    expect(token).toMatchObject({ object: 'v2.core.account_person_token', livemode: false, used: false })
    expect(token.id).toMatch(/^perstok_/)
    expect(Date.parse(token.expires_at) - Date.parse(token.created)).toBe(600_000)
    const person = await persons.create(id, { person_token: token.id, metadata: { a: '1' }, email: 'king@example.com' })
    expect(person).toMatchObject({ ...NAME, email: 'king@example.com', metadata: { a: '1' } })
    expect((await personTokens.retrieve(id, token.id)).used).toBe(true)
    expect(await refusal(persons.update(id, person.id, { person_token: token.id }))).toMatchObject({
      statusCode: 400,
      code: 'token_already_used',
    })
    const late = await personTokens.create(id, NAME)
    payments.clock.advance('10 minutes')
    expect(await refusal(persons.create(id, { person_token: late.id }))).toMatchObject({ code: 'token_expired' })
    expect(await refusal(personTokens.retrieve(id, 'perstok_none'))).toMatchObject({ code: 'not_found' })
  })

  it('of an account tells of it once, with the moment of what was accepted', async ({ stripe }) => {
    const { accounts, accountTokens } = stripe.v2.core
    const token = await accountTokens.create({
      contact_email: 'ada@example.com',
      display_name: 'Ada',
      identity: {
        attestations: {
          persons_provided: { directors: true },
          representative_declaration: { attested: true },
          terms_of_service: { account: { shown_and_accepted: true } },
        },
        entity_type: 'individual',
        individual: NAME,
      },
    })
    expect(token).toMatchObject({ object: 'v2.core.account_token', used: false })
    const account = await accounts.create({ account_token: token.id, display_name: 'Ada’s', include: ['identity'] })
    const made = { date: '2026-01-01T12:00:00.000Z', ip: '127.0.0.1' }
    expect(account).toMatchObject({
      contact_email: 'ada@example.com',
      display_name: 'Ada’s',
      identity: {
        attestations: {
          persons_provided: { directors: true },
          representative_declaration: made,
          terms_of_service: { account: made },
        },
        entity_type: 'individual',
        individual: NAME,
      },
    })
    expect((await accountTokens.retrieve(token.id)).used).toBe(true)
    const again = await refusal(accounts.update(account.id, { account_token: token.id }))
    expect(again).toMatchObject({ statusCode: 400, code: 'token_already_used' })
    expect(await refusal(accounts.create({ account_token: 'accttok_none' }))).toMatchObject({ code: 'not_found' })
  })
})

describe('the events of the second version', () => {
  it('tell what has changed of an account and its persons', async ({ payments, stripe }) => {
    await using receiver = await receiveEvents()
    const { webhook_endpoint: endpoint } = await stripe.v2.core.eventDestinations.create({
      event_payload: 'thin',
      enabled_events: ['*'],
      events_from: ['other_accounts'],
      name: 'Accounts',
      type: 'webhook_endpoint',
      webhook_endpoint: { url: receiver.url },
      include: ['webhook_endpoint.signing_secret'],
    })
    const { accounts } = stripe.v2.core
    const told = async (work: () => Promise<unknown>) => {
      receiver.received.length = 0
      await work()
      await payments.webhooks.settled()
      return receiver.received
        .map(({ body, headers }) =>
          stripe.parseEventNotification(body, String(headers['stripe-signature']), endpoint?.signing_secret ?? ''),
        )
        .filter(({ type }) => type.startsWith('v2.'))
    }
    const typesOf = async (work: () => Promise<unknown>) => (await told(work)).map(({ type }) => type)
    let id = ''
    const created = await told(async () => ({ id } = await accounts.create({ display_name: 'Ada' })))
    expect(created).toMatchObject([
      { type: 'v2.core.account.created', context: {}, related_object: { id, type: 'v2.core.account' } },
    ])
    expect(
      await typesOf(() =>
        accounts.update(id, {
          configuration: { merchant: { mcc: '5734', capabilities: { card_payments: { requested: true } } } },
          defaults: { profile: { business_url: 'https://ada.test' } },
          display_name: 'Ada’s',
        }),
      ),
    ).toEqual([
      'v2.core.account.updated',
      'v2.core.account[defaults].updated',
      'v2.core.account[configuration.merchant].updated',
      'v2.core.account[configuration.merchant].capability_status_updated',
      'v2.core.account[configuration.merchant].capability_status_updated',
    ])
    const [person] = await told(() => accounts.persons.create(id, NAME))
    if (person?.type !== 'v2.core.account_person.created') throw new Error(`it is ${person?.type}`)
    expect((await person.fetchRelatedObject()).given_name).toBe('Ada')
    expect((await person.fetchEvent()).data).toEqual({ account_id: id })
    const { data } = await accounts.persons.list(id)
    expect(await typesOf(() => accounts.persons.update(id, data[0]?.id ?? '', { surname: 'King' }))).toEqual([
      'v2.core.account_person.updated',
    ])
    expect(await typesOf(() => accounts.persons.del(id, data[0]?.id ?? ''))).toEqual(['v2.core.account_person.deleted'])
    expect(await typesOf(() => accounts.close(id))).toContain('v2.core.account.closed')
    expect(await typesOf(() => stripe.accounts.create({ type: 'express' }))).toEqual([])
    const listed = await stripe.v2.core.events.list({ types: ['v2.core.account.created'] }, { stripeAccount: id })
    expect(listed.data).toMatchObject([{ related_object: { id } }])
  })

  it('tell that a person has returned from a link of the second version', async ({ payments, stripe }) => {
    const { id } = await stripe.v2.core.accounts.create({ configuration: { merchant: {} } })
    const link = await stripe.v2.core.accountLinks.create({
      account: id,
      use_case: { type: 'account_onboarding', account_onboarding: { refresh_url: 'https://shop.test/again' } },
    })
    await fetch(link.url, { method: 'POST', body: new URLSearchParams({ outcome: 'submit' }), redirect: 'manual' })
    const connected = stripeOf(payments, 'sk_test_backlot', { stripeAccount: id })
    const { data } = await connected.v2.core.events.list({ types: ['v2.core.account_link.returned'] })
    expect(data).toMatchObject([
      { data: { account_id: id, configurations: ['merchant'], use_case: 'account_onboarding' } },
    ])
  })
})
