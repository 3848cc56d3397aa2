import { expect } from 'vitest'
import type Stripe from 'stripe'
import { paymentsTest, receiveEvents, refusal } from '../../tests/payments.fixture.ts'

const it = paymentsTest()

const BILLING = { address: { line1: '1 Main Street', city: 'Springfield', country: 'US', postal_code: '12345' } }

/** The details that a person must tell before their cards can be used. */
const PERSON = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  card_issuing: { user_terms_acceptance: { date: 1_767_268_800, ip: '203.0.113.7' } },
}

async function newCard(stripe: Stripe, more: object = {}, holder: object = {}): Promise<Stripe.Issuing.Card> {
  const { id: cardholder } = await stripe.issuing.cardholders.create({
    name: 'Ada Lovelace',
    billing: BILLING,
    individual: PERSON,
    ...holder,
  })
  return stripe.issuing.cards.create({ cardholder, currency: 'usd', type: 'virtual', status: 'active', ...more })
}

const pay = (stripe: Stripe, card: string, amount: number, more: object = {}): Promise<Stripe.Issuing.Authorization> =>
  stripe.testHelpers.issuing.authorizations.create({ card, amount, ...more })

const reasonOf = ({ approved, request_history: history }: Stripe.Issuing.Authorization) => [
  approved,
  history.at(-1)?.reason,
]

/** An endpoint of an application that answers every request with one status and body. */
async function decider(status: number, answer: string) {
  return Object.assign(await receiveEvents(), { status, answer })
}

const askAt = (stripe: Stripe, url: string): Promise<Stripe.WebhookEndpoint> =>
  stripe.webhookEndpoints.create({ url, enabled_events: ['issuing_authorization.request'] })

it('shows the number of a card only where it is asked for', async ({ stripe }) => {
  const card = await newCard(stripe)
  expect(card).not.toHaveProperty('number')
  const { number, cvc } = await stripe.issuing.cards.retrieve(card.id, { expand: ['number', 'cvc'] })
  expect([number?.slice(-4), cvc?.length]).toEqual([card.last4, 3])
})

it('authorizes and captures', async ({ stripe }) => {
  const card = await newCard(stripe)
  const authorization = await pay(stripe, card.id, 1000)
  expect(authorization).toMatchObject({ amount: 1000, approved: true, status: 'pending', pending_request: null })
  const { authorizations, transactions } = stripe.testHelpers.issuing
  await authorizations.increment(authorization.id, { increment_amount: 500 })
  const captured = await authorizations.capture(authorization.id)
  expect(captured).toMatchObject({ status: 'closed', transactions: [{ amount: -1500, type: 'capture' }] })
  expect(await refusal(authorizations.capture(authorization.id))).toMatchObject({ statusCode: 400 })
  const refund = await transactions.refund(captured.transactions[0]?.id ?? '', { refund_amount: 200 })
  expect(refund).toMatchObject({ amount: 200, type: 'refund', authorization: authorization.id })
  const { data } = await stripe.events.list({ type: 'issuing_*' })
  expect(data).toEqual([])
  const events = await stripe.events.list({ limit: 100 })
  expect(events.data.map(({ type }) => type).filter((type) => type.startsWith('issuing_'))).toEqual([
    'issuing_transaction.created',
    'issuing_authorization.updated',
    'issuing_transaction.created',
    'issuing_authorization.updated',
    'issuing_authorization.created',
    'issuing_card.created',
    'issuing_cardholder.created',
  ])
})

it('declines what cards, holders and spending controls forbid', async ({ payments, stripe }) => {
  const inactive = await newCard(stripe, { status: 'inactive' })
  expect(reasonOf(await pay(stripe, inactive.id, 1))).toEqual([false, 'card_inactive'])
  const blocked = await newCard(stripe, {}, { status: 'inactive' })
  expect(reasonOf(await pay(stripe, blocked.id, 1))).toEqual([false, 'cardholder_inactive'])
  const limits = [{ amount: 1000, interval: 'daily', categories: ['book_stores'] }]
  const card = await newCard(stripe, {
    spending_controls: { blocked_merchant_countries: ['FR'], spending_limits: limits },
  })
  const books = { merchant_data: { category: 'book_stores' } }
  expect(reasonOf(await pay(stripe, card.id, 5, { merchant_data: { country: 'FR' } }))).toEqual([
    false,
    'spending_controls',
  ])
  expect(reasonOf(await pay(stripe, card.id, 900, books))).toEqual([true, 'card_active'])
  expect(reasonOf(await pay(stripe, card.id, 200, books))).toEqual([false, 'spending_controls'])
  expect(reasonOf(await pay(stripe, card.id, 200))).toEqual([true, 'card_active'])
  payments.clock.advance('1d')
  expect(reasonOf(await pay(stripe, card.id, 200, books))).toEqual([true, 'card_active'])
  const wrong = { verification_data: { cvc_check: 'mismatch' } }
  expect(reasonOf(await pay(stripe, card.id, 200, wrong))).toEqual([false, 'verification_failed'])
  const once = await newCard(stripe, { lifecycle_controls: { cancel_after: { payment_count: 1 } } })
  await pay(stripe, once.id, 100)
  expect(reasonOf(await pay(stripe, once.id, 100))).toEqual([false, 'card_canceled'])
})

