import { describe, expect } from 'vitest'
import { authSaasTest, backend, clerkOf, people, type RunningAuthSaas } from './auth-saas.fixture.ts'
import { signedIn } from './routes/frontend/frontend.fixture.ts'

const it = authSaasTest({
  seed: {
    'auth-saas': {
      ...people,
      features: [{ id: 'feat_reports', slug: 'reports' }],
      plans: [
        { name: 'Free', slug: 'free', default: true },
        { id: 'cplan_pro', name: 'Pro', slug: 'pro', amount: 1000, annual_monthly_amount: 800, features: ['reports'] },
        { id: 'cplan_team', name: 'Team', slug: 'team', payer: 'org' as const, amount: 5000 },
      ],
      discounts: [
        { id: 'cdisc_half', name: 'Half', percent_off: 50, cycles: 2, promo_codes: ['HALF'] },
        { id: 'cdisc_two', name: 'Two dollars', amount_off: 200 },
      ],
      subscriptions: [{ payer: 'grace', plan: 'pro' }],
    },
  },
})

/** Returns the subscriptions of Grace. */
async function itemsOf(auth: RunningAuthSaas) {
  return (await clerkOf(auth).billing.getUserBillingSubscription('user_grace')).subscriptionItems
}

/** Returns what Grace pays next, in cents. */
async function nextAmount(auth: RunningAuthSaas): Promise<number | undefined> {
  return (await itemsOf(auth))[0]?.nextPayment?.amount?.amount
}

describe('the prices of plans', () => {
  it('are made beside those of the plans, and listed from the lowest on', async ({ authSaas }) => {
    const input = { plan_id: 'cplan_pro', amount: 600, annual_monthly_amount: 500, description: 'For friends' }
    const made = await backend(authSaas, 'POST', '/billing/prices', input)
    expect(made.json).toMatchObject({
      object: 'commerce_price',
      id: expect.stringMatching(/^cprice_\w{27}$/),
      fee: { amount: 600, amount_formatted: '6.00' },
      annual_monthly_fee: { amount: 500 },
      is_default: false,
      supported_billing_periods: 'both',
    })
    const { json } = await backend(authSaas, 'GET', '/billing/prices?plan_id=cplan_pro')
    expect(json).toMatchObject({
      data: [
        { amount: 600, description: 'For friends' },
        { amount: 1000, is_default: true, annual_monthly_amount: 800 },
      ],
      total_count: 2,
    })
    expect((await backend(authSaas, 'GET', '/billing/prices')).json['total_count']).toBe(4)
  })

  it('are refused for an unknown plan, below a dollar, and for periods without an amount', async ({ authSaas }) => {
    const refused = async (input: object) => {
      const { status, code } = await backend(authSaas, 'POST', '/billing/prices', { plan_id: 'cplan_pro', ...input })
      return [status, code]
    }
    expect(await refused({ plan_id: 'cplan_no', amount: 600 })).toEqual([404, 'plan_not_found'])
    expect(await refused({ amount: 99 })).toEqual([422, 'plan_amount_invalid'])
    expect(await refused({ plan_id: 'free', amount: 600 })).toEqual([422, 'default_plan_price_creation_forbidden'])
    expect(await refused({ amount: null })).toEqual([422, 'form_param_value_invalid'])
    const periods = { amount: 600, supported_billing_periods: 'annual' }
    expect(await refused(periods)).toEqual([422, 'supported_billing_period_mismatch'])
  })
})

describe('the move of a subscription to another price', () => {
  it('waits for the end of what is paid when the price is lower', async ({ authSaas }) => {
    const [item] = await itemsOf(authSaas)
    const to = (await backend(authSaas, 'POST', '/billing/prices', { plan_id: 'cplan_pro', amount: 600 })).json['id']
    const path = `/billing/subscription_items/${item?.id}/price_transition`
    const prices = { from_price_id: 'cprice_pro', to_price_id: to }
    const moved = await backend(authSaas, 'POST', path, prices)
    expect(moved.json).toMatchObject({
      object: 'commerce_price_transition',
      subscription_item: { status: 'upcoming', price_id: to, amount: { amount: 600 }, plan: { payer_type: ['user'] } },
      transition: {
        effective_mode: 'end_of_period',
        effective_at: item?.periodEnd,
        charged_immediately: false,
        previous_price: { id: 'cprice_pro', amount: 1000 },
        previous_subscription_item_status: 'canceled',
        previous_subscription_item_id: item?.id,
      },
    })
    expect((await itemsOf(authSaas)).map(({ status }) => status)).toEqual(['canceled', 'upcoming'])
    authSaas.clock.advance('32d')
    expect(await itemsOf(authSaas)).toMatchObject([{ status: 'active', nextPayment: { amount: { amount: 600 } } }])
    expect((await backend(authSaas, 'POST', path, prices)).code).toBe('subscription_item_no_longer_active')
  })

  it('is done at once when the price is higher, and paid with the card of the payer', async ({ authSaas }) => {
    const grace = signedIn(authSaas, 'grace')
    await grace.call('POST', '/me/billing/payment_methods', { gateway: 'stripe', payment_token: 'pm_card_visa' })
    const [item] = await itemsOf(authSaas)
    const to = (await backend(authSaas, 'POST', '/billing/prices', { plan_id: 'cplan_pro', amount: 1500 })).json['id']
    const path = `/billing/subscription_items/${item?.id}/price_transition`
    const moved = await backend(authSaas, 'POST', path, { from_price_id: 'cprice_pro', to_price_id: to })
    expect(moved.json).toMatchObject({
      subscription_item: { status: 'active', price_id: to },
      transition: { effective_mode: 'immediate', charged_immediately: true, immediate_charge: { amount: 1500 } },
    })
    expect(await itemsOf(authSaas)).toMatchObject([{ status: 'active', nextPayment: { amount: { amount: 1500 } } }])
    const attempts = await grace.call('GET', '/me/billing/payment_attempts')
    expect(attempts.response).toMatchObject({ data: [{ amount: { amount: 1500 } }] })
  })

  it('is refused to a price of another kind of payer, and to an unknown one', async ({ authSaas }) => {
    const [item] = await itemsOf(authSaas)
    const path = `/billing/subscription_items/${item?.id}/price_transition`
    const move = async (id: unknown, from = 'cprice_pro') =>
      (await backend(authSaas, 'POST', path, { from_price_id: from, to_price_id: id })).code
    expect(await move('cprice_team')).toBe('price_transition_not_allowed')
    expect(await move('cprice_none')).toBe('resource_not_found')
    expect(await move('cprice_pro', 'cprice_team')).toBe('out_of_date_price')
    const dear = (await backend(authSaas, 'POST', '/billing/prices', { plan_id: 'cplan_pro', amount: 1500 })).json['id']
    expect(await move(dear)).toBe('payment_method_required_for_transition')
  })
})

