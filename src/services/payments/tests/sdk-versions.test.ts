import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { stripeTypes, type StripePackage } from '#testkit/stripe-types.ts'
import { sdkOf, SDKS, startPayments, type RunningPayments } from './payments.fixture.ts'

// Everyday flows of programs, with each major of the SDK that they were written for. Types hold both ways: the
// parameters of every call are those that the major publishes, and so is every answer, the events among them: the
// account's default version is that of the major.

/** An answer of the SDK, whose types are those of another version. */
type Answer = Readonly<Record<string, unknown>> & { readonly id: string }

/** The methods that the flows call; a resource of a major has some of them. */
interface Methods {
  attach(id: string, params: object): Promise<Answer>
  confirm(id: string, params: object): Promise<Answer>
  create(params: object): Promise<Answer>
  createPreview(params: object): Promise<Answer>
  list(params: object): Promise<Answer>
  retrieve(id: string, params?: object): Promise<Answer>
  retrieveUpcoming(params: object): Promise<Answer>
  update(id: string, params: object): Promise<Answer>
}

/** The part of the SDK that the flows call. */
type Sdk = Readonly<
  Record<
    'customers' | 'invoices' | 'paymentIntents' | 'paymentMethods' | 'prices' | 'refunds' | 'subscriptions',
    Methods
  >
> & { readonly checkout: { readonly sessions: Methods }; readonly events: { list(params: object): PromiseLike<List> } }

interface List {
  readonly data: readonly (Answer & { readonly type: string; readonly api_version: string })[]
}

const BASIL = '2025-03-31'

describe.each(SDKS.map((sdk) => ({ name: sdk[0], version: sdk[1], sdk })))('$name', ({ version, sdk }) => {
  let payments: RunningPayments
  let stripe: Sdk

  beforeAll(async () => {
    payments = await startPayments({ seed: { payments: { account: { api_version: version } } } })
    // The types are those of another version.
    stripe = withCheckedParameters(sdk[0], sdkOf(sdk, payments) as unknown as Sdk)
  })
  afterAll(() => payments.close())
  beforeEach(() => payments.reset())

  /** Returns the versions of all events. Reading them holds each against the types. */
  async function versionsOfEvents(): Promise<readonly string[]> {
    const { data } = await stripe.events.list({ limit: 100 })
    return [...new Set(data.map(({ api_version: each }) => each))]
  }

  /** True where an invoice has one payment and one subscription, as members of its own. */
  const isBeforeBasil = version < BASIL

  const price = (amount: number): Promise<Answer> =>
    stripe.prices.create({
      currency: 'usd',
      unit_amount: amount,
      recurring: { interval: 'month' },
      product_data: { name: `Plan of ${amount}` },
    })

  /** A customer with a card, and the active subscription that it pays. */
  async function signUp(): Promise<{ customer: Answer; subscription: Answer }> {
    // The types of the oldest version do not know `save_default_payment_method`.
    const savesCard = version > '2020-08-27'
    const customer = await stripe.customers.create({
      email: 'ada@example.com',
      name: 'Ada',
      ...(savesCard
        ? {}
        : { payment_method: 'pm_card_visa', invoice_settings: { default_payment_method: 'pm_card_visa' } }),
    })
    const { id } = await price(1500)
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: id }],
      payment_behavior: 'default_incomplete',
      ...(savesCard ? { payment_settings: { save_default_payment_method: 'on_subscription' } } : {}),
      expand: [isBeforeBasil ? 'latest_invoice.payment_intent' : 'latest_invoice.confirmation_secret'],
    })
    const secret = isBeforeBasil
      ? textAt(subscription, 'latest_invoice.payment_intent.client_secret')
      : textAt(subscription, 'latest_invoice.confirmation_secret.client_secret')
    await stripe.paymentIntents.confirm(secret.replace(/_secret_.*/, ''), { payment_method: 'pm_card_visa' })
    return { customer, subscription: await stripe.subscriptions.retrieve(subscription.id) }
  }

  it('signs a customer up', async () => {
    const { subscription } = await signUp()
    expect(subscription['status']).toBe('active')
    expect('current_period_end' in subscription).toBe(isBeforeBasil)
    if (isBeforeBasil) expect(subscription).toMatchObject({ current_period_end: 1_769_947_200, plan: { amount: 1500 } })
    const invoice = await stripe.invoices.retrieve(textAt(subscription, 'latest_invoice'), {
      expand: isBeforeBasil ? ['charge', 'subscription'] : ['payments'],
    })
    expect('parent' in invoice).toBe(!isBeforeBasil)
    if (isBeforeBasil) {
      expect(invoice).toMatchObject({
        paid: true,
        charge: { amount: 1500, invoice: invoice.id },
        subscription: { id: subscription.id },
        lines: { data: [{ type: 'subscription', price: { unit_amount: 1500 }, plan: { amount: 1500 } }] },
      })
    }
    expect(await versionsOfEvents()).toEqual([version])
  })

  it('upgrades a subscription with proration', async () => {
    const { customer, subscription } = await signUp()
    payments.clock.advance('15d')
    const { id } = await price(4500)
    const items = [{ id: textAt(subscription, 'items.data.0.id'), price: id }]
    const preview = isBeforeBasil
      ? await stripe.invoices.retrieveUpcoming({
          customer: customer.id,
          subscription: subscription.id,
          subscription_items: items,
          subscription_proration_behavior: 'create_prorations',
        })
      : await stripe.invoices.createPreview({ subscription: subscription.id, subscription_details: { items } })
    expect(amounts(preview)).toEqual([-774, 2323, 4500])
    await stripe.subscriptions.update(subscription.id, { items, proration_behavior: 'always_invoice' })
    const [invoice] = (await list(stripe.invoices, { customer: customer.id })).toReversed().slice(-1)
    expect(amounts(invoice)).toEqual([-774, 2323])
    if (isBeforeBasil) expect(invoice).toMatchObject({ lines: { data: [{ proration: true }, { proration: true }] } })
    expect(await versionsOfEvents()).toEqual([version])
  })

  it('sees a renewal fail', async () => {
    const { customer, subscription } = await signUp()
    const method = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id })
    await stripe.subscriptions.update(subscription.id, { default_payment_method: method.id })
    payments.clock.advance('1 month')
    payments.clock.advance('1h')
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'past_due' })
    const { data } = await stripe.events.list({ type: 'invoice.payment_failed' })
    expect(data).toMatchObject([{ data: { object: { status: 'open', attempt_count: 1 } } }])
    if (isBeforeBasil) {
      expect(data).toMatchObject([{ data: { object: { paid: false, subscription: subscription.id } } }])
    }
    expect(await versionsOfEvents()).toEqual([version])
  })

  it('refunds a payment', async () => {
    const intent = await stripe.paymentIntents.create({
      amount: 2000,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      [version < '2026-09-30' ? 'payment_method_types' : 'allowed_payment_method_types']: ['card'],
      confirm: true,
      expand: ['latest_charge'],
    })
    expect(intent).toMatchObject({ status: 'succeeded', latest_charge: { amount: 2000 } })
    const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 500, expand: ['charge'] })
    expect(refund).toMatchObject({ amount: 500, charge: { amount_refunded: 500 } })
    const after = await stripe.paymentIntents.retrieve(intent.id)
    expect('charges' in after).toBe(version < '2022-11-15')
    if (version < '2022-11-15') {
      expect(after).toMatchObject({ charges: { data: [{ refunds: { data: [{ id: refund.id }] } }] } })
    }
    expect(await versionsOfEvents()).toEqual([version])
  })

  it('sells a subscription in Checkout', async () => {
    const { id } = await price(1500)
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price: id, quantity: 1 }],
      success_url: 'https://shop.example/done',
      cancel_url: 'https://shop.example/back',
    })
    expect(session['ui_mode']).toBe(version < '2026-03-25' ? 'hosted' : 'hosted_page')
    payments.pay({ id: session.id })
    const done = await stripe.checkout.sessions.retrieve(session.id, {
      expand: [
        isBeforeBasil ? 'subscription.latest_invoice.payment_intent' : 'subscription.latest_invoice',
        'line_items',
      ],
    })
    expect(done).toMatchObject({ status: 'complete', subscription: { status: 'active' } })
    if (isBeforeBasil) {
      expect(done).toMatchObject({ subscription: { latest_invoice: { payment_intent: { status: 'succeeded' } } } })
    }
    expect(await versionsOfEvents()).toEqual([version])
  })
})

