// The calls of the operations that the vendor's description has: what each works on, and its smallest parameters.

/** An object of the API that has an id. */
export interface Answer {
  readonly id: string
  readonly [member: string]: unknown
}

/** The surroundings of a call: records that exist, and what makes others. */
export interface Scene {
  /** Sends a form, and returns the answer. */
  readonly post: (path: string, params?: object) => Promise<Answer>
  /** Returns the first record of a list. */
  readonly first: (path: string) => Promise<Answer>
  readonly customer: string
  readonly product: string
  readonly price: string
  readonly singlePrice: string
  readonly coupon: string
  readonly account: string
  /** A file that was uploaded. */
  readonly file: string
  /** Moves the clock of the instance. */
  readonly advance: (span: string) => void
}

/** A call: the ids in its path, its smallest parameters where it changes, and where it reads. */
export interface Call {
  readonly ids?: readonly string[]
  readonly params?: object
  readonly query?: object
}

/** A path of the description, and what makes the call; a second call of the same path follows a `#`. */
type Calls = Readonly<Record<string, (scene: Scene) => Call | Promise<Call>>>

const ADDRESS = { line1: '1 Main Street', city: 'San Francisco', state: 'CA', postal_code: '94103', country: 'US' }
const URL = 'https://shop.test'

/** Returns the id of what a path creates. */
const made = async ({ post }: Scene, path: string, params: object = {}): Promise<string> =>
  (await post(path, params)).id

const pay = (scene: Scene, more: object = {}): Promise<Answer> =>
  scene.post('/v1/payment_intents', {
    amount: 5000,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_visa',
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    ...more,
  })

const held = (scene: Scene): Promise<Answer> =>
  pay(scene, {
    capture_method: 'manual',
    payment_method_options: { card: { request_incremental_authorization: 'if_available' } },
  })

/** Money that is available at once. */
const fund = (scene: Scene): Promise<Answer> => pay(scene, { payment_method: 'pm_card_bypassPending', amount: 900_000 })

const charged = (scene: Scene, more: object = {}): Promise<string> =>
  made(scene, '/v1/charges', { amount: 900, currency: 'usd', source: 'tok_visa', ...more })

const cardSource = (scene: Scene): Promise<string> => made(scene, '/v1/sources', { type: 'card', token: 'tok_visa' })

const UNVERIFIED = {
  payment_method_types: ['us_bank_account'],
  payment_method_data: {
    type: 'us_bank_account',
    us_bank_account: { account_number: '000123456789', routing_number: '110000000', account_holder_type: 'individual' },
    billing_details: { name: 'Ada Lovelace', email: 'ada@example.com' },
  },
  confirm: true,
  mandate_data: { customer_acceptance: { type: 'offline' } },
}

const draft = async (scene: Scene): Promise<Answer> => {
  const { customer } = scene
  await scene.post('/v1/invoiceitems', { customer, amount: 1000, currency: 'usd' })
  return scene.post('/v1/invoices', { customer, pending_invoice_items_behavior: 'include', auto_advance: false })
}
const open = async (scene: Scene): Promise<string> => made(scene, `/v1/invoices/${(await draft(scene)).id}/finalize`)

const subscribed = (scene: Scene, more: object = {}): Promise<string> =>
  made(scene, '/v1/subscriptions', { customer: scene.customer, items: [{ price: scene.price }], ...more })
const itemOf = async (scene: Scene, items: readonly object[]): Promise<string> =>
  (await scene.first(`/v1/subscription_items?subscription=${await subscribed(scene, { items })}`)).id
/** One of two items, so that it can be deleted. */
const oneItem = (scene: Scene): Promise<string> => {
  const other = { currency: 'usd', product: scene.product, unit_amount: 300, recurring: { interval: 'month' } }
  return itemOf(scene, [{ price: scene.price }, { price_data: other }])
}

const metered = async (scene: Scene): Promise<string> => {
  const recurring = { interval: 'month', usage_type: 'metered' }
  const price = await made(scene, '/v1/prices', { product: scene.product, currency: 'usd', unit_amount: 5, recurring })
  return itemOf(scene, [{ price }])
}

const schedule = (scene: Scene) => ({
  customer: scene.customer,
  start_date: 'now',
  phases: [{ items: [{ price: scene.price, quantity: 1 }], iterations: 2 }],
})
const quote = (scene: Scene): Promise<string> =>
  made(scene, '/v1/quotes', { customer: scene.customer, line_items: [{ price: scene.singlePrice }] })
const openQuote = async (scene: Scene): Promise<string> => made(scene, `/v1/quotes/${await quote(scene)}/finalize`)

const METER = { default_aggregation: { formula: 'sum' }, display_name: 'Calls', event_name: 'calls' }
const COUPON = { percent_off: 10, duration: 'forever' }
const FEATURE = { lookup_key: 'export', name: 'Export' }
const TAXED = {
  currency: 'usd',
  line_items: [{ amount: 1000, reference: 'L1' }],
  customer_details: { address: ADDRESS, address_source: 'shipping' },
}
const recorded = async (scene: Scene): Promise<string> =>
  made(scene, '/v1/tax/transactions/create_from_calculation', {
    calculation: await made(scene, '/v1/tax/calculations', TAXED),
    reference: 'order-1',
  })
const PORTAL = { business_profile: { headline: 'The Shop' }, features: { invoice_history: { enabled: true } } }

const HOLDER = {
  name: 'Ada Lovelace',
  type: 'individual',
  billing: { address: ADDRESS },
  individual: {
    first_name: 'Ada',
    last_name: 'Lovelace',
    card_issuing: { user_terms_acceptance: { date: 1_767_268_800, ip: '203.0.113.7' } },
  },
}
const issued = async (scene: Scene, more: object = {}): Promise<string> => {
  const cardholder = await made(scene, '/v1/issuing/cardholders', HOLDER)
  return made(scene, '/v1/issuing/cards', { cardholder, currency: 'usd', type: 'virtual', status: 'active', ...more })
}
const posted = (scene: Scene): Promise<string> =>
  issued(scene, { type: 'physical', shipping: { name: 'Ada Lovelace', address: ADDRESS } })
const authorization = async (scene: Scene, more: object = {}): Promise<string> =>
  made(scene, '/v1/test_helpers/issuing/authorizations', {
    card: await issued(scene),
    amount: 1000,
    currency: 'usd',
    ...more,
  })
