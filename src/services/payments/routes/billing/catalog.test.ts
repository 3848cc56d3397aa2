import type Stripe from 'stripe'
import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import { customerWith, idOf } from '#payments/tests/billing.fixture.ts'
import { refusal, paymentsTest } from '#payments/tests/payments.fixture.ts'

const it = paymentsTest()

type Fixtures = FixturesOf<typeof it>

const types = async ({ stripe }: Pick<Fixtures, 'stripe'>): Promise<string[]> =>
  (await stripe.events.list()).data.map(({ type }) => type).toReversed()

describe('products', () => {
  it('are created with a default price, changed, searched and deleted', async ({ stripe }) => {
    const product = await stripe.products.create({
      name: 'Pro plan',
      images: ['https://example.com/pro.png'],
      metadata: { tier: 'pro' },
      default_price_data: { currency: 'usd', unit_amount: 1500, recurring: { interval: 'month' } },
    })
    expect(product).toMatchObject({ object: 'product', active: true, name: 'Pro plan', type: 'service' })
    const price = await stripe.prices.retrieve(idOf(product.default_price))
    expect(price).toMatchObject({ product: product.id, unit_amount: 1500, type: 'recurring' })
    expect(await types({ stripe })).toEqual(['product.created', 'plan.created', 'price.created'])
    const [created] = (await stripe.events.list({ type: 'product.created' })).data
    expect(created?.data.object).toMatchObject({ default_price: price.id })
    const changed = await stripe.products.update(product.id, {
      name: 'Pro',
      description: 'All of it',
      metadata: { tier: '' },
    })
    expect(changed).toMatchObject({ name: 'Pro', description: 'All of it', metadata: {} })
    const [event] = (await stripe.events.list({ type: 'product.updated', limit: 1 })).data
    expect(event?.data.previous_attributes).toMatchObject({ name: 'Pro plan', description: null })
    expect((await stripe.products.search({ query: 'name~"pro"' })).data).toHaveLength(1)
    const counted = await stripe.products.search({ query: 'active:"true"', limit: 1, expand: ['total_count'] })
    expect([counted.data.length, counted.total_count]).toEqual([1, (await stripe.products.list()).data.length])
    const error = await refusal(stripe.products.del(product.id))
    expect(error.message).toBe('This product cannot be deleted because it has one or more user-created prices.')
    expect(error.param).toBeUndefined()
    const bare = await stripe.products.create({ name: 'Bare', id: 'bare' })
    expect(await stripe.products.del(bare.id)).toEqual(expect.objectContaining({ id: 'bare', deleted: true }))
    const [deleted] = (await stripe.events.list({ type: 'product.deleted' })).data
    expect(deleted?.data.object).toMatchObject({ id: 'bare', active: false })
    expect((await stripe.products.list({ active: true })).data.map(({ id }) => id)).toEqual([product.id])
  })

  it('show a tax code among the details of their tax too', async ({ stripe }) => {
    const { tax_details: details } = await stripe.products.create({ name: 'Book', tax_code: 'txcd_10103000' })
    expect(details).toEqual({ performance_location: null, tax_code: 'txcd_10103000' })
  })

  it('keep their id for themselves', async ({ stripe }) => {
    await stripe.products.create({ name: 'One', id: 'one' })
    expect(await refusal(stripe.products.create({ name: 'Two', id: 'one' }))).toMatchObject({
      code: 'resource_already_exists',
      param: 'id',
    })
  })
})

