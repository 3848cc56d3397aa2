import type Stripe from 'stripe'
import type { RunningPayments } from './payments.fixture.ts'

/** The surroundings of a scenario. */
interface Scene {
  readonly stripe: Stripe
  readonly payments: RunningPayments
}

/** A file as the SDK uploads it. */
export const PNG = { data: Buffer.from('89504e470d0a1a0a', 'hex'), name: 'logo.png', type: 'application/octet.stream' }

/** Calls of every operation of the resources beside payments and billing, by subject. */
export const resourceScenarios: Readonly<Record<string, (scene: Scene) => Promise<void>>> = {
  entitlements: async ({ stripe }) => {
    const feature = await stripe.entitlements.features.create({
      lookup_key: 'export',
      name: 'Export',
      metadata: { a: '1' },
    })
    await stripe.entitlements.features.update(feature.id, { name: 'Exports', metadata: { b: '2' } })
    await stripe.entitlements.features.retrieve(feature.id)
    await stripe.entitlements.features.list({ archived: false, lookup_key: 'export' })
    const product = await stripe.products.create({ name: 'Gold' })
    const attached = await stripe.products.createFeature(product.id, { entitlement_feature: feature.id })
    await stripe.products.retrieveFeature(product.id, attached.id)
    await stripe.products.listFeatures(product.id)
    const { id: customer } = await stripe.customers.create({
      payment_method: 'pm_card_visa',
      invoice_settings: { default_payment_method: 'pm_card_visa' },
    })
    const price = { currency: 'usd', product: product.id, recurring: { interval: 'month' as const }, unit_amount: 900 }
    await stripe.subscriptions.create({ customer, items: [{ price_data: price }] })
    const { data } = await stripe.entitlements.activeEntitlements.list({ customer })
    await stripe.entitlements.activeEntitlements.retrieve(data[0]?.id ?? '', { expand: ['feature'] })
    await stripe.products.deleteFeature(product.id, attached.id)
  },

  'cash balances': async ({ stripe }) => {
    const { id: customer } = await stripe.customers.create({
      cash_balance: { settings: { reconciliation_mode: 'manual' } },
    })
    await stripe.customers.retrieveCashBalance(customer)
    const funded = await stripe.testHelpers.customers.fundCashBalance(customer, {
      amount: 2000,
      currency: 'usd',
      reference: 'ORDER1',
    })
    await stripe.customers.retrieveCashBalanceTransaction(customer, funded.id, { expand: ['customer'] })
    const bank_transfer = { type: 'us_bank_transfer' as const }
    const { id } = await stripe.paymentIntents.create({
      amount: 5000,
      currency: 'usd',
      customer,
      payment_method_data: { type: 'customer_balance' },
      payment_method_options: { customer_balance: { funding_type: 'bank_transfer', bank_transfer } },
      allowed_payment_method_types: ['customer_balance'],
    })
    await stripe.paymentIntents.confirm(id)
    await stripe.paymentIntents.applyCustomerBalance(id, { amount: 500, currency: 'usd' })
    await stripe.customers.listCashBalanceTransactions(customer, { limit: 2 })
    await stripe.customers.updateCashBalance(customer, { settings: { reconciliation_mode: 'merchant_default' } })
    // The types of older versions name the transfers of these two currencies only, as those of answers.
    await stripe.customers.createFundingInstructions(customer, {
      currency: 'jpy',
      bank_transfer: { type: 'jp_bank_transfer' },
      funding_type: 'bank_transfer',
    })
    const eu_bank_transfer = { country: 'DE' }
    await stripe.customers.createFundingInstructions(customer, {
      currency: 'eur',
      bank_transfer: { type: 'eu_bank_transfer', eu_bank_transfer },
      funding_type: 'bank_transfer',
    })
  },

  'files and their links': async ({ stripe }) => {
    const file = await stripe.files.create({ purpose: 'business_logo', file: PNG, file_link_data: { create: true } })
    await stripe.files.retrieve(file.id)
    await stripe.files.list({ purpose: 'business_logo', created: { gte: 1 } })
    const link = await stripe.fileLinks.create({ file: file.id, expires_at: 2_000_000_000, metadata: { a: '1' } })
    await stripe.fileLinks.update(link.id, { expires_at: 'now', metadata: { b: '2' } })
    await stripe.fileLinks.retrieve(link.id, { expand: ['file'] })
    await stripe.fileLinks.list({ file: file.id, expired: false })
  },

  quotes: async ({ stripe }) => {
    const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' })
    const { id: product } = await stripe.products.create({ name: 'Gold' })
    const rate = await stripe.taxRates.create({ display_name: 'VAT', percentage: 20, inclusive: false })
    const monthly = { currency: 'usd', product, recurring: { interval: 'month' as const }, unit_amount: 900 }
    await stripe.quotes.create({})
    const quote = await stripe.quotes.create({
      customer,
      collection_method: 'send_invoice',
      default_tax_rates: [rate.id],
      description: 'An offer',
      header: 'Offer',
      footer: 'Thank you',
      expires_at: 1_800_000_000,
      invoice_settings: { days_until_due: 14 },
      line_items: [
        { price_data: monthly, quantity: 2 },
        { price_data: { currency: 'usd', product, unit_amount: 500 } },
      ],
      metadata: { a: '1' },
      subscription_data: { description: 'Gold', metadata: { b: '2' } },
    })
    await stripe.quotes.update(quote.id, { description: 'A better offer', metadata: { c: '3' } })
    await stripe.quotes.finalizeQuote(quote.id, { expires_at: 1_800_000_001 })
    await stripe.quotes.listLineItems(quote.id, { limit: 1 })
    await stripe.quotes.listComputedUpfrontLineItems(quote.id)
    await stripe.quotes.pdf(quote.id)
    const accepted = await stripe.quotes.accept(quote.id, { expand: ['subscription', 'invoice', 'line_items'] })
    if (accepted.subscription === null || accepted.invoice === null) throw new Error('the quote led to nothing')
    const copy = await stripe.quotes.create({ from_quote: { quote: quote.id } })
    await stripe.quotes.cancel(copy.id)
    await stripe.quotes.retrieve(copy.id, { expand: ['from_quote.quote'] })
    await stripe.quotes.list({ customer, status: 'accepted' })
  },

  tax: async ({ stripe }) => {
    await stripe.tax.settings.retrieve()
    await stripe.tax.settings.update({
      defaults: { tax_behavior: 'exclusive', tax_code: 'txcd_10103001' },
      head_office: { address: { country: 'DE', city: 'Berlin', line1: 'Main Street 1', postal_code: '10115' } },
    })
    const registration = await stripe.tax.registrations.create({
      country: 'FR',
      active_from: 'now',
      country_options: { fr: { type: 'standard', standard: { place_of_supply_scheme: 'standard' } } },
    })
    await stripe.tax.registrations.update(registration.id, { expires_at: 2_000_000_000 })
    await stripe.tax.registrations.retrieve(registration.id)
    await stripe.tax.registrations.list({ status: 'active' })
    const address = { country: 'FR', line1: '1 Rue', city: 'Paris', postal_code: '75001' }
    const { id: customer } = await stripe.customers.create({ address })
    await stripe.tax.calculations.create({ currency: 'eur', customer, line_items: [{ amount: 1000 }] })
    const { id: product } = await stripe.products.create({ name: 'Mug' })
    const calculation = await stripe.tax.calculations.create({
      currency: 'eur',
      customer_details: {
        address,
        address_source: 'shipping',
        ip_address: '203.0.113.7',
        tax_ids: [{ type: 'eu_vat', value: 'FRAB123456789' }],
        taxability_override: 'none',
      },
      line_items: [
        { amount: 1000, product, quantity: 2, reference: 'A', tax_behavior: 'inclusive', metadata: { a: '1' } },
        { amount: 500, reference: 'B', tax_code: 'txcd_99999999' },
      ],
      ship_from_details: { address: { country: 'DE' } },
      shipping_cost: { amount: 300, tax_behavior: 'exclusive' },
      expand: ['line_items'],
    })
    await stripe.tax.calculations.retrieve(calculation.id ?? '', { expand: ['line_items'] })
    await stripe.tax.calculations.listLineItems(calculation.id ?? '', { limit: 1 })
    const transaction = await stripe.tax.transactions.createFromCalculation({
      calculation: calculation.id ?? '',
      reference: 'order 7',
      metadata: { a: '1' },
      expand: ['line_items'],
    })
    await stripe.tax.transactions.listLineItems(transaction.id)
    const partial = await stripe.tax.transactions.createReversal({
      mode: 'partial',
      original_transaction: transaction.id,
      reference: 'return 7',
      line_items: [
        {
          amount: -500,
          amount_tax: -83,
          original_line_item: transaction.line_items?.data[0]?.id ?? '',
          reference: 'A',
          quantity: 1,
        },
      ],
      shipping_cost: { amount: 0, amount_tax: 0 },
    })
    await stripe.tax.transactions.retrieve(partial.id)
  },

  'connected accounts, their persons, capabilities and banks': async ({ stripe }) => {
    const { id } = await stripe.accounts.create({
      type: 'express',
      country: 'US',
      capabilities: { transfers: { requested: true } },
      external_account: 'btok_us_verified',
    })
    const person = await stripe.accounts.createPerson(id, {
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'ada@example.com',
      dob: { day: 10, month: 12, year: 1985 },
      address: { line1: '1 Main Street', city: 'Springfield', country: 'US', postal_code: '12345', state: 'IL' },
      relationship: { representative: true, owner: true, percent_ownership: 60, title: 'CEO' },
      ssn_last_4: '0000',
      metadata: { a: '1' },
    })
    await stripe.accounts.updatePerson(id, person.id, { phone: '0000000000', nationality: 'US' })
    await stripe.accounts.retrievePerson(id, person.id)
    await stripe.accounts.listPersons(id, { relationship: { representative: true } })
    await stripe.accounts.createPerson(id, {})
    await stripe.accounts.deletePerson(id, person.id)
    await stripe.accounts.listCapabilities(id)
    await stripe.accounts.updateCapability(id, 'sepa_debit_payments', { requested: true })
    await stripe.accounts.retrieveCapability(id, 'transfers')
    const bank = await stripe.accounts.createExternalAccount(id, {
      external_account: {
        object: 'bank_account',
        account_holder_name: 'Ada',
        account_holder_type: 'individual',
        account_number: '000123456789',
        country: 'US',
        currency: 'usd',
        routing_number: '110000000',
      } as never, // the types of older versions name tokens only
      metadata: { a: '1' },
    })
    await stripe.accounts.updateExternalAccount(id, bank.id, { metadata: { b: '2' } })
    await stripe.accounts.retrieveExternalAccount(id, bank.id)
    await stripe.accounts.listExternalAccounts(id, { object: 'bank_account' })
    await stripe.accounts.deleteExternalAccount(id, bank.id)
    await stripe.accounts.createLoginLink(id)
    await stripe.accountSessions.create({
      account: id,
      components: { payments: { enabled: true, features: { refund_management: false } }, balances: { enabled: true } },
    })
    await stripe.accounts.retrieve(id)
  },

  'refunds that ask for a bank account': async ({ stripe, payments }) => {
    const intent = await stripe.paymentIntents.create({
      amount: 5000,
      currency: 'jpy',
      confirm: true,
      return_url: 'https://shop.test',
      payment_method_data: {
        type: 'konbini',
        billing_details: { name: 'Ada Lovelace', email: 'succeed_immediately@a.com' },
      },
    })
    payments.clock.advance('1 hour')
    const refund = await stripe.refunds.create({ payment_intent: intent.id })
    const expired = await stripe.testHelpers.refunds.expire(refund.id)
    if (refund.status !== 'requires_action' || expired.status !== 'failed') throw new Error(`it is ${expired.status}`)
  },

  'event destinations and thin events': async ({ stripe }) => {
    const destination = await stripe.v2.core.eventDestinations.create({
      description: 'All',
      enabled_events: ['*'],
      event_payload: 'thin',
      events_from: ['self'],
      include: ['webhook_endpoint.signing_secret', 'webhook_endpoint.url'],
      metadata: { a: '1' },
      name: 'Mine',
      type: 'webhook_endpoint',
      webhook_endpoint: { url: 'http://127.0.0.1:9/' },
    })
    await stripe.v2.core.eventDestinations.update(destination.id, {
      description: 'Some',
      enabled_events: ['v1.customer.created'],
      name: 'Ours',
    })
    await stripe.v2.core.eventDestinations.disable(destination.id)
    await stripe.v2.core.eventDestinations.enable(destination.id)
    await stripe.v2.core.eventDestinations.retrieve(destination.id, { include: ['webhook_endpoint.url'] })
    await stripe.v2.core.eventDestinations.list({ limit: 1 })
    const ping = await stripe.v2.core.eventDestinations.ping(destination.id)
    await stripe.v2.core.events.retrieve(ping.id)
    await stripe.v2.core.events.list({ object_id: destination.id, limit: 1 })
    await stripe.v2.core.eventDestinations.del(destination.id)
  },

  'meter events in JSON': async ({ stripe }) => {
    await stripe.billing.meters.create({
      display_name: 'Calls',
      event_name: 'calls',
      default_aggregation: { formula: 'sum' },
    })
    const { id: customer } = await stripe.customers.create({})
    const payload = { stripe_customer_id: customer, value: '3' }
    await stripe.v2.billing.meterEvents.create({ event_name: 'calls', payload })
    const identifier = 'one'
    await stripe.v2.billing.meterEvents.create({ event_name: 'calls', identifier, payload })
    await stripe.v2.billing.meterEventAdjustments.create({
      cancel: { identifier },
      event_name: 'calls',
      type: 'cancel',
    })
  },

  reports: async ({ stripe, payments }) => {
    await stripe.reporting.reportTypes.list()
    await stripe.reporting.reportTypes.retrieve('balance.summary.1')
    const run = await stripe.reporting.reportRuns.create({
      report_type: 'balance_change_from_activity.itemized.1',
      parameters: {
        columns: ['balance_transaction_id', 'net'],
        currency: 'usd',
        interval_start: 1_700_000_000,
        interval_end: 1_900_000_000,
        reporting_category: 'charge',
        timezone: 'Europe/Berlin',
      },
    })
    payments.clock.advance('1 minute')
    const done = await stripe.reporting.reportRuns.retrieve(run.id)
    if (run.status !== 'pending' || done.status !== 'succeeded') throw new Error(`it is ${done.status}`)
    await stripe.reporting.reportRuns.list({ created: { gte: 1 } })
  },

  'balance settings': async ({ stripe }) => {
    await stripe.balanceSettings.retrieve()
    await stripe.balanceSettings.update({
      payments: {
        debit_negative_balances: false,
        payouts: {
          minimum_balance_by_currency: { usd: 100 },
          schedule: { interval: 'monthly', monthly_payout_days: [1, 15] },
          statement_descriptor: 'SHOP',
        },
        settlement_timing: { delay_days_override: 5 },
      },
    })
  },

  'top-ups': async ({ stripe, payments }) => {
    const topup = await stripe.topups.create({ amount: 2000, currency: 'usd' })
    await stripe.topups.update(topup.id, { description: 'for payouts', metadata: { a: '1' } })
    const other = await stripe.topups.create({
      amount: 500,
      currency: 'usd',
      description: 'again',
      statement_descriptor: 'Top-up',
      transfer_group: 'A',
      metadata: { a: '1' },
    })
    await stripe.topups.cancel(other.id)
    payments.clock.advance('1 day')
    await stripe.topups.retrieve(topup.id, { expand: ['balance_transaction'] })
    await stripe.topups.list({ status: 'succeeded', amount: { gt: 1 } })
  },

  'accounts of the second version': async ({ stripe }) => {
    const { accounts, accountLinks, accountTokens } = stripe.v2.core
    const { id } = await accounts.create({
      contact_email: 'ada@example.com',
      display_name: 'Ada',
      configuration: {
        merchant: { capabilities: { card_payments: { requested: true } }, mcc: '5734' },
        recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
      },
      identity: { country: 'us', entity_type: 'individual', individual: { given_name: 'Ada' } },
      include: ['configuration.merchant', 'configuration.recipient', 'defaults', 'identity', 'requirements'],
    })
    const accountToken = await accountTokens.create({ display_name: 'Grace' })
    await accountTokens.retrieve(accountToken.id)
    await accounts.update(id, { account_token: accountToken.id, include: ['future_requirements'] })
    const personToken = await accounts.personTokens.create(id, { given_name: 'Grace' })
    await accounts.personTokens.retrieve(id, personToken.id)
    const person = await accounts.persons.create(id, { person_token: personToken.id, relationship: { owner: true } })
    await accounts.persons.update(id, person.id, { surname: 'Hopper' })
    await accounts.persons.retrieve(id, person.id)
    await accounts.persons.list(id, { limit: 1 })
    await accounts.persons.del(id, person.id)
    await accounts.retrieve(id, { include: ['configuration.customer'] })
    await accountLinks.create({
      account: id,
      use_case: {
        type: 'account_onboarding',
        account_onboarding: { refresh_url: 'https://shop.test' },
      },
    })
    await accounts.list({ limit: 1 })
    await accounts.close(id, { applied_configurations: ['merchant', 'recipient'] })
  },

  'value lists of Radar': async ({ stripe }) => {
    const list = await stripe.radar.valueLists.create({ alias: 'friends', name: 'Friends', item_type: 'email' })
    await stripe.radar.valueLists.update(list.id, { name: 'Good friends', metadata: { a: '1' } })
    const item = await stripe.radar.valueListItems.create({ value: 'Ada@example.com', value_list: list.id })
    await stripe.radar.valueListItems.retrieve(item.id)
    await stripe.radar.valueListItems.list({ value_list: list.id, value: 'ada@example.com' })
    await stripe.radar.valueLists.retrieve(list.id)
    await stripe.radar.valueLists.list({ contains: 'ada@example.com' })
    await stripe.radar.valueListItems.del(item.id)
    await stripe.radar.valueLists.del(list.id)
  },

  'settings of payment methods': async ({ stripe }) => {
    const former = await stripe.applePayDomains.create({ domain_name: 'shop.example.com' })
    await stripe.applePayDomains.retrieve(former.id)
    await stripe.applePayDomains.list({ domain_name: 'shop.example.com' })
    await stripe.applePayDomains.del(former.id)
    const domain = await stripe.paymentMethodDomains.create({ domain_name: 'shop.example.com' })
    await stripe.paymentMethodDomains.update(domain.id, { enabled: false })
    await stripe.paymentMethodDomains.validate(domain.id)
    await stripe.paymentMethodDomains.retrieve(domain.id)
    await stripe.paymentMethodDomains.list({ domain_name: 'shop.example.com', enabled: false })
    const configuration = await stripe.paymentMethodConfigurations.create({
      name: 'Europe',
      ideal: { display_preference: { preference: 'on' } },
    })
    await stripe.paymentMethodConfigurations.update(configuration.id, {
      active: false,
      link: { display_preference: { preference: 'off' } },
    })
    await stripe.paymentMethodConfigurations.retrieve(configuration.id)
    await stripe.paymentMethodConfigurations.list()
  },
}
