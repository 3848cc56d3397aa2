import type Stripe from 'stripe'
import { PNG } from './resource-operations.fixture.ts'
import type { RunningPayments } from './payments.fixture.ts'

/** What a scenario works with. */
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
}