describe('prices', () => {
  const product = async ({ stripe }: Pick<Fixtures, 'stripe'>): Promise<string> =>
    (await stripe.products.create({ name: 'Gold' })).id

  it('have amounts with parts of a cent, whose whole amount is null', async ({ stripe }) => {
    const price = await stripe.prices.create({
      currency: 'usd',
      product: await product({ stripe }),
      unit_amount_decimal: '0.5' as never, // the SDK's type is a decimal of its own, which is sent as text
    })
    expect(price.unit_amount).toBeNull()
    expect(String(price.unit_amount_decimal)).toBe('0.5')
  })

  it('have tiers and currency options, which are there only when they are expanded', async ({ stripe }) => {
    const { id } = await stripe.prices.create({
      currency: 'usd',
      product: await product({ stripe }),
      billing_scheme: 'tiered',
      tiers_mode: 'graduated',
      tiers: [
        { up_to: 5, unit_amount: 700 },
        { up_to: 'inf', unit_amount: 600, flat_amount: 100 },
      ],
      recurring: { interval: 'month', interval_count: 3 },
      currency_options: { eur: { tiers: [{ up_to: 'inf', unit_amount: 650 }] } },
    })
    const plain = await stripe.prices.retrieve(id)
    expect(plain).not.toHaveProperty('tiers')
    expect(plain).not.toHaveProperty('currency_options')
    const whole = await stripe.prices.retrieve(id, { expand: ['tiers', 'currency_options', 'product'] })
    expect(whole.tiers?.map(({ up_to: upTo }) => upTo)).toEqual([5, null])
    expect(Object.keys(whole.currency_options ?? {})).toEqual(['usd', 'eur'])
    expect(whole.product).toMatchObject({ name: 'Gold' })
  })

  it('transfer a lookup key from the price that has it, when they are told to', async ({ stripe }) => {
    const first = await stripe.prices.create({
      currency: 'usd',
      product: await product({ stripe }),
      unit_amount: 1,
      lookup_key: 'gold',
    })
    const create = (transfer: boolean) =>
      stripe.prices.create({
        currency: 'usd',
        product_data: { name: 'Gold two' },
        unit_amount: 2,
        lookup_key: 'gold',
        ...(transfer ? { transfer_lookup_key: true } : {}),
      })
    expect((await refusal(create(false))).message).toBe(`A price (\`${first.id}\`) already uses that lookup key.`)
    const second = await create(true)
    expect((await stripe.prices.list({ lookup_keys: ['gold'] })).data.map(({ id }) => id)).toEqual([second.id])
    expect((await stripe.prices.retrieve(first.id)).lookup_key).toBeNull()
    const [event] = (await stripe.events.list({ type: 'price.updated' })).data
    expect(event?.data.previous_attributes).toEqual({ lookup_key: 'gold' })
  })

  it('have an amount that the customer chooses', async ({ stripe }) => {
    const price = await stripe.prices.create({
      currency: 'usd',
      product: await product({ stripe }),
      custom_unit_amount: { enabled: true, minimum: 500, preset: 1000 },
    })
    expect(price.custom_unit_amount).toEqual({ maximum: null, minimum: 500, preset: 1000 })
  })

  it.for([
    [{ unit_amount: -1 }, 'Invalid non-negative integer', 'unit_amount'],
    [{ billing_scheme: 'tiered' }, '`tiers` must be set when `billing_scheme=tiered`.', 'tiers'],
    [
      { unit_amount: 1, recurring: { interval: 'year', interval_count: 4 } },
      'The maximum billing interval is 3 years (3 years).',
      'recurring[interval_count]',
    ],
  ] as const)('refuse %j', async ([input, message, param], { stripe }) => {
    const params = { currency: 'usd', product: await product({ stripe }), ...input } as Stripe.PriceCreateParams // wrong on purpose
    expect(await refusal(stripe.prices.create(params))).toMatchObject({ message, param })
  })

  it.for<[Partial<Stripe.PriceCreateParams>, string, string | undefined]>([
    [
      { product: 'none', product_data: { name: 'x' }, unit_amount: 1 },
      'You may only specify one of these parameters: product, product_data.',
      'product',
    ],
    [{ unit_amount: 5 }, 'You must specify either `product` or `product_data` when creating a price.', undefined],
    [
      { product_data: { name: 'x' } },
      'Prices require an `unit_amount` or `unit_amount_decimal` parameter to be set.',
      undefined,
    ],
    [
      {
        product_data: { name: 'x' },
        billing_scheme: 'tiered',
        tiers_mode: 'volume',
        tiers: [{ up_to: 'inf', unit_amount: 500 }],
      },
      'Prices with `type=one_time` are not supported with tiered billing.',
      'interval',
    ],
    [
      { product_data: { name: 'x' }, unit_amount: 1, recurring: { interval: 'month', usage_type: 'metered' } },
      'Starting with Stripe version `2025-03-31.basil`, metered prices must be backed by meters.',
      undefined,
    ],
    [
      { product_data: { name: 'x' }, unit_amount: 1, currency_options: { EUR: { unit_amount: 4 } } },
      'Currencies must be lowercase when used as keys in a map. Use `eur` instead of `EUR`.',
      'currency_options',
    ],
  ])('refuse %j', async ([params, message, param], { stripe }) => {
    const error = await refusal(stripe.prices.create({ currency: 'usd', ...params }))
    expect([error.message, error.param, error.code]).toEqual([message, param, undefined])
  })

  it('are changed, and searched', async ({ stripe }) => {
    const price = await stripe.prices.create({ currency: 'eur', product: await product({ stripe }), unit_amount: 5 })
    const changed = await stripe.prices.update(price.id, { nickname: 'old', active: false, tax_behavior: 'inclusive' })
    expect(changed).toMatchObject({ nickname: 'old', active: false, tax_behavior: 'inclusive' })
    expect(await refusal(stripe.prices.update(price.id, { tax_behavior: 'exclusive' }))).toMatchObject({
      param: 'tax_behavior',
    })
    expect((await stripe.prices.search({ query: 'active:"false" AND currency:"eur"' })).data).toHaveLength(1)
  })
})

