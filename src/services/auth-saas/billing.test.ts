import { verifyToken } from '@clerk/backend'
import { describe, expect } from 'vitest'
import { authSaasTest, clerkOf, codeOf, people, type RunningAuthSaas } from './auth-saas.fixture.ts'
import { signedIn } from './routes/frontend/frontend.fixture.ts'

const it = authSaasTest({
  seed: {
    'auth-saas': {
      ...people,
      features: [{ slug: 'reports', name: 'Reports' }],
      plans: [
        { name: 'Free', slug: 'free', default: true },
        {
          id: 'cplan_pro',
          name: 'Pro',
          slug: 'pro',
          amount: 1000,
          annual_monthly_amount: 800,
          trial_days: 14,
          features: ['reports'],
        },
        { name: 'Team', slug: 'team', payer: 'org' as const, amount: 5000, features: ['sso'] },
        { name: 'Hidden', slug: 'hidden', publicly_visible: false, amount: 1 },
      ],
      subscriptions: [
        { payer: 'acme', plan: 'team' },
        { payer: 'grace', plan: 'pro' },
      ],
    },
  },
})

/** Returns the claims of a token of a user, as the vendor's client verifies it. */
async function claimsOf(auth: RunningAuthSaas, user: string, organization?: string) {
  const { token } = auth.signIn({ user, ...(organization === undefined ? {} : { organization }) })
  return verifyToken(token, { jwtKey: auth.env['CLERK_JWT_KEY'] ?? '' })
}

/** Returns what `has` says in a backend that authenticates a request of a user. */
async function hasOf(auth: RunningAuthSaas, user: string, organization?: string) {
  const { token } = auth.signIn({ user, ...(organization === undefined ? {} : { organization }) })
  const request = new Request('http://localhost:3000/', { headers: { authorization: `Bearer ${token}` } })
  const state = await clerkOf(auth).authenticateRequest(request, { jwtKey: auth.env['CLERK_JWT_KEY'] ?? '' })
  const known = state.toAuth()
  if (known === null || !('has' in known)) throw new Error('the request is not authenticated')
  return known.has
}

describe('the plan of a user or an organization', () => {
  it('is in session tokens, and `has` of the vendor says so', async ({ authSaas }) => {
    expect(await claimsOf(authSaas, 'ada')).toMatchObject({ pla: 'u:free' })
    expect(await claimsOf(authSaas, 'grace', 'acme')).toMatchObject({ pla: 'u:pro,o:team', fea: 'o:sso,u:reports' })
    const has = await hasOf(authSaas, 'grace', 'acme')
    expect([has({ plan: 'user:pro' }), has({ plan: 'org:team' }), has({ plan: 'user:team' })]).toEqual([
      true,
      true,
      false,
    ])
    expect([has({ feature: 'user:reports' }), has({ feature: 'org:sso' }), has({ feature: 'other' })]).toEqual([
      true,
      true,
      false,
    ])
    expect((await hasOf(authSaas, 'ada'))({ plan: 'user:pro' })).toBe(false)
  })

  it('is listed with its price and its features', async ({ authSaas }) => {
    const plans = await clerkOf(authSaas).billing.getPlanList({ payerType: 'user' })
    expect(plans.data.map(({ slug }) => slug)).toEqual(['free', 'pro', 'hidden'])
    expect(plans.data[1]).toMatchObject({
      fee: { amount: 1000, amountFormatted: '10.00', currency: 'USD', currencySymbol: '$' },
      annualFee: { amount: 9600 },
      forPayerType: 'user',
      features: [{ slug: 'reports', name: 'Reports' }],
    })
  })
})

