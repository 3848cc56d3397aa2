import { describe, expect } from 'vitest'
import type Stripe from 'stripe'
import { paymentsTest } from '../../tests/payments.fixture.ts'

const it = paymentsTest()

/** A product with the feature `export`, and a customer with a card. */
async function catalog(stripe: Stripe): Promise<{ price: string; product: string; customer: string; feature: string }> {
  const feature = await stripe.entitlements.features.create({ lookup_key: 'export', name: 'Export' })
  const { id: product } = await stripe.products.create({ name: 'Gold' })
  await stripe.products.createFeature(product, { entitlement_feature: feature.id })
  const price = await stripe.prices.create({
    product,
    currency: 'usd',
    unit_amount: 900,
    recurring: { interval: 'month' },
  })
  const { id: customer } = await stripe.customers.create({})
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } })
  return { price: price.id, product, customer, feature: feature.id }
}

async function lookupKeys(stripe: Stripe, customer: string): Promise<readonly string[]> {
  const { data } = await stripe.entitlements.activeEntitlements.list({ customer })
  return data.map(({ lookup_key: key }) => key)
}

async function summaries(stripe: Stripe): Promise<readonly Stripe.Event[]> {
  return (await stripe.events.list({ type: 'entitlements.active_entitlement_summary.updated' })).data
}

describe('entitlements', () => {
  it('begin with a subscription to a product that has the feature, and end with it', async ({ stripe }) => {
    const { customer, price, feature } = await catalog(stripe)
    const subscription = await stripe.subscriptions.create({ customer, items: [{ price }] })
    expect(await lookupKeys(stripe, customer)).toEqual(['export'])
    const [begun] = await summaries(stripe)
    expect(begun?.data).toMatchObject({
      object: { customer, entitlements: { data: [{ feature, lookup_key: 'export' }], has_more: false } },
      previous_attributes: { entitlements: { data: [] } },
    })

    await stripe.subscriptions.cancel(subscription.id)
    expect(await lookupKeys(stripe, customer)).toEqual([])
    const [ended] = await summaries(stripe)
    expect(ended?.data.object).toMatchObject({ customer, entitlements: { data: [] } })
  })

  it('wait for the first payment', async ({ stripe }) => {
    const { customer, price } = await catalog(stripe)
    const subscription = await stripe.subscriptions.create({
      customer,
      items: [{ price }],
      payment_behavior: 'default_incomplete',
      expand: ['latest_invoice.payments'],
    })
    expect(await lookupKeys(stripe, customer)).toEqual([])
    await stripe.invoices.pay((subscription.latest_invoice as Stripe.Invoice).id ?? '')
    expect(await lookupKeys(stripe, customer)).toEqual(['export'])
  })

  it('of two subscriptions with one feature are one, until both have ended', async ({ stripe }) => {
    const { customer, price } = await catalog(stripe)
    const [one, other] = [
      await stripe.subscriptions.create({ customer, items: [{ price }] }),
      await stripe.subscriptions.create({ customer, items: [{ price }] }),
    ]
    await stripe.subscriptions.cancel(one.id)
    expect(await lookupKeys(stripe, customer)).toEqual(['export'])
    expect(await summaries(stripe)).toHaveLength(1)
    await stripe.subscriptions.cancel(other.id)
    expect(await lookupKeys(stripe, customer)).toEqual([])
  })

  it('change with the product of the subscription', async ({ stripe }) => {
    const { customer, price } = await catalog(stripe)
    const subscription = await stripe.subscriptions.create({ customer, items: [{ price }] })
    const silver = await stripe.prices.create({
      product_data: { name: 'Silver' },
      currency: 'usd',
      unit_amount: 500,
      recurring: { interval: 'month' },
    })
    const [item] = subscription.items.data
    await stripe.subscriptions.update(subscription.id, { items: [{ id: item?.id ?? '', price: silver.id }] })
    expect(await lookupKeys(stripe, customer)).toEqual([])
  })
})

describe('features', () => {
  it('have a lookup key that no other active feature has', async ({ stripe }) => {
    const { id } = await stripe.entitlements.features.create({ lookup_key: 'sso', name: 'SSO' })
    await expect(stripe.entitlements.features.create({ lookup_key: 'sso', name: 'Sign-on' })).rejects.toMatchObject({
      param: 'lookup_key',
    })
    await stripe.entitlements.features.update(id, { active: false })
    const { data } = await stripe.entitlements.features.list({ archived: true })
    expect(data.map((each) => each.id)).toEqual([id])
    await stripe.entitlements.features.create({ lookup_key: 'sso', name: 'Sign-on' })
  })

  it('are refused by a product that has them, and of another product', async ({ stripe }) => {
    const { product, feature } = await catalog(stripe)
    await expect(stripe.products.createFeature(product, { entitlement_feature: feature })).rejects.toMatchObject({
      param: 'entitlement_feature',
    })
    const { data } = await stripe.products.listFeatures(product)
    const { id: other } = await stripe.products.create({ name: 'Other' })
    await expect(stripe.products.retrieveFeature(other, data[0]?.id ?? '')).rejects.toMatchObject({ statusCode: 404 })
  })
})