describe('coupons and promotion codes', () => {
  it('are created, changed and deleted', async ({ stripe }) => {
    const coupon = await stripe.coupons.create({
      id: 'SUMMER',
      percent_off: 12.5,
      duration: 'repeating',
      duration_in_months: 3,
    })
    expect(coupon).toMatchObject({ id: 'SUMMER', percent_off: 12.5, valid: true, times_redeemed: 0 })
    expect(await stripe.coupons.update('SUMMER', { name: 'Summer' })).toMatchObject({ name: 'Summer' })
    expect(await stripe.coupons.del('SUMMER')).toMatchObject({ deleted: true })
    expect(await refusal(stripe.coupons.retrieve('SUMMER'))).toMatchObject({ code: 'resource_missing' })
    expect((await stripe.coupons.list()).data).toEqual([])
    expect(await types({ stripe })).toEqual(['coupon.created', 'coupon.updated', 'coupon.deleted'])
  })

  it('show the products of a coupon when they are expanded', async ({ stripe }) => {
    const { id: product } = await stripe.products.create({ name: 'Gold' })
    const { id } = await stripe.coupons.create({
      amount_off: 100,
      currency: 'usd',
      applies_to: { products: [product] },
    })
    const coupon = await stripe.coupons.retrieve(id, { expand: ['applies_to'] })
    expect(coupon.applies_to).toEqual({ products: [product] })
  })

  it.for<[Stripe.CouponCreateParams, string, string | undefined]>([
    [{}, 'Must provide percent_off or amount_off.', undefined],
    [
      { percent_off: 10, amount_off: 10, currency: 'usd' },
      'Received both percent_off and amount_off parameters. Please pass in only one.',
      undefined,
    ],
    [{ percent_off: 0 }, "This value must be greater than or equal to 0.01 (it currently is '0.0').", 'percent_off'],
    [{ percent_off: 101 }, "This value must be less than or equal to 100 (it currently is '101.0').", 'percent_off'],
    [
      { percent_off: 5, currency_options: { eur: { amount_off: 4 } } },
      'You may only specify one of these parameters: currency_options, percent_off.',
      'currency_options',
    ],
    [{ amount_off: 5 }, 'You must pass currency when passing amount_off', 'currency'],
    [
      { percent_off: 5, duration: 'repeating' },
      'The duration_in_months param must be set when creating a coupon with a repeating duration',
      'duration',
    ],
    [
      { percent_off: 5, redeem_by: 1000 },
      'The parameter `redeem_by` expects a unix timestamp representing a date and time in the future. You specified the value `1000` which is in the past.',
      'redeem_by',
    ],
  ])('refuse %j', async ([input, message, param], { stripe }) => {
    const error = await refusal(stripe.coupons.create(input))
    expect([error.message, error.param]).toEqual([message, param])
  })

  it.for<[Partial<Stripe.PromotionCodeCreateParams>, string, string | undefined]>([
    [{ promotion: { type: 'coupon' } }, 'You must pass promotion.coupon when passing promotion', 'promotion.coupon'],
    [
      { code: 'has spaces!' },
      String.raw`This value must match the regex pattern. (/\A[a-zA-Z0-9\-_]+\z/ does not match for the value has spaces!).`,
      'code',
    ],
    [
      { expires_at: 2000 },
      'The parameter `expires_at` expects a unix timestamp representing a date and time in the future. You specified the value `2000` which is in the past.',
      'expires_at',
    ],
    [{ expires_at: 4_102_444_800 }, 'Invalid timestamp: can be no more than five years in the future.', 'expires_at'],
    [{ code: 'TAKEN' }, 'An active promotion code with `code: TAKEN` already exists.', undefined],
  ])('refuse the code %j', async ([input, message, param], { stripe }) => {
    const { id: coupon } = await stripe.coupons.create({ percent_off: 50 })
    const promotion = { type: 'coupon' as const, coupon }
    await stripe.promotionCodes.create({ promotion, code: 'taken' })
    const error = await refusal(stripe.promotionCodes.create({ promotion, ...input }))
    expect([error.message, error.param]).toEqual([message, param])
  })

  it('are missing by the names that the vendor has for them', async ({ stripe }) => {
    const error = await refusal(stripe.promotionCodes.retrieve('promo_nope'))
    expect(error.message).toBe("No such promotion code: 'promo_nope'")
    expect((await refusal(stripe.taxRates.retrieve('txr_nope'))).message).toBe("No such tax rate: 'txr_nope'")
  })

  it('let an active code exist once, whatever its case, until it expires', async ({ payments, stripe }) => {
    const { id: coupon } = await stripe.coupons.create({ percent_off: 50 })
    const promotion = { type: 'coupon' as const, coupon }
    const now = Math.floor(payments.clock.now() / 1000)
    const code = await stripe.promotionCodes.create({ promotion, code: 'Friend', expires_at: now + 60 })
    expect(code).toMatchObject({ active: true, code: 'Friend', promotion: { coupon } })
    const error = await refusal(stripe.promotionCodes.create({ promotion, code: 'FRIEND' }))
    expect(error.message).toBe('An active promotion code with `code: FRIEND` already exists.')
    payments.clock.advance('61s')
    expect(await stripe.promotionCodes.retrieve(code.id)).toMatchObject({ active: false })
    await stripe.promotionCodes.create({ promotion, code: 'FRIEND' })
    expect((await stripe.promotionCodes.list({ code: 'friend', active: true })).data).toHaveLength(1)
    const expanded = await stripe.promotionCodes.update(code.id, { active: false, expand: ['promotion.coupon'] })
    expect(expanded.promotion.coupon).toMatchObject({ id: coupon, percent_off: 50 })
  })
})