it('lets the endpoint of the application decide', async ({ payments, stripe }) => {
  const card = await newCard(stripe)
  await using application = await decider(200, '{"approved":true,"amount":700,"metadata":{"by":"me"}}')
  const { secret = '' } = await askAt(stripe, application.url)
  const asked = await pay(stripe, card.id, 1000, { is_amount_controllable: true })
  expect(asked).toMatchObject({
    approved: false,
    amount: 0,
    pending_request: { amount: 1000, is_amount_controllable: true },
    request_history: [],
  })
  await payments.webhooks.settled()
  const { body = '', headers = {} } = application.received[0] ?? {}
  const event = stripe.webhooks.constructEvent(body, String(headers['stripe-signature']), secret)
  expect(event.type).toBe('issuing_authorization.request')
  const decided = await stripe.issuing.authorizations.retrieve(asked.id)
  expect(decided).toMatchObject({ amount: 700, approved: true, metadata: { by: 'me' }, pending_request: null })
  expect(reasonOf(decided)).toEqual([true, 'webhook_approved'])
})

it.for([
  ['a decline', 200, '{"approved":false}', 'webhook_declined'],
  ['a body without a decision', 200, '{}', 'webhook_error'],
  ['a failure', 500, '{"approved":true}', 'webhook_error'],
] as const)('declines after %s', async ([, status, body, reason], { payments, stripe }) => {
  const card = await newCard(stripe)
  await using application = await decider(status, body)
  await askAt(stripe, application.url)
  const { id } = await pay(stripe, card.id, 1000)
  await payments.webhooks.settled()
  const decided = await stripe.issuing.authorizations.retrieve(id)
  expect([...reasonOf(decided), decided.status]).toEqual([false, reason, 'closed'])
  expect(application.received).toHaveLength(1)
})

it('declines when no decision comes in two seconds, and takes one over the API before', async ({
  payments,
  stripe,
}) => {
  const card = await newCard(stripe)
  await askAt(stripe, 'http://127.0.0.1:9/')
  payments.webhooks.hold()
  const late = await pay(stripe, card.id, 1000)
  payments.clock.advance('2s')
  expect(reasonOf(await stripe.issuing.authorizations.retrieve(late.id))).toEqual([false, 'webhook_timeout'])
  expect(await refusal(stripe.issuing.authorizations.approve(late.id))).toMatchObject({ statusCode: 400 })
  const early = await pay(stripe, card.id, 1000)
  expect(reasonOf(await stripe.issuing.authorizations.approve(early.id))).toEqual([true, 'webhook_approved'])
})

it('disputes a capture', async ({ stripe }) => {
  const card = await newCard(stripe)
  const { id: transaction } = await stripe.testHelpers.issuing.transactions.createForceCapture({
    amount: 1000,
    card: card.id,
  })
  const { disputes } = stripe.issuing
  const dispute = await disputes.create({ transaction, evidence: { reason: 'fraudulent' } })
  expect(await refusal(disputes.submit(dispute.id))).toMatchObject({ statusCode: 400 })
  await disputes.update(dispute.id, { evidence: { fraudulent: { explanation: 'losing_evidence' } } })
  expect(await disputes.submit(dispute.id)).toMatchObject({ status: 'lost', amount: 1000, loss_reason: 'other' })
  expect((await stripe.issuing.transactions.retrieve(transaction)).dispute).toBe(dispute.id)
})

it('activates a card when its cardholder has told who they are and accepts the terms', async ({ stripe }) => {
  const holder = await stripe.issuing.cardholders.create({ name: 'Ada Lovelace', billing: BILLING })
  expect(holder.requirements).toEqual({
    disabled_reason: 'requirements.past_due',
    past_due: [
      'individual.card_issuing.user_terms_acceptance.ip',
      'individual.card_issuing.user_terms_acceptance.date',
      'individual.first_name',
      'individual.last_name',
    ],
  })
  const card = await stripe.issuing.cards.create({ cardholder: holder.id, currency: 'usd', type: 'virtual' })
  const activate = (): Promise<Stripe.Issuing.Card> => stripe.issuing.cards.update(card.id, { status: 'active' })
  expect((await refusal(activate())).message).toContain('has outstanding requirements')
  await stripe.issuing.cardholders.update(holder.id, { individual: { first_name: 'Ada', last_name: 'Lovelace' } })
  expect((await refusal(activate())).message).toContain('has outstanding requirements')
  const { individual, requirements } = await stripe.issuing.cardholders.update(holder.id, {
    individual: { card_issuing: PERSON.card_issuing },
  })
  expect(requirements).toEqual({ disabled_reason: null, past_due: [] })
  expect(individual).toMatchObject({
    first_name: 'Ada',
    card_issuing: { user_terms_acceptance: { date: 1_767_268_800, ip: '203.0.113.7', user_agent: null } },
  })
  expect((await activate()).status).toBe('active')
  expect(reasonOf(await pay(stripe, card.id, 100))).toEqual([true, 'card_active'])
})

it('takes the documents of a cardholder, which must be files of the account', async ({ stripe }) => {
  const document = (front: string): Promise<Stripe.Issuing.Cardholder> =>
    stripe.issuing.cardholders.create({
      name: 'Ada Lovelace',
      billing: BILLING,
      individual: { ...PERSON, verification: { document: { front } } },
    })
  expect(await refusal(document('file_1'))).toMatchObject({ param: 'individual[verification][document][front]' })
  const { id: front } = await stripe.files.create({
    file: { data: Buffer.from('passport'), name: 'passport.txt', type: 'text/plain' },
    purpose: 'identity_document',
  })
  expect((await document(front)).individual?.verification).toEqual({ document: { front, back: null } })
})