const issuedPayment = async (scene: Scene): Promise<string> =>
  made(scene, '/v1/test_helpers/issuing/transactions/create_force_capture', {
    card: await issued(scene),
    amount: 500,
    currency: 'usd',
  })

const reader = async (scene: Scene): Promise<string> => {
  const location = await made(scene, '/v1/terminal/locations', { display_name: 'Shop', address: ADDRESS })
  return made(scene, '/v1/terminal/readers', { registration_code: 'simulated-wpe', location })
}
const presented = (scene: Scene): Promise<string> =>
  made(scene, '/v1/payment_intents', { amount: 500, currency: 'usd', payment_method_types: ['card_present'] })
const busyReader = async (scene: Scene): Promise<string> => {
  const id = await reader(scene)
  await scene.post(`/v1/terminal/readers/${id}/process_payment_intent`, { payment_intent: await presented(scene) })
  return id
}

const transfer = async (scene: Scene): Promise<string> => {
  await fund(scene)
  return made(scene, '/v1/transfers', { amount: 100, currency: 'usd', destination: scene.account })
}
const payout = async (scene: Scene): Promise<string> => {
  await fund(scene)
  return made(scene, '/v1/payouts', { amount: 100, currency: 'usd' })
}
const applicationFee = async (scene: Scene): Promise<string> => {
  await pay(scene, { transfer_data: { destination: scene.account }, application_fee_amount: 100 })
  return (await scene.first('/v1/application_fees')).id
}
const disputed = async (scene: Scene): Promise<string> => {
  await pay(scene, { payment_method: 'pm_card_createDispute' })
  return (await scene.first('/v1/disputes')).id
}
const reviewed = async (scene: Scene): Promise<string> => {
  await pay(scene, { payment_method: 'pm_card_riskLevelElevated' })
  return (await scene.first('/v1/reviews')).id
}
const refund = async (scene: Scene, payment_method = 'pm_card_visa'): Promise<string> =>
  made(scene, '/v1/refunds', { payment_intent: (await pay(scene, { payment_method })).id })
const methodOf = async ({ first, customer }: Scene): Promise<string> =>
  (await first(`/v1/customers/${customer}/payment_methods`)).id

const SHIPPING_RATE = { display_name: 'Post', type: 'fixed_amount', fixed_amount: { amount: 500, currency: 'usd' } }
const ENDPOINT = { url: 'http://127.0.0.1:9/', enabled_events: ['charge.succeeded'] }
const PLAN = { currency: 'usd', interval: 'month', amount: 100, product: { name: 'Plan' } }
const CLOCK = { frozen_time: 1_800_000_000 }
const BANK = { external_account: 'btok_us' }

/** Money that a customer has sent by a bank transfer. */
const funded = (scene: Scene): Promise<string> =>
  made(scene, `/v1/test_helpers/customers/${scene.customer}/fund_cash_balance`, { amount: 600, currency: 'usd' })

/** A payment that waits for a bank transfer. */
const transferred = (scene: Scene): Promise<string> =>
  made(scene, '/v1/payment_intents', {
    amount: 5000,
    currency: 'usd',
    customer: scene.customer,
    confirm: true,
    payment_method_types: ['customer_balance'],
    payment_method_data: { type: 'customer_balance' },
    payment_method_options: {
      customer_balance: { funding_type: 'bank_transfer', bank_transfer: { type: 'us_bank_transfer' } },
    },
  })

const TAX_ID = { type: 'gb_vat', value: 'GB123456789' }
const TAX_RATE = { display_name: 'VAT', inclusive: false, percentage: 10 }
const VALUE_LIST = { alias: 'blocked', name: 'Blocked' }
const REPORTED = { interval_start: 1_767_225_600, interval_end: 1_767_312_000 }
const REGISTRATION = {
  active_from: 'now',
  country: 'US',
  country_options: { us: { state: 'CA', type: 'state_sales_tax' } },
}

const session = (scene: Scene): Promise<string> =>
  made(scene, '/v1/checkout/sessions', {
    mode: 'payment',
    line_items: [{ price: scene.singlePrice, quantity: 1 }],
    success_url: URL,
  })
const link = (scene: Scene): Promise<string> =>
  made(scene, '/v1/payment_links', { line_items: [{ price: scene.singlePrice, quantity: 1 }] })
const intent = (scene: Scene): Promise<string> => made(scene, '/v1/payment_intents', { amount: 5000, currency: 'usd' })
const domain = (scene: Scene): Promise<string> =>
  made(scene, '/v1/payment_method_domains', { domain_name: 'shop.test' })
const creditNote = async (scene: Scene): Promise<string> =>
  made(scene, '/v1/credit_notes', { invoice: await open(scene), amount: 100 })
const source = (scene: Scene, token: string): Promise<string> =>
  made(scene, `/v1/customers/${scene.customer}/sources`, { source: token })
const productFeature = async (scene: Scene): Promise<string> => {
  const entitlement_feature = await made(scene, '/v1/entitlements/features', FEATURE)
  return made(scene, `/v1/products/${scene.product}/features`, { entitlement_feature })
}
const entitled = async (scene: Scene): Promise<void> => {
  await productFeature(scene)
  await subscribed(scene)
}
const issuedDispute = async (scene: Scene): Promise<string> =>
  made(scene, '/v1/issuing/disputes', {
    transaction: await issuedPayment(scene),
    evidence: { reason: 'fraudulent', fraudulent: { explanation: 'It was not me.' } },
  })
const shipped = async (scene: Scene): Promise<string> =>
  made(scene, `/v1/test_helpers/issuing/cards/${await posted(scene)}/shipping/ship`)
const scheduled = (scene: Scene): Promise<string> => made(scene, '/v1/subscription_schedules', schedule(scene))

