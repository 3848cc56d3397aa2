import { describe, expect, it, onTestFinished } from 'vitest'
import { createEmulator } from '#emulator.ts'
import { backend, clerkOf, people } from './auth-saas.fixture.ts'
import { signedIn, type FrontendBrowser } from './routes/frontend/frontend.fixture.ts'

// Checkouts that are paid at an instance of `payments` of the same run.

/** Starts an instance of payments, and one of auth-saas whose checkouts are paid there. */
async function paidRun() {
  const payments = await createEmulator({ service: 'payments', port: 0 })
  const seed = {
    'auth-saas': {
      ...people,
      plans: [
        { name: 'Free', slug: 'free', default: true },
        { id: 'cplan_pro', name: 'Pro', slug: 'pro', amount: 1000 },
        { id: 'cplan_trial', name: 'Trial', slug: 'trial', amount: 2000, trial_days: 7 },
        { id: 'cplan_team', name: 'Team', slug: 'team', payer: 'org' as const, amount: 5000 },
      ],
      discounts: [{ name: 'Half', percent_off: 50, promo_codes: ['HALF'] }],
      payment_gateway: { url: payments.url, secret_key: 'sk_test_ours', publishable_key: 'pk_test_ours' },
    },
  }
  const auth = await createEmulator({ service: 'auth-saas', port: 0, seed })
  onTestFinished(async () => {
    await auth.close()
    await payments.close()
  })
  /** Reads what the gateway has. */
  const atGateway = async (path: string) => {
    const headers = { authorization: 'Bearer sk_test_ours' }
    const answer = await fetch(`${payments.url}/v1/${path}`, { headers })
    return ((await answer.json()) as { data: Record<string, unknown>[] }).data // the vendor's list
  }
  return { auth, payments, atGateway }
}

async function begin(browser: FrontendBrowser, plan: string, base = '/me/billing'): Promise<string> {
  const begun = await browser.call('POST', `${base}/checkouts`, { plan_id: plan, plan_period: 'month' })
  return `${base}/checkouts/${String(begun.response['id'])}`
}

const TEST_CARD = { gateway: 'stripe', use_test_card: 'true' }

describe('a checkout of an instance with a gateway', () => {
  it('makes a customer and a payment at the gateway, and uses both again', async () => {
    const { auth, atGateway } = await paidRun()
    const ada = signedIn(auth, 'ada')
    const path = await begin(ada, 'cplan_pro')
    await ada.call('PATCH', path, { promo_code: 'HALF' })
    const done = await ada.call('PATCH', `${path}/confirm`, TEST_CARD)
    expect(done.response).toMatchObject({ status: 'completed', payment_method: { last4: '4242', card_type: 'visa' } })
    const [customer, ...others] = await atGateway('customers')
    expect(customer).toMatchObject({
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      metadata: { user_id: 'user_ada' },
    })
    expect(others).toEqual([])
    const [intent] = await atGateway('payment_intents')
    expect(intent).toMatchObject({ amount: 500, currency: 'usd', status: 'succeeded', customer: customer?.['id'] })
    const attempts = await ada.call('GET', '/me/billing/payment_attempts')
    expect(attempts.response).toMatchObject({
      data: [{ gateway_external_id: intent?.['id'], amount: { amount: 500 } }],
    })

    // The next checkout is paid with the same card.
    const next = await begin(ada, 'cplan_trial')
    await ada.call('PATCH', `${next}/confirm`, { gateway: 'stripe' })
    expect(await atGateway('payment_intents')).toMatchObject([{ amount: 2000 }, { amount: 500 }])
    expect(await atGateway('customers')).toHaveLength(1)
  })

  it('takes no payment for a trial', async () => {
    const { auth, atGateway } = await paidRun()
    const grace = signedIn(auth, 'grace')
    const path = await begin(grace, 'cplan_trial')
    const done = await grace.call('PATCH', `${path}/confirm`, TEST_CARD)
    expect(done.response).toMatchObject({ subscription_item: { is_free_trial: true } })
    expect(await atGateway('customers')).toMatchObject([{ name: 'Grace Hopper' }])
    expect(await atGateway('payment_intents')).toEqual([])
  })

  it.for([
    ['pm_card_chargeCustomerFail', 'payment_attempt_failed_card_declined'],
    ['pm_none', 'form_param_value_invalid'],
  ] as const)('is refused for the card %s, and subscribes to nothing', async ([token, code]) => {
    const { auth } = await paidRun()
    const ada = signedIn(auth, 'ada')
    const path = await begin(ada, 'cplan_pro')
    const refused = await ada.call('PATCH', `${path}/confirm`, { gateway: 'stripe', payment_token: token })
    expect([refused.status, refused.code]).toEqual([422, code])
    expect((await ada.call('GET', path)).response).toMatchObject({ status: 'needs_confirmation' })
    expect((await ada.call('PATCH', `${path}/confirm`, { gateway: 'stripe' })).status).toBe(422)
    const unknown = { payment_method_id: 'paymeth_none' }
    expect((await ada.call('PATCH', `${path}/confirm`, unknown)).status).toBe(404)
  })

  it('is refused while the gateway does not answer', async () => {
    const { auth, payments } = await paidRun()
    await payments.close()
    const ada = signedIn(auth, 'ada')
    const refused = await ada.call('PATCH', `${await begin(ada, 'cplan_pro')}/confirm`, TEST_CARD)
    expect([refused.status, refused.code]).toEqual([503, 'service_unavailable'])
  })
})