describe('a subscription', () => {
  it('is read, cancelled at the end of its period, and ended at once', async ({ authSaas }) => {
    const { billing } = clerkOf(authSaas)
    const { subscriptionItems } = await billing.getUserBillingSubscription('user_grace')
    expect(subscriptionItems).toMatchObject([{ status: 'active', plan: { slug: 'pro' }, planPeriod: 'month' }])
    const id = subscriptionItems[0]?.id ?? ''
    expect(await billing.cancelSubscriptionItem(id)).toMatchObject({ status: 'canceled' })
    expect(await codeOf(billing.cancelSubscriptionItem(id))).toBe('commerce_subscription_item_already_canceled')
    expect(await claimsOf(authSaas, 'grace')).toMatchObject({ pla: 'u:pro' })
    expect(await billing.cancelSubscriptionItem(id, { endNow: true })).toMatchObject({ status: 'ended' })
    expect(await claimsOf(authSaas, 'grace')).toMatchObject({ pla: 'u:free' })
    const organization = await billing.getOrganizationBillingSubscription('org_acme')
    expect(organization.subscriptionItems).toMatchObject([{ plan: { slug: 'team' } }])
  })

  it('renews itself, and ends when it was cancelled', async ({ authSaas }) => {
    const { billing } = clerkOf(authSaas)
    const [before] = (await billing.getUserBillingSubscription('user_grace')).subscriptionItems
    authSaas.clock.advance('40d')
    const [after] = (await billing.getUserBillingSubscription('user_grace')).subscriptionItems
    expect([after?.id, after?.periodStart]).toEqual([before?.id, before?.periodEnd])
    await billing.cancelSubscriptionItem(after?.id ?? '')
    authSaas.clock.advance('40d')
    const [free] = (await billing.getUserBillingSubscription('user_grace')).subscriptionItems
    expect(free).toMatchObject({ plan: { slug: 'free' } })
  })
})

describe('the credits of a payer', () => {
  it('are added and taken away once for a key, and are never less than nothing', async ({ authSaas }) => {
    const headers = { authorization: 'Bearer sk_test_backlot', 'content-type': 'application/json' }
    const url = `${authSaas.url}/v1/users/user_ada/billing/credits`
    const adjust = async (amount: number, action: string, key: string) => {
      const body = JSON.stringify({ amount, action, idempotency_key: key })
      return (await (await fetch(url, { method: 'POST', headers, body })).json()) as Record<string, unknown>
    }
    const balance = async () => ((await (await fetch(url, { headers })).json()) as { balance: unknown }).balance
    expect(await balance()).toBeNull()
    const added = await adjust(700, 'increase', 'a')
    expect(added).toMatchObject({ object: 'commerce_credit_ledger', amount: { amount: 700, currency: 'USD' } })
    expect((await adjust(700, 'increase', 'a'))['id']).toBe(added['id'])
    await adjust(100, 'decrease', 'b')
    expect(await balance()).toMatchObject({ amount: 600, amount_formatted: '6.00' })
    expect(await adjust(601, 'decrease', 'c')).toMatchObject({ errors: [{ code: 'insufficient_credit_balance' }] })
    expect(await adjust(0, 'increase', 'd')).toMatchObject({ errors: [{ meta: { param_name: 'amount' } }] })
  })

  it('pay for a checkout first', async ({ authSaas }) => {
    const { billing } = clerkOf(authSaas)
    const [team] = (await billing.getOrganizationBillingSubscription('org_acme')).subscriptionItems
    await billing.cancelSubscriptionItem(team?.id ?? '', { endNow: true })
    const headers = { authorization: 'Bearer sk_test_backlot', 'content-type': 'application/json' }
    const url = `${authSaas.url}/v1/organizations/org_acme/billing/credits`
    const body = JSON.stringify({ amount: 6000, action: 'increase', idempotency_key: 'a', note: 'sorry' })
    expect(await (await fetch(url, { method: 'POST', headers, body })).json()).toMatchObject({ note: 'sorry' })
    const ada = signedIn(authSaas, 'ada', 'acme')
    const base = '/organizations/org_acme/billing'
    const plans = (await ada.call('GET', '/billing/plans?payer_type=org')).body as { data: { id: string }[] }
    const form = { plan_id: plans.data[0]?.id ?? '', plan_period: 'month' }
    const checkout = await ada.call('POST', `${base}/checkouts`, form)
    expect(checkout.response['totals']).toMatchObject({
      grand_total: { amount: 5000 },
      total_due_now: { amount: 0 },
      credits: {
        payer: { applied_amount: { amount: 5000 }, remaining_balance: { amount: 1000 } },
        total: { amount: 5000 },
      },
    })
    const path = `${base}/checkouts/${String(checkout.response['id'])}`
    await ada.call('PATCH', `${path}/confirm`, { gateway: 'stripe', use_test_card: 'true' })
    expect(await (await fetch(url, { headers })).json()).toMatchObject({ balance: { amount: 1000 } })
    const attempts = await ada.call('GET', `${base}/payment_attempts`)
    expect(attempts.response['data']).toMatchObject([{ amount: { amount: 0 } }])
  })
})

