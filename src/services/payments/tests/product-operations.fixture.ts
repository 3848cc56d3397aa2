import type Stripe from 'stripe'
import { PNG } from './resource-operations.fixture.ts'
import type { RunningPayments } from './payments.fixture.ts'

/** The surroundings of a scenario. */
interface Scene {
  readonly stripe: Stripe
  readonly payments: RunningPayments
}

/** Calls of every operation of the vendor's products beside payments and billing: reviews, terminals, issued cards. */
export const productScenarios: Readonly<Record<string, (scene: Scene) => Promise<void>>> = {
  reviews: async ({ stripe }) => {
    const pay = () =>
      stripe.charges.create({ amount: 500, currency: 'usd', source: 'tok_riskLevelElevated', expand: ['review'] })
    await pay()
    const { data } = await stripe.reviews.list({ created: { gte: 1 }, expand: ['data.charge'] })
    const id = data[0]?.id ?? ''
    await stripe.reviews.retrieve(id)
    await stripe.reviews.approve(id)
  },

  'readers, their locations and settings': async ({ stripe }) => {
    const { configurations, locations, readers } = stripe.terminal
    const fallback = await configurations.list({ is_account_default: true })
    await configurations.update(fallback.data[0]?.id ?? '', { tipping: { usd: { percentages: [10, 15] } } })
    const splashscreen = (await stripe.files.create({ purpose: 'terminal_reader_splashscreen', file: PNG })).id
    const configuration = await configurations.create({
      name: 'Shop',
      bbpos_wisepos_e: { splashscreen },
      offline: { enabled: true },
      reboot_window: { start_hour: 1, end_hour: 3 },
      tipping: { eur: { fixed_amounts: [100, 200], percentages: [5], smart_tip_threshold: 500 } },
      wifi: { type: 'personal_psk', personal_psk: { ssid: 'Shop', password: 'secret' } },
    })
    await configurations.update(configuration.id, { offline: '', name: 'Our shop' })
    await configurations.retrieve(configuration.id)
    const location = await locations.create({
      display_name: 'Shop',
      address: { line1: '1 Main Street', city: 'Springfield', country: 'US', postal_code: '12345', state: 'IL' },
      configuration_overrides: configuration.id,
      phone: '+15555550123',
      metadata: { a: '1' },
    })
    await locations.update(location.id, { display_name: 'Our shop', configuration_overrides: '' })
    await locations.retrieve(location.id)
    await locations.list({ limit: 1 })
    await stripe.terminal.connectionTokens.create({ location: location.id })
    const reader = await readers.create({ registration_code: 'simulated-wpe', location: location.id, label: 'Till' })
    await readers.update(reader.id, { label: 'First till', metadata: { a: '1' } })
    await readers.retrieve(reader.id, { expand: ['location'] })
    await readers.list({ location: location.id, status: 'online', device_type: 'simulated_wisepos_e' })
    await readers.del(reader.id)
    await locations.del(location.id)
    await configurations.del(configuration.id)
  },

  'payments at a reader': async ({ stripe, payments }) => {
    const { id } = await stripe.terminal.readers.create({ registration_code: 'simulated-s700' })
    const { readers } = stripe.terminal
    const present = stripe.testHelpers.terminal.readers
    const newIntent = () =>
      stripe.paymentIntents.create({ amount: 5000, currency: 'usd', automatic_payment_methods: { enabled: true } })
    await readers.setReaderDisplay(id, {
      type: 'cart',
      cart: { currency: 'usd', line_items: [{ amount: 500, description: 'Mug', quantity: 1 }], tax: 25, total: 525 },
    })
    await readers.cancelAction(id)
    const { id: payment_intent } = await newIntent()
    await readers.processPaymentIntent(id, { payment_intent, process_config: { skip_tipping: true } })
    await present.presentPaymentMethod(id, { type: 'card_present', card_present: { number: '4242424242424242' } })
    await stripe.paymentIntents.retrieve(payment_intent, { expand: ['latest_charge', 'payment_method'] })
    const second = await newIntent()
    await readers.collectPaymentMethod(id, { payment_intent: second.id, collect_config: { skip_tipping: true } })
    await present.presentPaymentMethod(id, {})
    await readers.confirmPaymentIntent(id, { payment_intent: second.id })
    payments.clock.advance('1s')
    const { id: customer } = await stripe.customers.create({})
    const setup = await stripe.setupIntents.create({ customer })
    await readers.processSetupIntent(id, { setup_intent: setup.id, allow_redisplay: 'always' })
    await present.presentPaymentMethod(id, {})
    await stripe.setupIntents.retrieve(setup.id, { expand: ['latest_attempt'] })
    await readers.refundPayment(id, { payment_intent, amount: 500, metadata: { a: '1' } })
    await present.presentPaymentMethod(id, {})
    const inputs = [{ type: 'email' as const, custom_text: { title: 'Receipt' }, toggles: [{ title: 'News' }] }]
    await readers.collectInputs(id, { inputs, metadata: { a: '1' } })
    await present.succeedInputCollection(id, { skip_non_required_inputs: 'none' })
    await readers.collectInputs(id, { inputs })
    await present.timeoutInputCollection(id)
    await readers.retrieve(id)
  },

  'issued cards and their holders': async ({ stripe }) => {
    const { cardholders, cards } = stripe.issuing
    const address = { line1: '1 Main Street', city: 'Springfield', country: 'US', postal_code: '12345', state: 'IL' }
    const holder = await cardholders.create({
      name: 'Ada Lovelace',
      billing: { address },
      company: { tax_id: '123456789' },
      email: 'ada@example.com',
      individual: {
        first_name: 'Ada',
        last_name: 'Lovelace',
        dob: { day: 10, month: 12, year: 1985 },
        card_issuing: { user_terms_acceptance: { date: 1_767_268_800, ip: '203.0.113.7' } },
      },
      metadata: { a: '1' },
      phone_number: '+15555550123',
      preferred_locales: ['en'],
      spending_controls: {
        allowed_categories: ['book_stores'],
        spending_limits: [{ amount: 500, interval: 'monthly', categories: ['book_stores'] }],
        spending_limits_currency: 'usd',
      },
      status: 'active',
      type: 'individual',
    })
    await cardholders.update(holder.id, { status: 'inactive', individual: { first_name: 'Augusta' } })
    await cardholders.retrieve(holder.id)
    await cardholders.list({ email: 'ada@example.com', status: 'inactive' })
    const card = await cards.create({ cardholder: holder.id, currency: 'usd', type: 'virtual' })
    await cards.update(card.id, { status: 'active', spending_controls: { blocked_merchant_countries: ['FR'] } })
    await cards.retrieve(card.id, { expand: ['number', 'cvc'] })
    await cards.update(card.id, { status: 'canceled', cancellation_reason: 'lost' })
    await cards.list({ cardholder: holder.id, status: 'canceled', type: 'virtual' })
    const shipping = { name: 'Ada Lovelace', address, service: 'express' as const }
    const physical = { cardholder: holder.id, currency: 'usd', type: 'physical' as const, shipping }
    const helpers = stripe.testHelpers.issuing.cards
    const replacement = { replacement_for: card.id, replacement_reason: 'lost' as const }
    const delivered = await cards.create({ ...physical, ...replacement, second_line: 'The Shop' })
    await helpers.submitCard(delivered.id)
    await helpers.shipCard(delivered.id)
    await helpers.deliverCard(delivered.id)
    const returned = await cards.create({ ...physical, lifecycle_controls: { cancel_after: { payment_count: 1 } } })
    await helpers.shipCard(returned.id)
    await helpers.returnCard(returned.id)
    const failed = await cards.create(physical)
    await helpers.submitCard(failed.id)
    await helpers.failCard(failed.id)
  },

  'payments with issued cards': async ({ payments, stripe }) => {
    const { id: cardholder } = await stripe.issuing.cardholders.create({
      name: 'Ada Lovelace',
      billing: { address: { line1: '1 Main Street', city: 'Paris', country: 'FR', postal_code: '75001' } },
      type: 'company',
    })
    const { id: card } = await stripe.issuing.cards.create({
      cardholder,
      currency: 'usd',
      status: 'active',
      type: 'virtual',
    })
    const { authorizations, transactions } = stripe.testHelpers.issuing
    const pay = () =>
      authorizations.create({
        amount: 1000,
        authorization_method: 'chip',
        card,
        merchant_data: { category: 'book_stores', name: 'Books', country: 'FR' },
        verification_data: { cvc_check: 'match' },
        wallet: 'apple_pay',
      })
    const captured = await pay()
    await authorizations.increment(captured.id, { increment_amount: 200 })
    await authorizations.capture(captured.id, { capture_amount: 700, close_authorization: false })
    await authorizations.capture(captured.id)
    await stripe.issuing.authorizations.update(captured.id, { metadata: { a: '1' } })
    await stripe.issuing.authorizations.retrieve(captured.id, { expand: ['cardholder'] })
    await authorizations.reverse((await pay()).id, { reverse_amount: 400 })
    await authorizations.expire((await pay()).id)
    await stripe.issuing.authorizations.list({ card, cardholder, status: 'expired' })
    await stripe.webhookEndpoints.create({
      url: 'http://127.0.0.1:9/',
      enabled_events: ['issuing_authorization.request'],
    })
    payments.webhooks.hold()
    await stripe.issuing.authorizations.approve((await pay()).id, { metadata: { b: '2' } })
    await stripe.issuing.authorizations.decline((await pay()).id)
    const { data } = await stripe.issuing.transactions.list({ card, type: 'capture' })
    const id = data[0]?.id ?? ''
    await stripe.issuing.transactions.update(id, { metadata: { c: '3' } })
    await stripe.issuing.transactions.retrieve(id, { expand: ['authorization', 'card', 'cardholder'] })
    await transactions.refund(id, { refund_amount: 100 })
    await transactions.createForceCapture({ amount: 300, card, merchant_data: { city: 'Rome' } })
    await transactions.createUnlinkedRefund({ amount: 300, card })
    const dispute = await stripe.issuing.disputes.create({
      transaction: id,
      amount: 300,
      evidence: { reason: 'fraudulent', fraudulent: { explanation: 'It was stolen' } },
      metadata: { a: '1' },
    })
    await stripe.issuing.disputes.update(dispute.id, {
      evidence: { fraudulent: '', reason: 'not_received', not_received: { explanation: 'winning_evidence' } },
    })
    await stripe.issuing.disputes.submit(dispute.id)
    await stripe.issuing.disputes.retrieve(dispute.id, { expand: ['transaction'] })
    await stripe.issuing.disputes.list({ transaction: id, status: 'won' })
  },
}