describe('a discount', () => {
  it('is given by hand, replaced, taken away, and takes its part off the next payments', async ({ authSaas }) => {
    const [item] = await itemsOf(authSaas)
    const path = `/billing/subscription_items/${item?.id}/discounts`
    const applied = await backend(authSaas, 'POST', path, { discount_id: 'cdisc_half' })
    expect(applied.json).toMatchObject({
      object: 'commerce_discount_redemption',
      source: 'manual',
      effect: 'percentage',
      percent_off: 50,
      amount: { amount: 500 },
      cycles_remaining: 2,
      cycles_applied: 0,
      status: 'active',
    })
    expect(await nextAmount(authSaas)).toBe(500)
    expect((await backend(authSaas, 'POST', path, { discount_id: 'cdisc_half' })).code).toBe('discount_already_applied')
    expect((await backend(authSaas, 'POST', path, { discount_id: 'cdisc_no' })).code).toBe('discount_not_found')
    await backend(authSaas, 'POST', path, { discount_id: 'cdisc_two' })
    expect(await nextAmount(authSaas)).toBe(800)
    expect((await backend(authSaas, 'DELETE', `${path}/cdisc_half`)).status).toBe(404)
    expect(
      (await backend(authSaas, 'DELETE', `/billing/subscription_items/${item?.id}/discounts/cdisc_two`)).json,
    ).toMatchObject({ status: 'removed' })
    expect(await nextAmount(authSaas)).toBe(1000)
  })

  it('ends after its payments', async ({ authSaas }) => {
    const [item] = await itemsOf(authSaas)
    await backend(authSaas, 'POST', `/billing/subscription_items/${item?.id}/discounts`, { discount_id: 'cdisc_half' })
    authSaas.clock.advance('40d')
    expect(await nextAmount(authSaas)).toBe(500)
    authSaas.clock.advance('40d')
    expect(await nextAmount(authSaas)).toBe(1000)
  })

  it('is got by a code at the checkout of the components', async ({ authSaas }) => {
    const ada = signedIn(authSaas, 'ada')
    const begun = await ada.call('POST', '/me/billing/checkouts', { plan_id: 'cplan_pro', plan_period: 'month' })
    const path = `/me/billing/checkouts/${String(begun.response['id'])}`
    expect((await ada.call('PATCH', path, { promo_code: 'NONE' })).code).toBe('checkout_promo_code_invalid')
    const totals = async (code: string) =>
      (await ada.call('PATCH', path, { promo_code: code })).response['totals'] as Record<string, unknown>
    expect(await totals('HALF')).toMatchObject({
      subtotal: { amount: 1000 },
      total_due_now: { amount: 500 },
      discounts: { discount: { promo_code: 'HALF', percent_off: 50, duration_in_cycles: 2 }, total: { amount: 500 } },
    })
    expect(await totals('')).toMatchObject({ total_due_now: { amount: 1000 }, discounts: null })
    await totals('HALF')
    const done = await ada.call('PATCH', `${path}/confirm`, { gateway: 'stripe', use_test_card: 'true' })
    expect(done.response).toMatchObject({
      subscription_item: { applied_discount: { source: 'promo_code', cycles_applied: 1, cycles_remaining: 1 } },
    })
    const attempts = await ada.call('GET', '/me/billing/payment_attempts')
    expect(attempts.response).toMatchObject({ data: [{ amount: { amount: 500 } }] })
    expect((await ada.call('PATCH', path, { promo_code: '' })).status).toBe(409)
  })
})
