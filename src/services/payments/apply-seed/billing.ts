import { Failure } from '#core/errors.ts'
import { SeedProblem } from '#core/service.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { now } from '#payments/rules/new-id.ts'
import { addDiscount } from '#payments/rules/billing/discounts/discounts.ts'
import { findCoupon } from '#payments/rules/billing/discounts/find-coupon.ts'
import { collectInvoice } from '#payments/rules/billing/invoices/collection.ts'
import { payInvoice } from '#payments/rules/billing/invoices/pay.ts'
import { paymentMethodOf } from '#payments/rules/billing/invoices/default-payment-method.ts'
import { addCoupon } from '#payments/rules/billing/discounts/new-coupon.ts'
import { addPrice } from '#payments/rules/billing/prices/new-price.ts'
import { addProduct } from '#payments/rules/billing/prices/new-product.ts'
import { addPromotionCode } from '#payments/rules/billing/discounts/new-promotion-code.ts'
import { createSubscription } from '#payments/rules/billing/subscriptions/create-subscription.ts'
import { addTaxRate } from '#payments/rules/billing/taxes/new-tax-rate.ts'
import { configurationChanges, defaultConfiguration } from '#payments/rules/checkout/portal-configuration.ts'
import type { Price, Product } from '#payments/schema/billing/catalog.ts'
import type { Customer } from '#payments/schema/customers.ts'
import type { Section } from '#payments/seed.ts'
import { DAY_SECONDS } from '#payments/rules/seconds.ts'

type Path = readonly (string | number)[]

/**
 * Adds the products, prices, discounts, taxes and subscriptions of a seed.
 *
 * @throws {@link SeedProblem} where they contradict themselves.
 */
export function seedBilling(context: PaymentsContext, section: Section): void {
  const { rows } = context
  const account = rows.platform.get()
  rows.retrySettings.set({ retryDays: section.billing.retry_days, afterRetries: section.billing.after_retries })
  for (const [index, { id, description, ...product }] of section.products.entries()) {
    seeding(['products', index, 'id'], () =>
      addProduct(context, account, {
        ...product,
        ...(id === undefined ? {} : { id }),
        description: description ?? null,
      }),
    )
  }
  seedPrices(context, account, section)
  seedDiscounts(context, account, section)
  for (const { id, display_name: displayName, percentage, inclusive, country } of section.tax_rates) {
    addTaxRate(context, account, {
      ...(id === undefined ? {} : { id }),
      displayName,
      percentage,
      inclusive,
      country: country ?? null,
    })
  }
  for (const [index, { coupon }] of section.customers.entries()) {
    if (coupon !== undefined)
      seeding(['customers', index, 'coupon'], () => seedDiscount(context, account, index, coupon))
  }
  for (const [index, entry] of section.subscriptions.entries()) {
    seeding(['subscriptions', index], () => seedSubscription(context, entry, index))
  }
}

/** Gives a customer of a seed the discount of a coupon. `index` is the customer's position in the seed. */
function seedDiscount(context: PaymentsContext, account: string, index: number, id: string): void {
  const { customers } = context.rows
  const coupon = findCoupon(context, account, id, { param: 'coupon' })
  const customer = customers.list('all', account)[index]
  if (customer === undefined) return
  customers.update(customer.id, { discount: addDiscount(context, coupon, { customer: customer.id }, null) })
}

/** Runs `addRecord`, and turns a failure of the API into a problem of the seed. */
function seeding(path: Path, addRecord: () => void): void {
  try {
    addRecord()
  } catch (error) {
    if (error instanceof Failure) throw new SeedProblem(path, error.message)
    throw error
  }
}

/** Returns the product that a seed names by its name or its id. */
function productOf({ rows }: PaymentsContext, name: string, path: Path): Product {
  const products = rows.products.list('all', rows.platform.get())
  const product = rows.products.get(name) ?? products.find((each) => each.name === name)
  if (product !== undefined) return product
  const known = products.map((each) => each.name)
  throw new SeedProblem(path, `no product has the name or id ${JSON.stringify(name)}`, known)
}

/**
 * Adds the default configuration of the billing portal, with what a seed says of it.
 *
 * @throws {@link SeedProblem} for a product or a price that the seed does not have.
 */
export function seedPortal(context: PaymentsContext, { portal }: Section): void {
  const { rows } = context
  const configuration = defaultConfiguration(context, rows.platform.get())
  if (portal === undefined) return
  const { subscription_update: update, ...features } = portal.features
  const path = ['portal', 'features', 'subscription_update', 'products']
  const products = update?.products?.map(({ product, prices }, index) => ({
    product: productOf(context, product, [...path, index, 'product']).id,
    prices: prices.map((name, number) => priceOf(context, name, [...path, index, 'prices', number]).id),
  }))
  const changes = configurationChanges(context, configuration, {
    ...portal,
    features: { ...features, ...(update === undefined ? {} : { subscription_update: { ...update, products } }) },
  })
  rows.portalConfigurations.update(configuration.id, changes)
}

