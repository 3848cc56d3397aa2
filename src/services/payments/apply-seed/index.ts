import { SeedProblem } from '#core/service.ts'
import { seedBilling, seedPortal } from './billing.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { now } from '#payments/rules/new-id.ts'
import { addRegistration } from '#payments/rules/tax/registrations.ts'
import { MANUAL_PAYOUTS } from '#payments/rules/connect/payout-settings.ts'
import { newRecord } from '#payments/rules/records.ts'
import { billingDetailsOf } from '#payments/rules/payment-methods/params.ts'
import { cardByName, cardNames } from '#payments/rules/cards/test-cards.ts'
import { insertMethod, testCardDetails } from '#payments/rules/payment-methods/new-payment-method.ts'
import { defaultMethodConfiguration } from '#payments/rules/payment-methods/configurations.ts'
import { addCustomer } from '#payments/rules/customers/new-customer.ts'
import { addWebhookEndpoint } from '#payments/rules/webhook-endpoints.ts'
import { API_VERSION } from '#payments/schema/api-versions.ts'
import type { Section } from '#payments/seed.ts'

/**
 * Fills the store from the `payments` section of a seed.
 *
 * @throws {@link SeedProblem} where the section contradicts itself.
 */
export function applySeed(context: PaymentsContext, section: Section): void {
  seedAccount(context, section)
  seedTax(context, section)
  seedCustomers(context, section)
  seedBilling(context, section)
  seedPortal(context, section)
  seedPaymentMethods(context, section)
  // Events that happen while the seed is applied are not part of the state that a test starts with.
  for (const { id } of context.rows.events.all()) context.rows.events.delete(id)
  seedWebhookEndpoints(context, section)
}

/** Adds the account's default configuration of payment methods, with what the seed switches on. */
function seedPaymentMethods(context: PaymentsContext, { account }: Section): void {
  const { id } = defaultMethodConfiguration(context, context.rows.platform.get())
  const preferences = Object.fromEntries((account.payment_methods ?? []).map((name) => [name, 'on' as const]))
  context.rows.paymentMethodConfigurations.update(id, { preferences })
}

const KINDS = { sk: 'secret', rk: 'restricted', pk: 'publishable' } as const

function seedAccount(context: PaymentsContext, { account, api_keys }: Section): void {
  const { rows } = context
  const id = account.id ?? rows.platform.get()
  rows.platform.set(id)
  rows.apiVersion.set(account.api_version ?? API_VERSION)
  rows.reviewsElevatedRisk.set(account.radar_for_fraud_teams ?? false)
  rows.onboarding.set(account.onboarding ?? 'skipped')
  rows.accounts.insert({
    type: 'standard',
    country: account.country ?? 'US',
    defaultCurrency: account.default_currency ?? 'usd',
    email: account.email ?? null,
    name: account.name ?? 'Backlot',
    businessType: 'company',
    chargesEnabled: true,
    payoutsEnabled: true,
    detailsSubmitted: true,
    due: [],
    capabilities: { card_payments: 'active', transfers: 'active' },
    businessProfile: {},
    payoutSettings: MANUAL_PAYOUTS,
    metadata: {},
    deleted: false,
    ...newRecord(context, id, 'acct_', { id }),
  })
  for (const [index, { key, permissions }] of api_keys.entries()) {
    if (rows.apiKeys.get(key) !== undefined) {
      throw new SeedProblem(['api_keys', index, 'key'], `${key}: another entry has this key`)
    }
    const kind = KINDS[key.slice(0, 2) as keyof typeof KINDS] // the schema allows these three
    if (permissions !== undefined && kind !== 'restricted') {
      throw new SeedProblem(
        ['api_keys', index, 'permissions'],
        `${key}: only keys that begin with rk_test_ have permissions`,
      )
    }
    rows.apiKeys.insert({ id: key, kind, permissions: kind === 'restricted' ? (permissions ?? {}) : null, account: id })
  }
}

function seedTax(context: PaymentsContext, { tax }: Section): void {
  context.rows.seededTaxRates.set(tax.rates)
  for (const place of tax.registrations) {
    const [country = '', state] = place.split('-')
    const options = state === undefined ? { type: 'standard' } : { state, type: 'state_sales_tax' }
    addRegistration(context, context.rows.platform.get(), {
      activeFrom: now(context),
      country,
      countryOptions: { [country.toLowerCase()]: options },
      expiresAt: null,
    })
  }
}

function seedCustomers(context: PaymentsContext, { customers }: Section): void {
  const { rows } = context
  for (const [
    index,
    { id, name = null, email = null, balance, metadata, payment_methods: cards },
  ] of customers.entries()) {
    if (id !== undefined && rows.customers.get(id) !== undefined) {
      throw new SeedProblem(['customers', index, 'id'], `${id}: another customer has this id`)
    }
    const fields = { ...(id === undefined ? {} : { id }), name, email, balance, metadata }
    const customer = addCustomer(context, rows.platform.get(), fields)
    for (const [number, card] of cards.entries()) {
      const found = cardByName(card.replace(/^pm_card_/, ''))
      if (found === undefined) {
        throw new SeedProblem(
          ['customers', index, 'payment_methods', number],
          `no test card is named ${card}`,
          cardNames(),
        )
      }
      const method = insertMethod(context, customer.account, {
        type: 'card',
        card: testCardDetails(context, found.number),
        customer: customer.id,
        billingDetails: billingDetailsOf({ name, email }),
      })
      if (number > 0) continue
      const { invoiceSettings } = customer
      rows.customers.update(customer.id, { invoiceSettings: { ...invoiceSettings, default_payment_method: method.id } })
    }
  }
}

function seedWebhookEndpoints(context: PaymentsContext, { webhook_endpoints: endpoints }: Section): void {
  for (const { url, secret, enabled_events: enabledEvents, api_version: apiVersion = null } of endpoints) {
    addWebhookEndpoint(context, context.rows.platform.get(), {
      url,
      enabledEvents,
      apiVersion,
      ...(secret === undefined ? {} : { secret }),
    })
  }
}