describe('the move of a subscription to a higher price', () => {
  /** Subscribes ada to Pro with a card, and returns the call that moves it to a price of 15 dollars. */
  async function subscribed(run: Awaited<ReturnType<typeof paidRun>>, token: string) {
    const { auth } = run
    const ada = signedIn(auth, 'ada')
    await ada.call('PATCH', `${await begin(ada, 'cplan_pro')}/confirm`, TEST_CARD)
    const card = { gateway: 'stripe', payment_token: token }
    const { response } = await ada.call('POST', '/me/billing/payment_methods', card)
    const chosen = { payment_method_id: String(response['id']) }
    await ada.call('PUT', '/me/billing/payers/default_payment_method', chosen)
    const dear = await backend(auth, 'POST', '/billing/prices', { plan_id: 'cplan_pro', amount: 1500 })
    const [item] = (await clerkOf(auth).billing.getUserBillingSubscription('user_ada')).subscriptionItems
    const prices = { from_price_id: 'cprice_pro', to_price_id: dear.json['id'] }
    return () => backend(auth, 'POST', `/billing/subscription_items/${item?.id}/price_transition`, prices)
  }

  it('is paid at the gateway with the default card', async () => {
    const run = await paidRun()
    const move = await subscribed(run, 'pm_card_mastercard')
    expect((await move()).json).toMatchObject({ transition: { immediate_charge: { amount: 1500 } } })
    const [intent] = await run.atGateway('payment_intents')
    expect(intent).toMatchObject({ amount: 1500, status: 'succeeded' })
    const attempts = await signedIn(run.auth, 'ada').call('GET', '/me/billing/payment_attempts')
    expect(attempts.response).toMatchObject({
      data: [{ gateway_external_id: intent?.['id'] }, { amount: { amount: 1000 } }],
    })
  })

  it('is refused with the card, and the subscription keeps its price', async () => {
    const run = await paidRun()
    const move = await subscribed(run, 'pm_card_chargeCustomerFail')
    const refused = await move()
    expect([refused.status, refused.code]).toEqual([422, 'payment_attempt_failed_card_declined'])
    const [item, ...others] = (await clerkOf(run.auth).billing.getUserBillingSubscription('user_ada')).subscriptionItems
    expect([item?.priceId, others]).toEqual(['cprice_pro', []])
  })
})

describe('the cards of an organization', () => {
  it('are added at the gateway, with a secret for the browser', async () => {
    const { auth, payments, atGateway } = await paidRun()
    const ada = signedIn(auth, 'ada', 'acme')
    const base = '/organizations/org_acme/billing'
    const begun = await ada.call('POST', `${base}/payment_methods/initialize`, { gateway: 'stripe' })
    expect(begun.response['external_client_secret']).toMatch(/^seti_\w+_secret_\w+$/)
    const token = 'pm_card_mastercard'
    const added = await ada.call('POST', `${base}/payment_methods`, { gateway: 'stripe', payment_token: token })
    expect(added.response).toMatchObject({ card_type: 'mastercard', last4: '4444', is_default: true })
    const [customer] = await atGateway('customers')
    expect(customer).toMatchObject({ name: 'Acme', metadata: { organization_id: 'org_acme' } })
    const path = await begin(ada, 'cplan_team', base)
    await ada.call('PATCH', `${path}/confirm`, { payment_method_id: String(added.response['id']) })
    expect(await atGateway('payment_intents')).toMatchObject([{ amount: 5000, customer: customer?.['id'] }])
    const settings = (await (await fetch(`${auth.url}/v1/environment?_is_native=1`)).json()) as object
    expect(settings).toMatchObject({ commerce_settings: { billing: { stripe_publishable_key: 'pk_test_ours' } } })
    expect(payments.requests.every(({ status }) => (status ?? 500) < 400)).toBe(true)
  })
})