function seedPrices(context: PaymentsContext, account: string, { prices }: Section): void {
  const { rows } = context
  for (const [index, { id, product: name, unit_amount: amount, recurring, ...price }] of prices.entries()) {
    const product = productOf(context, name, ['prices', index, 'product'])
    if (id !== undefined && rows.prices.get(id) !== undefined) {
      throw new SeedProblem(['prices', index, 'id'], `${id}: another price has this id`)
    }
    seeding(['prices', index, 'lookup_key'], () =>
      addPrice(context, account, {
        ...(id === undefined ? {} : { id }),
        currency: price.currency,
        customUnitAmount: null,
        lookupKey: price.lookup_key ?? null,
        metadata: mergeMetadata({}, price.metadata),
        nickname: price.nickname ?? null,
        product: product.id,
        recurring:
          recurring === undefined
            ? null
            : { ...recurring, meter: null, trial_period_days: null, usage_type: 'licensed' },
        taxBehavior: 'unspecified',
        tiers: null,
        unitAmount: amount,
        unitAmountDecimal: String(amount),
      }),
    )
  }
}

function seedDiscounts(context: PaymentsContext, account: string, section: Section): void {
  for (const [index, coupon] of section.coupons.entries()) {
    const { percent_off: percentOff, amount_off: amountOff, currency, duration, duration_in_months: months } = coupon
    if ((percentOff === undefined) === (amountOff === undefined)) {
      throw new SeedProblem(['coupons', index], 'a coupon has either percent_off or amount_off')
    }
    if (amountOff !== undefined && currency === undefined) {
      throw new SeedProblem(['coupons', index, 'amount_off'], 'a coupon with amount_off needs a currency')
    }
    if ((duration === 'repeating') !== (months !== undefined)) {
      throw new SeedProblem(
        ['coupons', index, 'duration'],
        'duration_in_months is for duration: repeating, which needs it',
      )
    }
    seeding(['coupons', index, 'id'], () =>
      addCoupon(context, account, {
        id: coupon.id,
        amountOff: amountOff ?? null,
        products: null,
        currency: amountOff === undefined ? null : (currency ?? null),
        currencyOptions: {},
        duration,
        durationInMonths: months ?? null,
        maxRedemptions: coupon.max_redemptions ?? null,
        metadata: {},
        name: coupon.name ?? null,
        percentOff: percentOff ?? null,
        redeemBy: null,
      }),
    )
  }
  for (const [index, { code, coupon, active, max_redemptions: most }] of section.promotion_codes.entries()) {
    seeding(['promotion_codes', index, 'coupon'], () => {
      const { id } = findCoupon(context, account, coupon, { param: 'coupon' })
      addPromotionCode(context, account, { active, code, coupon: id, maxRedemptions: most ?? null })
    })
  }
}

type SeedSubscription = Section['subscriptions'][number]

function seedSubscription(context: PaymentsContext, entry: SeedSubscription, index: number): void {
  const { rows } = context
  const customer = customerOf(context, entry.customer, index)
  const { subscription } = createSubscription(context, customer, {
    items: entry.prices.map((name, number) => ({
      price: priceOf(context, name, ['subscriptions', index, 'prices', number]),
      quantity: null,
      metadata: {},
      taxRates: [],
      discounts: [],
    })),
    trialEnd: entry.trial_days === 0 ? null : now(context) + entry.trial_days * DAY_SECONDS,
    paymentBehavior: 'default_incomplete',
    id: entry.id,
    fields: { metadata: mergeMetadata({}, entry.metadata) },
  })
  const invoice = rows.invoices.require(subscription.latestInvoice ?? '')
  if (invoice.status === 'open' && entry.status !== 'incomplete') {
    if (paymentMethodOf(context, invoice) === null) {
      payInvoice(context, invoice.id, { amount: invoice.amountDue, paymentMethod: null })
    } else collectInvoice(context, invoice.id)
  }
  if (entry.status === undefined) return
  const ended = entry.status === 'canceled' ? { endedAt: now(context), canceledAt: now(context) } : {}
  rows.subscriptions.update(subscription.id, { status: entry.status, ...ended })
}

function customerOf({ rows }: PaymentsContext, name: string, index: number): Customer {
  const customers = rows.customers.list('all', rows.platform.get())
  const found = rows.customers.get(name) ?? customers.find(({ email }) => email === name)
  if (found !== undefined) return found
  throw new SeedProblem(
    ['subscriptions', index, 'customer'],
    `no customer has the e-mail address or id ${JSON.stringify(name)}`,
    customers.flatMap(({ email }) => email ?? []),
  )
}

function priceOf({ rows }: PaymentsContext, name: string, path: Path): Price {
  const account = rows.platform.get()
  const found = rows.prices.get(name) ?? rows.prices.find('lookupKey', account, name)
  if (found !== undefined) return found
  const known = rows.prices.list('all', account).flatMap(({ id, lookupKey }) => lookupKey ?? id)
  throw new SeedProblem(path, `no price has the id or lookup key ${JSON.stringify(name)}`, known)
}