describe('tax rates and shipping rates', () => {
  it('are created, listed and changed', async ({ stripe }) => {
    const rate = await stripe.taxRates.create({ display_name: 'VAT', inclusive: true, percentage: 19, country: 'DE' })
    expect(rate).toMatchObject({ object: 'tax_rate', percentage: 19, effective_percentage: 19, inclusive: true })
    expect(await stripe.taxRates.update(rate.id, { active: false })).toMatchObject({ active: false })
    expect((await stripe.taxRates.list({ active: false })).data).toHaveLength(1)
    expect(await types({ stripe })).toEqual(['tax_rate.created', 'tax_rate.updated'])
    const shipping = await stripe.shippingRates.create({
      display_name: 'Ground',
      type: 'fixed_amount',
      fixed_amount: { amount: 500, currency: 'usd' },
      delivery_estimate: { minimum: { unit: 'day', value: 2 } },
    })
    expect(shipping.fixed_amount).toEqual({ amount: 500, currency: 'usd' })
    expect(await stripe.shippingRates.update(shipping.id, { active: false })).toMatchObject({ active: false })
    expect((await stripe.shippingRates.list({ currency: 'usd' })).data).toHaveLength(1)
    expect(await stripe.shippingRates.retrieve(shipping.id)).toMatchObject({ display_name: 'Ground' })
  })
})