/** The vendor's names of the resources, from which the types of their parameters take theirs. */
const RESOURCES: Readonly<Record<string, string>> = {
  'checkout.sessions': 'Session',
  customers: 'Customer',
  events: 'Event',
  invoices: 'Invoice',
  paymentIntents: 'PaymentIntent',
  paymentMethods: 'PaymentMethod',
  prices: 'Price',
  refunds: 'Refund',
  subscriptions: 'Subscription',
}

/** Returns the SDK, whose calls are refused when their parameters differ from the types that it publishes. */
function withCheckedParameters<T extends object>(name: StripePackage, sdk: T, path = ''): T {
  return new Proxy(sdk, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key)
      const member = String(key)
      const inner = path === '' ? member : `${path}.${member}`
      const resource = RESOURCES[path]
      if (resource !== undefined && typeof value === 'function') {
        return (...args: unknown[]): unknown => {
          const type = `${resource}${member.charAt(0).toUpperCase()}${member.slice(1)}Params`
          const problems = stripeTypes(name).parameterMismatches(path, type, args.at(-1))
          if (problems.length > 0) throw new Error(`${name}: ${inner}: ${problems.join('; ')}`)
          return Reflect.apply(value, target, args)
        }
      }
      const isPart = Object.keys(RESOURCES).some((each) => each === inner || each.startsWith(`${inner}.`))
      return isPart && typeof value === 'object' && value !== null ? withCheckedParameters(name, value, inner) : value
    },
  })
}

/** Returns a text on a path of an answer. */
function textAt(answer: unknown, path: string): string {
  const value = path.split('.').reduce<unknown>((at, name) => (at as Readonly<Record<string, unknown>>)[name], answer) // JSON
  if (typeof value !== 'string') throw new Error(`${path} of the answer is no text`)
  return value
}

function amounts(invoice: unknown): readonly number[] {
  const { lines } = invoice as { readonly lines: { readonly data: readonly { readonly amount: number }[] } } // an invoice
  return lines.data.map(({ amount }) => amount)
}

async function list(resource: Methods, params: object): Promise<readonly Answer[]> {
  const answer = await resource.list(params)
  return answer['data'] as readonly Answer[] // of a list
}