/** The calls, by the path in the description. A path has those of its operations that payments serves. */
export const CALLS: Calls = {
  '/v1/account': () => ({}),
  '/v1/account_links': ({ account }) => ({
    params: { account, type: 'account_onboarding', return_url: URL, refresh_url: URL },
  }),
  '/v1/account_sessions': ({ account }) => ({
    params: { account, components: { account_onboarding: { enabled: true } } },
  }),
  '/v1/accounts': () => ({ params: { type: 'custom', country: 'US' } }),
  '/v1/accounts/{account}': ({ account }) => ({ ids: [account] }),
  '/v1/accounts/{account}/bank_accounts': ({ account }) => ({ ids: [account], params: BANK }),
  '/v1/accounts/{account}/bank_accounts/{id}': async (scene) => {
    await scene.post(`/v1/accounts/${scene.account}/external_accounts`, BANK)
    return { ids: [scene.account, await made(scene, `/v1/accounts/${scene.account}/external_accounts`, BANK)] }
  },
  '/v1/accounts/{account}/people': ({ account }) => ({ ids: [account] }),
  '/v1/accounts/{account}/people/{person}': async (scene) => ({
    ids: [scene.account, await made(scene, `/v1/accounts/${scene.account}/persons`, { first_name: 'Ada' })],
  }),
  '/v1/accounts/{account}/capabilities': ({ account }) => ({ ids: [account] }),
  '/v1/accounts/{account}/capabilities/{capability}': ({ account }) => ({ ids: [account, 'transfers'] }),
  '/v1/accounts/{account}/external_accounts': ({ account }) => ({ ids: [account], params: BANK }),
  '/v1/accounts/{account}/external_accounts/{id}': async (scene) => {
    await scene.post(`/v1/accounts/${scene.account}/external_accounts`, BANK)
    return { ids: [scene.account, await made(scene, `/v1/accounts/${scene.account}/external_accounts`, BANK)] }
  },
  '/v1/accounts/{account}/login_links': async (scene) => ({
    ids: [await made(scene, '/v1/accounts', { type: 'express' })],
  }),
  '/v1/accounts/{account}/persons': ({ account }) => ({ ids: [account] }),
  '/v1/accounts/{account}/persons/{person}': async (scene) => ({
    ids: [scene.account, await made(scene, `/v1/accounts/${scene.account}/persons`, { first_name: 'Ada' })],
  }),
  '/v1/accounts/{account}/reject': ({ account }) => ({ ids: [account], params: { reason: 'fraud' } }),
  '/v1/apple_pay/domains': () => ({ params: { domain_name: 'shop.test' } }),
  '/v1/apple_pay/domains/{domain}': async (scene) => ({
    ids: [await made(scene, '/v1/apple_pay/domains', { domain_name: 'shop.test' })],
  }),
  '/v1/application_fees': async (scene) => {
    await applicationFee(scene)
    return {}
  },
  '/v1/application_fees/{id}': async (scene) => ({ ids: [await applicationFee(scene)] }),
  '/v1/application_fees/{id}/refunds': async (scene) => ({ ids: [await applicationFee(scene)] }),
  '/v1/application_fees/{fee}/refunds/{id}': async (scene) => {
    const fee = await applicationFee(scene)
    return { ids: [fee, await made(scene, `/v1/application_fees/${fee}/refunds`, { amount: 10 })] }
  },
  '/v1/balance': () => ({}),
  '/v1/balance_transactions': async (scene) => {
    await charged(scene)
    return {}
  },
  '/v1/balance_transactions/{id}': async (scene) => {
    await charged(scene)
    return { ids: [(await scene.first('/v1/balance_transactions')).id] }
  },
  '/v1/billing/meters': () => ({ params: METER }),
  '/v1/billing/meters/{id}': async (scene) => ({ ids: [await made(scene, '/v1/billing/meters', METER)] }),
  '/v1/billing/meters/{id}/deactivate': async (scene) => ({ ids: [await made(scene, '/v1/billing/meters', METER)] }),
  '/v1/billing/meters/{id}/reactivate': async (scene) => {
    const id = await made(scene, '/v1/billing/meters', METER)
    await scene.post(`/v1/billing/meters/${id}/deactivate`)
    return { ids: [id] }
  },
  '/v1/billing/meters/{id}/event_summaries': async (scene) => ({
    ids: [await made(scene, '/v1/billing/meters', METER)],
    query: { customer: scene.customer, start_time: 1_767_225_600, end_time: 1_767_312_000 },
  }),
  '/v1/billing/meter_events': async (scene) => {
    await scene.post('/v1/billing/meters', METER)
    return { params: { event_name: 'calls', payload: { stripe_customer_id: scene.customer, value: '3' } } }
  },
  '/v1/billing/meter_event_adjustments': async (scene) => {
    await scene.post('/v1/billing/meters', METER)
    const payload = { stripe_customer_id: scene.customer, value: '3' }
    await scene.post('/v1/billing/meter_events', { event_name: 'calls', identifier: 'one', payload })
    return { params: { event_name: 'calls', type: 'cancel', cancel: { identifier: 'one' } } }
  },
  '/v1/billing_portal/configurations': () => ({ params: PORTAL }),
  '/v1/billing_portal/configurations/{configuration}': async (scene) => ({
    ids: [await made(scene, '/v1/billing_portal/configurations', PORTAL)],
  }),
  '/v1/billing_portal/sessions': ({ customer }) => ({ params: { customer } }),
  '/v1/charges': () => ({ params: { amount: 900, currency: 'usd', source: 'tok_visa' } }),
  '/v1/charges/search': () => ({ query: { query: 'amount>100' } }),
  '/v1/charges/{charge}': async (scene) => ({ ids: [await charged(scene)] }),
  '/v1/charges/{charge}/capture': async (scene) => ({ ids: [await charged(scene, { capture: false })] }),
  '/v1/charges/{charge}/dispute': async (scene) => {
    const { latest_charge: charge } = await pay(scene, { payment_method: 'pm_card_createDispute' })
    return { ids: [String(charge)] }
  },
  '/v1/charges/{charge}/refund': async (scene) => ({ ids: [await charged(scene)] }),
  '/v1/charges/{charge}/refunds': async (scene) => ({ ids: [await charged(scene)] }),
  '/v1/charges/{charge}/refunds/{refund}': async (scene) => {
    const charge = await charged(scene)
    return { ids: [charge, await made(scene, '/v1/refunds', { charge })] }
  },
  '/v1/checkout/sessions': ({ singlePrice }) => ({
    params: { mode: 'payment', line_items: [{ price: singlePrice, quantity: 1 }], success_url: URL },
  }),
  '/v1/checkout/sessions#subscription': ({ price }) => ({
    params: { mode: 'subscription', line_items: [{ price, quantity: 1 }], success_url: URL },
  }),
  '/v1/checkout/sessions#setup': () => ({ params: { mode: 'setup', currency: 'usd', success_url: URL } }),
  '/v1/checkout/sessions/{session}': async (scene) => ({ ids: [await session(scene)] }),
  '/v1/checkout/sessions/{session}/line_items': async (scene) => ({ ids: [await session(scene)] }),
  '/v1/checkout/sessions/{session}/expire': async (scene) => ({ ids: [await session(scene)] }),
  '/v1/confirmation_tokens/{confirmation_token}': async (scene) => ({
    ids: [await made(scene, '/v1/test_helpers/confirmation_tokens', { payment_method: 'pm_card_visa' })],
  }),
  '/v1/coupons': () => ({ params: COUPON }),
  '/v1/coupons/{coupon}': ({ coupon }) => ({ ids: [coupon] }),
  '/v1/credit_notes': async (scene) => ({ params: { invoice: await open(scene), amount: 100 } }),
  '/v1/credit_notes/preview': async (scene) => ({ query: { invoice: await open(scene), amount: 100 } }),
  '/v1/credit_notes/preview/lines': async (scene) => ({ query: { invoice: await open(scene), amount: 100 } }),
  '/v1/credit_notes/{id}': async (scene) => ({ ids: [await creditNote(scene)] }),
  '/v1/credit_notes/{id}/void': async (scene) => ({ ids: [await creditNote(scene)] }),
  '/v1/credit_notes/{credit_note}/lines': async (scene) => ({ ids: [await creditNote(scene)] }),
  '/v1/customer_sessions': ({ customer }) => ({ params: { customer, components: { buy_button: { enabled: true } } } }),
  '/v1/customers': () => ({}),
  '/v1/customers/search': () => ({ query: { query: 'email:"ada@example.com"' } }),
  '/v1/customers/{customer}': ({ customer }) => ({ ids: [customer] }),
  '/v1/customers/{customer}/balance_transactions': ({ customer }) => ({
    ids: [customer],
    params: { amount: 100, currency: 'usd' },
  }),
  '/v1/customers/{customer}/balance_transactions/{transaction}': async (scene) => {
    const path = `/v1/customers/${scene.customer}/balance_transactions`
    return { ids: [scene.customer, await made(scene, path, { amount: 100, currency: 'usd' })] }
  },
  '/v1/customers/{customer}/bank_accounts': ({ customer }) => ({ ids: [customer], params: { source: 'btok_us' } }),
  '/v1/customers/{customer}/bank_accounts/{id}': async (scene) => ({
    ids: [scene.customer, await source(scene, 'btok_us')],
  }),
  '/v1/customers/{customer}/bank_accounts/{id}/verify': async (scene) => ({
    ids: [scene.customer, await source(scene, 'btok_us')],
    params: { amounts: [32, 45] },
  }),
  '/v1/customers/{customer}/cards': ({ customer }) => ({ ids: [customer], params: { source: 'tok_visa' } }),
  '/v1/customers/{customer}/cards/{id}': async (scene) => ({ ids: [scene.customer, await source(scene, 'tok_visa')] }),
  '/v1/customers/{customer}/subscriptions': ({ customer, price }) => ({
    ids: [customer],
    params: { items: [{ price }] },
  }),
  '/v1/customers/{customer}/subscriptions/{subscription_exposed_id}': async (scene) => ({
    ids: [scene.customer, await subscribed(scene)],
  }),
  '/v1/customers/{customer}/subscriptions/{subscription_exposed_id}/discount': async (scene) => ({
    ids: [scene.customer, await subscribed(scene, { coupon: scene.coupon })],
  }),
  '/v1/customers/{customer}/cash_balance': ({ customer }) => ({ ids: [customer] }),
  '/v1/customers/{customer}/cash_balance_transactions': async (scene) => {
    await funded(scene)
    return { ids: [scene.customer] }
  },
  '/v1/customers/{customer}/cash_balance_transactions/{transaction}': async (scene) => ({
    ids: [scene.customer, await funded(scene)],
  }),
  '/v1/customers/{customer}/funding_instructions': ({ customer }) => ({
    ids: [customer],
    params: { bank_transfer: { type: 'us_bank_transfer' }, currency: 'usd', funding_type: 'bank_transfer' },
  }),
  '/v1/test_helpers/customers/{customer}/fund_cash_balance': ({ customer }) => ({
    ids: [customer],
    params: { amount: 600, currency: 'usd' },
  }),
  '/v1/payment_intents/{intent}/apply_customer_balance': async (scene) => {
    await scene.post(`/v1/customers/${scene.customer}/cash_balance`, { settings: { reconciliation_mode: 'manual' } })
    const id = await transferred(scene)
    await funded(scene)
    return { ids: [id] }
  },
  '/v1/customers/{customer}/discount': () => ({ ids: ['cus_half'] }),
  '/v1/customers/{customer}/payment_methods': ({ customer }) => ({ ids: [customer] }),
  '/v1/customers/{customer}/payment_methods/{payment_method}': async (scene) => ({
    ids: [scene.customer, await methodOf(scene)],
  }),
  '/v1/customers/{customer}/sources': ({ customer }) => ({ ids: [customer], params: { source: 'tok_visa' } }),
  '/v1/customers/{customer}/sources/{id}': async (scene) => ({
    ids: [scene.customer, await source(scene, 'tok_visa')],
  }),
  '/v1/customers/{customer}/sources/{id}/verify': async (scene) => ({
    ids: [scene.customer, await source(scene, 'btok_us')],
    params: { amounts: [32, 45] },
  }),
  '/v1/customers/{customer}/tax_ids': ({ customer }) => ({ ids: [customer], params: TAX_ID }),
  '/v1/customers/{customer}/tax_ids/{id}': async (scene) => ({
    ids: [scene.customer, await made(scene, `/v1/customers/${scene.customer}/tax_ids`, TAX_ID)],
  }),
  '/v1/disputes': async (scene) => {
    await disputed(scene)
    return {}
  },
  '/v1/disputes/{dispute}': async (scene) => ({ ids: [await disputed(scene)] }),
  '/v1/disputes/{dispute}/close': async (scene) => ({ ids: [await disputed(scene)] }),
  '/v1/entitlements/active_entitlements': async (scene) => {
    await entitled(scene)
    return { query: { customer: scene.customer } }
  },
  '/v1/entitlements/active_entitlements/{id}': async (scene) => {
    await entitled(scene)
    return { ids: [(await scene.first(`/v1/entitlements/active_entitlements?customer=${scene.customer}`)).id] }
  },
  '/v1/entitlements/features': () => ({ params: FEATURE }),
  '/v1/entitlements/features/{id}': async (scene) => ({
    ids: [await made(scene, '/v1/entitlements/features', FEATURE)],
  }),
  '/v1/ephemeral_keys': ({ customer }) => ({ params: { customer } }),
  '/v1/ephemeral_keys/{key}': async (scene) => ({
    ids: [await made(scene, '/v1/ephemeral_keys', { customer: scene.customer })],
  }),
  '/v1/events': () => ({}),
  '/v1/events/{id}': async ({ first }) => ({ ids: [(await first('/v1/events')).id] }),
  '/v1/file_links': ({ file }) => ({ params: { file } }),
  '/v1/file_links/{link}': async (scene) => ({ ids: [await made(scene, '/v1/file_links', { file: scene.file })] }),
  '/v1/files': () => ({}),
  '/v1/files/{file}': ({ file }) => ({ ids: [file] }),
  '/v1/invoiceitems': ({ customer }) => ({ params: { customer, amount: 100, currency: 'usd' } }),
  '/v1/invoiceitems/{invoiceitem}': async (scene) => ({
    ids: [await made(scene, '/v1/invoiceitems', { customer: scene.customer, amount: 100, currency: 'usd' })],
  }),
  '/v1/invoices': ({ customer }) => ({ params: { customer } }),
  '/v1/invoices/create_preview': ({ customer, price }) => ({
    params: { customer, subscription_details: { items: [{ price }] } },
  }),
  '/v1/invoices/search': () => ({ query: { query: 'currency:"usd"' } }),
  '/v1/invoices/upcoming': async (scene) => {
    await subscribed(scene)
    return { query: { customer: scene.customer } }
  },
  '/v1/invoices/upcoming/lines': async (scene) => {
    await subscribed(scene)
    return { query: { customer: scene.customer } }
  },
  '/v1/invoices/{invoice}': async (scene) => ({ ids: [(await draft(scene)).id] }),
  '/v1/invoices/{invoice}/finalize': async (scene) => ({ ids: [(await draft(scene)).id] }),
  '/v1/invoices/{invoice}/lines': async (scene) => ({ ids: [await open(scene)] }),
  '/v1/invoices/{invoice}/lines/{line_item_id}': async (scene) => {
    const { id } = await draft(scene)
    return { ids: [id, (await scene.first(`/v1/invoices/${id}/lines`)).id] }
  },
  '/v1/invoices/{invoice}/mark_uncollectible': async (scene) => ({ ids: [await open(scene)] }),
  '/v1/invoices/{invoice}/pay': async (scene) => ({ ids: [await open(scene)] }),
  '/v1/invoices/{invoice}/send': async (scene) => {
    const sent = { customer: scene.customer, collection_method: 'send_invoice', days_until_due: 10 }
    return { ids: [await made(scene, '/v1/invoices', sent)] }
  },
  '/v1/invoices/{invoice}/void': async (scene) => ({ ids: [await open(scene)] }),
  '/v1/issuing/authorizations': async (scene) => {
    await authorization(scene)
    return {}
  },
  '/v1/issuing/authorizations/{authorization}': async (scene) => ({ ids: [await authorization(scene)] }),
  '/v1/issuing/cardholders': () => ({ params: HOLDER }),
  '/v1/issuing/cardholders/{cardholder}': async (scene) => ({
    ids: [await made(scene, '/v1/issuing/cardholders', HOLDER)],
  }),
  '/v1/issuing/cards': async (scene) => ({
    params: { cardholder: await made(scene, '/v1/issuing/cardholders', HOLDER), currency: 'usd', type: 'virtual' },
  }),
  '/v1/issuing/cards/{card}': async (scene) => ({ ids: [await issued(scene)] }),
  '/v1/issuing/disputes': async (scene) => ({ params: { transaction: await issuedPayment(scene) } }),
  '/v1/issuing/disputes/{dispute}': async (scene) => ({ ids: [await issuedDispute(scene)] }),
  '/v1/issuing/disputes/{dispute}/submit': async (scene) => ({ ids: [await issuedDispute(scene)] }),
  '/v1/issuing/transactions': async (scene) => {
    await issuedPayment(scene)
    return {}
  },
  '/v1/issuing/transactions/{transaction}': async (scene) => ({ ids: [await issuedPayment(scene)] }),
  '/v1/mandates/{mandate}': async (scene) => {
    const intent = await pay(scene, { payment_method: 'pm_usBankAccount_success' })
    const { payment_method_details: details } = await scene.first(`/v1/charges?payment_intent=${intent.id}`)
    return { ids: [(details as { us_bank_account: { mandate: string } }).us_bank_account.mandate] }
  },
  '/v1/payment_intents': () => ({ params: { amount: 5000, currency: 'usd' } }),
  '/v1/payment_intents#confirmed': ({ customer }) => ({
    params: { amount: 5000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa', customer, return_url: URL },
  }),
  '/v1/payment_intents/search': () => ({ query: { query: 'amount>100' } }),
  '/v1/payment_intents/{intent}': async (scene) => ({ ids: [await intent(scene)] }),
  '/v1/payment_intents/{intent}/cancel': async (scene) => ({ ids: [await intent(scene)] }),
  '/v1/payment_intents/{intent}/capture': async (scene) => ({ ids: [(await held(scene)).id] }),
  '/v1/payment_intents/{intent}/confirm': async (scene) => ({
    ids: [await intent(scene)],
    params: { payment_method: 'pm_card_visa', return_url: URL },
  }),
  '/v1/payment_intents/{intent}/increment_authorization': async (scene) => ({
    ids: [(await held(scene)).id],
    params: { amount: 6000 },
  }),
  '/v1/payment_intents/{intent}/verify_microdeposits': async (scene) => ({
    ids: [await made(scene, '/v1/payment_intents', { amount: 5000, currency: 'usd', ...UNVERIFIED })],
    params: { amounts: [32, 45] },
  }),
  '/v1/payment_links': ({ singlePrice }) => ({ params: { line_items: [{ price: singlePrice, quantity: 1 }] } }),
  '/v1/payment_links#subscription': ({ price }) => ({ params: { line_items: [{ price, quantity: 1 }] } }),
  '/v1/payment_links/{payment_link}': async (scene) => ({ ids: [await link(scene)] }),
  '/v1/payment_links/{payment_link}/line_items': async (scene) => ({ ids: [await link(scene)] }),
  '/v1/payment_method_configurations': () => ({}),
  '/v1/payment_method_configurations/{configuration}': async (scene) => ({
    ids: [await made(scene, '/v1/payment_method_configurations')],
  }),
  '/v1/payment_method_domains': () => ({ params: { domain_name: 'shop.test' } }),
  '/v1/payment_method_domains/{payment_method_domain}': async (scene) => ({ ids: [await domain(scene)] }),
  '/v1/payment_method_domains/{payment_method_domain}/validate': async (scene) => ({ ids: [await domain(scene)] }),
  '/v1/payment_methods': ({ customer }) => ({
    params: { type: 'card', card: { token: 'tok_visa' } },
    query: { customer },
  }),
  '/v1/payment_methods/{payment_method}': async (scene) => ({ ids: [await methodOf(scene)] }),
  '/v1/payment_methods/{payment_method}/attach': async (scene) => ({
    ids: [await made(scene, '/v1/payment_methods', { type: 'card', card: { token: 'tok_visa' } })],
    params: { customer: scene.customer },
  }),
  '/v1/payment_methods/{payment_method}/detach': async (scene) => ({ ids: [await methodOf(scene)] }),
  '/v1/payouts': async (scene) => {
    await fund(scene)
    return { params: { amount: 100, currency: 'usd' } }
  },
  '/v1/payouts/{payout}': async (scene) => ({ ids: [await payout(scene)] }),
  '/v1/payouts/{payout}/cancel': async (scene) => ({ ids: [await payout(scene)] }),
  '/v1/payouts/{payout}/reverse': async (scene) => {
    const id = await payout(scene)
    scene.advance('5d')
    return { ids: [id] }
  },
  '/v1/plans': () => ({ params: PLAN }),
  '/v1/plans/{plan}': async (scene) => ({ ids: [await made(scene, '/v1/plans', PLAN)] }),
  '/v1/prices': ({ product }) => ({ params: { currency: 'usd', unit_amount: 100, product } }),
  '/v1/prices/search': () => ({ query: { query: 'active:"true"' } }),
  '/v1/prices/{price}': ({ price }) => ({ ids: [price] }),
  '/v1/products': () => ({ params: { name: 'Silver' } }),
  '/v1/products/search': () => ({ query: { query: 'active:"true"' } }),
  '/v1/products/{id}': async (scene) => ({ ids: [await made(scene, '/v1/products', { name: 'Silver' })] }),
  '/v1/products/{product}/features': async (scene) => ({
    ids: [scene.product],
    params: { entitlement_feature: await made(scene, '/v1/entitlements/features', FEATURE) },
  }),
  '/v1/products/{product}/features/{id}': async (scene) => ({ ids: [scene.product, await productFeature(scene)] }),
  '/v1/promotion_codes': ({ coupon }) => ({ params: { coupon } }),
  '/v1/promotion_codes/{promotion_code}': async (scene) => ({
    ids: [await made(scene, '/v1/promotion_codes', { coupon: scene.coupon })],
  }),
  '/v1/quotes': ({ customer, singlePrice }) => ({ params: { customer, line_items: [{ price: singlePrice }] } }),
  '/v1/quotes/{quote}': async (scene) => ({ ids: [await quote(scene)] }),
  '/v1/quotes/{quote}/accept': async (scene) => ({ ids: [await openQuote(scene)] }),
  '/v1/quotes/{quote}/cancel': async (scene) => ({ ids: [await quote(scene)] }),
  '/v1/quotes/{quote}/computed_upfront_line_items': async (scene) => ({ ids: [await quote(scene)] }),
  '/v1/quotes/{quote}/finalize': async (scene) => ({ ids: [await quote(scene)] }),
  '/v1/quotes/{quote}/line_items': async (scene) => ({ ids: [await quote(scene)] }),
  '/v1/radar/early_fraud_warnings': async (scene) => {
    await pay(scene, { payment_method: 'pm_card_createIssuerFraudRecord' })
    return {}
  },
  '/v1/radar/early_fraud_warnings/{early_fraud_warning}': async (scene) => {
    await pay(scene, { payment_method: 'pm_card_createIssuerFraudRecord' })
    return { ids: [(await scene.first('/v1/radar/early_fraud_warnings')).id] }
  },
  '/v1/radar/value_list_items': async (scene) => {
    const value_list = await made(scene, '/v1/radar/value_lists', VALUE_LIST)
    return { params: { value_list, value: 'a' }, query: { value_list } }
  },
  '/v1/radar/value_list_items/{item}': async (scene) => {
    const value_list = await made(scene, '/v1/radar/value_lists', VALUE_LIST)
    return { ids: [await made(scene, '/v1/radar/value_list_items', { value_list, value: 'a' })] }
  },
  '/v1/radar/value_lists': () => ({ params: VALUE_LIST }),
  '/v1/radar/value_lists/{value_list}': async (scene) => ({
    ids: [await made(scene, '/v1/radar/value_lists', VALUE_LIST)],
  }),
  '/v1/refunds': async (scene) => ({ params: { payment_intent: (await pay(scene)).id } }),
  '/v1/refunds/{refund}': async (scene) => ({ ids: [await refund(scene)] }),
  '/v1/refunds/{refund}/cancel': async (scene) => ({ ids: [await refund(scene, 'pm_card_pendingRefund')] }),
  '/v1/reporting/report_runs': () => ({ params: { report_type: 'balance.summary.1', parameters: REPORTED } }),
  '/v1/reporting/report_runs/{report_run}': async (scene) => ({
    ids: [await made(scene, '/v1/reporting/report_runs', { report_type: 'balance.summary.1', parameters: REPORTED })],
  }),
  '/v1/reporting/report_types': () => ({}),
  '/v1/reporting/report_types/{report_type}': () => ({ ids: ['balance.summary.1'] }),
  '/v1/reviews': async (scene) => {
    await reviewed(scene)
    return {}
  },
  '/v1/reviews/{review}': async (scene) => ({ ids: [await reviewed(scene)] }),
  '/v1/reviews/{review}/approve': async (scene) => ({ ids: [await reviewed(scene)] }),
  '/v1/setup_attempts': async (scene) => ({
    query: {
      setup_intent: await made(scene, '/v1/setup_intents', {
        confirm: true,
        payment_method: 'pm_card_visa',
        return_url: URL,
      }),
    },
  }),
  '/v1/setup_intents': () => ({}),
  '/v1/setup_intents#confirmed': ({ customer }) => ({
    params: { confirm: true, payment_method: 'pm_card_visa', customer, return_url: URL },
  }),
  '/v1/setup_intents/{intent}': async (scene) => ({ ids: [await made(scene, '/v1/setup_intents')] }),
  '/v1/setup_intents/{intent}/cancel': async (scene) => ({ ids: [await made(scene, '/v1/setup_intents')] }),
  '/v1/setup_intents/{intent}/confirm': async (scene) => ({
    ids: [await made(scene, '/v1/setup_intents')],
    params: { payment_method: 'pm_card_visa', return_url: URL },
  }),
  '/v1/setup_intents/{intent}/verify_microdeposits': async (scene) => ({
    ids: [await made(scene, '/v1/setup_intents', UNVERIFIED)],
    params: { amounts: [32, 45] },
  }),
  '/v1/shipping_rates': () => ({ params: SHIPPING_RATE }),
  '/v1/shipping_rates/{shipping_rate_token}': async (scene) => ({
    ids: [await made(scene, '/v1/shipping_rates', SHIPPING_RATE)],
  }),
  '/v1/subscription_items': async (scene) => {
    const subscription = await subscribed(scene)
    const price = { product: scene.product, currency: 'usd', unit_amount: 500, recurring: { interval: 'month' } }
    return { params: { subscription, price: await made(scene, '/v1/prices', price) }, query: { subscription } }
  },
  '/v1/subscription_items/{item}': async (scene) => ({ ids: [await oneItem(scene)] }),
  '/v1/subscription_items/{subscription_item}/usage_records': async (scene) => ({
    ids: [await metered(scene)],
    params: { quantity: 3 },
  }),
  '/v1/subscription_items/{subscription_item}/usage_record_summaries': async (scene) => ({
    ids: [await metered(scene)],
  }),
  '/v1/subscription_schedules': (scene) => ({ params: schedule(scene) }),
  '/v1/subscription_schedules/{schedule}': async (scene) => ({ ids: [await scheduled(scene)] }),
  '/v1/subscription_schedules/{schedule}/cancel': async (scene) => ({ ids: [await scheduled(scene)] }),
  '/v1/subscription_schedules/{schedule}/release': async (scene) => ({ ids: [await scheduled(scene)] }),
  '/v1/subscriptions': ({ customer, price }) => ({ params: { customer, items: [{ price }] } }),
  '/v1/subscriptions/search': () => ({ query: { query: 'status:"active"' } }),
  '/v1/subscriptions/{subscription_exposed_id}': async (scene) => ({ ids: [await subscribed(scene)] }),
  '/v1/subscriptions/{subscription_exposed_id}/discount': async (scene) => ({
    ids: [await subscribed(scene, { coupon: scene.coupon })],
  }),
  '/v1/subscriptions/{subscription}/resume': async (scene) => {
    const trial_settings = { end_behavior: { missing_payment_method: 'pause' } }
    const customer = await made(scene, '/v1/customers')
    const id = await subscribed(scene, { customer, trial_period_days: 1, trial_settings })
    scene.advance('2d')
    return { ids: [id], params: { billing_cycle_anchor: 'unchanged' } }
  },
  '/v1/tax/calculations': () => ({ params: TAXED }),
  '/v1/tax/calculations/{calculation}/line_items': async (scene) => ({
    ids: [await made(scene, '/v1/tax/calculations', TAXED)],
  }),
  '/v1/tax/registrations': () => ({ params: REGISTRATION }),
  '/v1/tax/registrations/{id}': async (scene) => ({ ids: [await made(scene, '/v1/tax/registrations', REGISTRATION)] }),
  '/v1/tax/settings': () => ({}),
  '/v1/tax/transactions/create_from_calculation': async (scene) => ({
    params: { calculation: await made(scene, '/v1/tax/calculations', TAXED), reference: 'order-1' },
  }),
  '/v1/tax/transactions/create_reversal': async (scene) => ({
    params: { mode: 'full', original_transaction: await recorded(scene), reference: 'refund-1' },
  }),
  '/v1/tax/transactions/{transaction}': async (scene) => ({ ids: [await recorded(scene)] }),
  '/v1/tax/transactions/{transaction}/line_items': async (scene) => ({ ids: [await recorded(scene)] }),
  '/v1/tax_ids': () => ({ params: TAX_ID }),
  '/v1/tax_ids/{id}': async (scene) => ({ ids: [await made(scene, '/v1/tax_ids', TAX_ID)] }),
  '/v1/tax_rates': () => ({ params: TAX_RATE }),
  '/v1/tax_rates/{tax_rate}': async (scene) => ({ ids: [await made(scene, '/v1/tax_rates', TAX_RATE)] }),
  '/v1/terminal/configurations': () => ({}),
  '/v1/terminal/configurations/{configuration}': async (scene) => ({
    ids: [await made(scene, '/v1/terminal/configurations', { name: 'Shop' })],
  }),
  '/v1/terminal/connection_tokens': () => ({}),
  '/v1/terminal/locations': () => ({ params: { display_name: 'Shop', address: ADDRESS } }),
  '/v1/terminal/locations/{location}': async (scene) => ({
    ids: [await made(scene, '/v1/terminal/locations', { display_name: 'Shop', address: ADDRESS })],
  }),
  '/v1/terminal/readers': async (scene) => ({
    params: {
      registration_code: 'simulated-wpe',
      location: await made(scene, '/v1/terminal/locations', { display_name: 'Shop', address: ADDRESS }),
    },
  }),
  '/v1/terminal/readers/{reader}': async (scene) => ({ ids: [await reader(scene)] }),
  '/v1/terminal/readers/{reader}/cancel_action': async (scene) => ({ ids: [await busyReader(scene)] }),
  '/v1/terminal/readers/{reader}/process_payment_intent': async (scene) => ({
    ids: [await reader(scene)],
    params: { payment_intent: await presented(scene) },
  }),
  '/v1/terminal/readers/{reader}/process_setup_intent': async (scene) => ({
    ids: [await reader(scene)],
    params: {
      setup_intent: await made(scene, '/v1/setup_intents', { payment_method_types: ['card_present'] }),
      customer_consent_collected: true,
    },
  }),
  '/v1/terminal/readers/{reader}/refund_payment': async (scene) => {
    const id = await reader(scene)
    const payment_intent = await presented(scene)
    await scene.post(`/v1/terminal/readers/${id}/process_payment_intent`, { payment_intent })
    await scene.post(`/v1/test_helpers/terminal/readers/${id}/present_payment_method`)
    return { ids: [id], params: { payment_intent } }
  },
  '/v1/terminal/readers/{reader}/set_reader_display': async (scene) => ({
    ids: [await reader(scene)],
    params: {
      type: 'cart',
      cart: { currency: 'usd', total: 500, line_items: [{ amount: 500, description: 'Mug', quantity: 1 }] },
    },
  }),
  '/v1/test_helpers/confirmation_tokens': () => ({ params: { payment_method: 'pm_card_visa' } }),
  '/v1/test_helpers/issuing/authorizations': async (scene) => ({
    params: { card: await issued(scene), amount: 1000, currency: 'usd' },
  }),
  '/v1/test_helpers/issuing/authorizations/{authorization}/capture': async (scene) => ({
    ids: [await authorization(scene)],
  }),
  '/v1/test_helpers/issuing/authorizations/{authorization}/expire': async (scene) => ({
    ids: [await authorization(scene)],
  }),
  '/v1/test_helpers/issuing/authorizations/{authorization}/increment': async (scene) => ({
    ids: [await authorization(scene)],
    params: { increment_amount: 100 },
  }),
  '/v1/test_helpers/issuing/authorizations/{authorization}/reverse': async (scene) => ({
    ids: [await authorization(scene)],
  }),
  '/v1/test_helpers/issuing/cards/{card}/shipping/ship': async (scene) => ({ ids: [await posted(scene)] }),
  '/v1/test_helpers/issuing/cards/{card}/shipping/deliver': async (scene) => ({ ids: [await shipped(scene)] }),
  '/v1/test_helpers/issuing/cards/{card}/shipping/fail': async (scene) => ({ ids: [await shipped(scene)] }),
  '/v1/test_helpers/issuing/cards/{card}/shipping/return': async (scene) => ({ ids: [await shipped(scene)] }),
  '/v1/test_helpers/issuing/transactions/create_force_capture': async (scene) => ({
    params: { card: await issued(scene), amount: 500, currency: 'usd' },
  }),
  '/v1/test_helpers/issuing/transactions/create_unlinked_refund': async (scene) => ({
    params: { card: await issued(scene), amount: 500, currency: 'usd' },
  }),
  '/v1/test_helpers/issuing/transactions/{transaction}/refund': async (scene) => ({
    ids: [await issuedPayment(scene)],
  }),
  '/v1/test_helpers/refunds/{refund}/expire': async (scene) => {
    const { id } = await pay(scene, {
      currency: 'jpy',
      payment_method: undefined,
      automatic_payment_methods: { enabled: true },
      payment_method_data: {
        type: 'konbini',
        billing_details: { name: 'Ada', email: 'succeed_immediately@example.com' },
      },
      return_url: URL,
    })
    scene.advance('5m')
    return { ids: [await made(scene, '/v1/refunds', { payment_intent: id })] }
  },
  '/v1/test_helpers/terminal/readers/{reader}/present_payment_method': async (scene) => ({
    ids: [await busyReader(scene)],
  }),
  '/v1/test_helpers/test_clocks': () => ({ params: CLOCK }),
  '/v1/test_helpers/test_clocks/{test_clock}': async (scene) => ({
    ids: [await made(scene, '/v1/test_helpers/test_clocks', CLOCK)],
  }),
  '/v1/test_helpers/test_clocks/{test_clock}/advance': async (scene) => ({
    ids: [await made(scene, '/v1/test_helpers/test_clocks', CLOCK)],
    params: { frozen_time: 1_800_000_100 },
  }),
  '/v1/sources': () => ({ params: { type: 'card', token: 'tok_visa' } }),
  '/v1/sources#redirect': () => ({
    params: { type: 'ideal', amount: 600, currency: 'eur', redirect: { return_url: URL } },
  }),
  '/v1/sources/{source}': async (scene) => ({ ids: [await cardSource(scene)] }),
  '/v1/sources/{source}/source_transactions': async (scene) => ({ ids: [await cardSource(scene)] }),
  '/v1/tokens': () => ({
    params: { card: { number: '4242424242424242', exp_month: '12', exp_year: '2030', cvc: '123' } },
  }),
  '/v1/tokens/{token}': async (scene) => ({
    ids: [await made(scene, '/v1/tokens', { card: { number: '4242424242424242', exp_month: '12', exp_year: '2030' } })],
  }),
  '/v1/topups': () => ({ params: { amount: 100, currency: 'usd' } }),
  '/v1/topups/{topup}': async (scene) => ({ ids: [await made(scene, '/v1/topups', { amount: 100, currency: 'usd' })] }),
  '/v1/topups/{topup}/cancel': async (scene) => ({
    ids: [await made(scene, '/v1/topups', { amount: 100, currency: 'usd' })],
  }),
  '/v1/transfers': async (scene) => {
    await fund(scene)
    return { params: { amount: 100, currency: 'usd', destination: scene.account } }
  },
  '/v1/transfers/{transfer}': async (scene) => ({ ids: [await transfer(scene)] }),
  '/v1/transfers/{id}/reversals': async (scene) => ({ ids: [await transfer(scene)] }),
  '/v1/transfers/{transfer}/reversals/{id}': async (scene) => {
    const id = await transfer(scene)
    return { ids: [id, await made(scene, `/v1/transfers/${id}/reversals`, { amount: 10 })] }
  },
  '/v1/webhook_endpoints': () => ({ params: ENDPOINT }),
  '/v1/webhook_endpoints/{webhook_endpoint}': async (scene) => ({
    ids: [await made(scene, '/v1/webhook_endpoints', ENDPOINT)],
  }),
}