describe('plans', () => {
  type PlanParams = { readonly [K in keyof Stripe.PlanCreateParams]?: Stripe.PlanCreateParams[K] | undefined }
  const create = ({ stripe }: Pick<Fixtures, 'stripe'>, more: PlanParams = {}): Promise<Stripe.Plan> =>
    stripe.plans.create({
      currency: 'usd',
      interval: 'month',
      amount: 900,
      product: { name: 'Gold' },
      ...more,
    } as Stripe.PlanCreateParams) // the SDK leaves undefined members out

  it('leave their id to another one when they are deleted', async ({ stripe }) => {
    await create({ stripe }, { id: 'gold' })
    expect((await refusal(create({ stripe }, { id: 'gold' }))).code).toBe('resource_already_exists')
    await stripe.plans.del('gold')
    expect(await create({ stripe }, { id: 'gold', amount: 1100 })).toMatchObject({ id: 'gold', amount: 1100 })
  })

  it('are recurring prices: the same record has both forms', async ({ stripe }) => {
    const plan = await create(
      { stripe },
      {
        nickname: 'monthly',
        trial_period_days: 7,
        transform_usage: { divide_by: 5, round: 'up' },
      },
    )
    expect(plan.id).toMatch(/^plan_\w{14}$/)
    expect(plan).toMatchObject({ amount: 900, interval: 'month', interval_count: 1 })
    expect(String(plan.amount_decimal)).toBe('900')
    const price = await stripe.prices.retrieve(plan.id)
    expect(price).toMatchObject({
      unit_amount: 900,
      recurring: { interval: 'month', trial_period_days: 7, usage_type: 'licensed' },
      transform_quantity: { divide_by: 5, round: 'up' },
    })
    expect(await types({ stripe })).toEqual(['product.created', 'plan.created', 'price.created'])
    await stripe.prices.create({ currency: 'usd', unit_amount: 1, product: idOf(price.product) })
    expect((await stripe.plans.list({ product: idOf(price.product), active: true })).data.map(({ id }) => id)).toEqual([
      plan.id,
    ])
  })

  it('have an id of the application, which no other price may have', async ({ stripe }) => {
    expect((await create({ stripe }, { id: 'gold-monthly' })).id).toBe('gold-monthly')
    expect(await refusal(create({ stripe }, { id: 'gold-monthly' }))).toMatchObject({
      code: 'resource_already_exists',
      message: 'Plan already exists.',
    })
  })

  it('change their name, product and trial, and emit the change of both forms', async ({ stripe }) => {
    const { id } = await create({ stripe }, { metadata: { a: '1', b: '2' } })
    const other = await stripe.products.create({ name: 'Silver' })
    const plan = await stripe.plans.update(id, {
      active: false,
      nickname: 'silver',
      product: other.id,
      trial_period_days: 3,
      metadata: { a: '' },
    })
    expect(plan).toMatchObject({
      active: false,
      nickname: 'silver',
      product: other.id,
      trial_period_days: 3,
      metadata: { b: '2' },
    })
    expect((await types({ stripe })).slice(-2)).toEqual(['plan.updated', 'price.updated'])
    const [event] = (await stripe.events.list({ type: 'plan.updated' })).data
    expect(event?.data.previous_attributes).toMatchObject({ active: true, trial_period_days: null })
  })

  it('are deleted, and stay on the subscriptions that have them', async ({ payments, stripe }) => {
    const { id } = await create({ stripe }, { id: 'gold' })
    const { id: customer } = await customerWith(stripe)
    const subscription = await stripe.subscriptions.create({ customer, items: [{ plan: id }] })
    expect(await stripe.plans.del(id)).toMatchObject({ id, object: 'plan', deleted: true })
    expect((await types({ stripe })).slice(-2)).toEqual(['plan.deleted', 'price.deleted'])
    expect(await refusal(stripe.plans.retrieve(id))).toMatchObject({
      statusCode: 404,
      message: `No such plan: '${id}'`,
    })
    expect(await refusal(stripe.prices.retrieve(id))).toMatchObject({ statusCode: 404 })
    expect(await refusal(stripe.subscriptions.create({ customer, items: [{ price: id }] }))).toMatchObject({
      statusCode: 400,
      param: 'items[0][price]',
    })
    expect((await stripe.prices.list()).data).toEqual([])
    const { items } = await stripe.subscriptions.retrieve(subscription.id)
    expect(items.data[0]).toMatchObject({ plan: { id: 'gold' }, price: { id: 'gold' } })
    payments.clock.advance('1 month 1 hour')
    expect((await stripe.invoices.list({ customer })).data).toMatchObject([{ total: 900 }, { total: 900 }])
  })

  it('that were deleted stay on their subscriptions when another plan gets their id', async ({ payments, stripe }) => {
    const { id } = await create({ stripe }, { id: 'gold' })
    const { id: customer } = await customerWith(stripe)
    const subscription = await stripe.subscriptions.create({ customer, items: [{ plan: id }] })
    await stripe.plans.del(id)
    await create({ stripe }, { id: 'gold', amount: 2500 })
    expect((await stripe.subscriptions.retrieve(subscription.id)).items.data[0]).toMatchObject({
      plan: { id: 'gold', amount: 900 },
      price: { id: 'gold', unit_amount: 900 },
    })
    payments.clock.advance('1 month 1 hour')
    const { data } = await stripe.invoices.list({ subscription: subscription.id })
    expect(data).toMatchObject([{ total: 900 }, { total: 900 }])
    expect(data[0]?.lines.data[0]?.pricing?.price_details?.price).toBe('gold')
    const other = await stripe.subscriptions.create({ customer, items: [{ plan: id }] })
    expect(other.items.data[0]).toMatchObject({ price: { id: 'gold', unit_amount: 2500 } })
    expect((await stripe.subscriptions.list({ price: 'gold' })).data).toHaveLength(2)
    expect((await stripe.prices.list()).data).toMatchObject([{ id: 'gold', unit_amount: 2500 }])
  })

  it.for<[string, PlanParams, string | undefined, string | undefined]>([
    ['without an amount', { amount: undefined }, 'amount', 'parameter_missing'],
    ['with two amounts', { amount_decimal: '1.5' as never }, 'amount', 'parameters_exclusive'],
    ['without a product', { product: undefined }, 'product', 'parameter_missing'],
    ['of a product that does not exist', { product: 'none' }, 'product', 'resource_missing'],
    ['of more than three years', { interval: 'year', interval_count: 4 }, 'interval_count', undefined],
    ['with usage but no meter', { usage_type: 'metered' }, undefined, undefined],
    ['with a scheme but no tiers', { billing_scheme: 'tiered' }, 'tiers', 'parameter_missing'],
  ] as const)('are refused %s', async ([_name, params, param, code], { stripe }) => {
    expect(await refusal(create({ stripe }, params))).toMatchObject({
      statusCode: 400,
      param,
      ...(code === undefined ? {} : { code }),
    })
  })

  it('are not the prices that are charged once', async ({ stripe }) => {
    const { id } = await stripe.prices.create({ currency: 'usd', unit_amount: 1, product_data: { name: 'Mug' } })
    expect(await refusal(stripe.plans.retrieve(id))).toMatchObject({ statusCode: 404, code: 'resource_missing' })
  })
})