describe('a checkout', () => {
  it('begins a trial without a payment, which the backend can extend', async ({ authSaas }) => {
    const ada = signedIn(authSaas, 'ada')
    const form = { plan_id: 'cplan_pro', plan_period: 'month' }
    const checkout = await ada.call('POST', '/me/billing/checkouts', form)
    expect(checkout.response).toMatchObject({
      object: 'commerce_checkout',
      status: 'needs_confirmation',
      totals: { grand_total: { amount: 1000 }, total_due_now: { amount: 0 } },
      needs_payment_method: true,
    })
    const path = `/me/billing/checkouts/${String(checkout.response['id'])}`
    expect((await ada.call('PATCH', `${path}/confirm`, {})).status).toBe(422)
    const confirmed = await ada.call('PATCH', `${path}/confirm`, { gateway: 'stripe', use_test_card: 'true' })
    expect(confirmed.response).toMatchObject({ status: 'completed', payment_method: { last4: '4242' } })
    expect((await ada.call('GET', path)).response).toMatchObject({ status: 'completed' })
    const { billing } = clerkOf(authSaas)
    const [item] = (await billing.getUserBillingSubscription('user_ada')).subscriptionItems
    expect(item).toMatchObject({ isFreeTrial: true, plan: { slug: 'pro' } })
    const extendTo = new Date((item?.periodEnd ?? 0) + 86_400_000)
    const extended = await billing.extendSubscriptionItemFreeTrial(item?.id ?? '', { extendTo })
    expect(extended.periodEnd).toBe(extendTo.getTime())
    expect((await ada.call('GET', '/me/billing/payment_attempts')).response).toMatchObject({ total_count: 0 })
  })

  it('is paid with a card of the organization, and has a statement', async ({ authSaas }) => {
    const ada = signedIn(authSaas, 'ada', 'acme')
    const base = '/organizations/org_acme/billing'
    const [team] = (await clerkOf(authSaas).billing.getOrganizationBillingSubscription('org_acme')).subscriptionItems
    await clerkOf(authSaas).billing.cancelSubscriptionItem(team?.id ?? '', { endNow: true })
    const card = await ada.call('POST', `${base}/payment_methods`, { gateway: 'stripe', payment_token: 'pm_card_visa' })
    expect(card.response).toMatchObject({ gateway_external_id: 'pm_card_visa', is_default: true })
    const plans = await ada.call('GET', '/billing/plans?payer_type=org')
    const { data } = plans.body as { data: { id: string; slug: string }[] }
    expect(data.map(({ slug }) => slug)).toEqual(['team'])
    const form = { plan_id: data[0]?.id ?? '', plan_period: 'month' }
    const checkout = await ada.call('POST', `${base}/checkouts`, form)
    const confirm = { payment_method_id: String(card.response['id']) }
    await ada.call('PATCH', `${base}/checkouts/${String(checkout.response['id'])}/confirm`, confirm)
    const statements = await ada.call('GET', `${base}/statements`)
    expect(statements.response).toMatchObject({ total_count: 1, data: [{ totals: { grand_total: { amount: 5000 } } }] })
    expect((await ada.call('GET', `${base}/subscription`)).response).toMatchObject({
      subscription_items: [{ plan: { slug: 'team' }, amount: { amount: 5000 } }],
    })
    const grace = signedIn(authSaas, 'grace', 'acme')
    expect((await grace.call('GET', `${base}/subscription`)).status).toBe(200)
    expect((await grace.call('POST', `${base}/checkouts`, form)).code).toBe('missing_organization_permission')
  })
})
