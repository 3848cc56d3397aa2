import type Stripe from 'stripe'
import { describe, expect } from 'vitest'
import { customerWith, eventTypes, recurringPrice } from '#payments/tests/billing.fixture.ts'
import { paymentsTest, refusal } from '#payments/tests/payments.fixture.ts'

const it = paymentsTest()

async function catalog(stripe: Stripe): Promise<{ customer: string; price: string; items: { price: string }[] }> {
  const [{ id: customer }, { id: price }] = [await customerWith(stripe), await recurringPrice(stripe)]
  return { customer, price, items: [{ price }] }
}

describe('the creation of a subscription', () => {
  it('is refused in the sentences of the vendor', async ({ stripe }) => {
    const { customer, price, items } = await catalog(stripe)
    const refused = (more: Partial<Stripe.SubscriptionCreateParams>) =>
      refusal(stripe.subscriptions.create({ customer, items, ...more }))
    expect(await refused({ customer: 'cus_none' })).toMatchObject({ statusCode: 404, param: 'customer' })
    expect(await refused({ items: [{ price }, { price }] })).toMatchObject({ param: 'plan' })
    expect((await refused({ trial_end: 1000 })).message).toBe(
      'The parameter `trial_end` expects a unix timestamp representing a date and time in the future. You specified the value `1000` which is in the past.',
    )
    expect((await refused({ trial_period_days: 3, trial_from_plan: true })).message).toBe(
      'You cannot set `trial_end` or `trial_period_days` when `trial_from_plan=true`.',
    )
    expect((await refused({ days_until_due: 5 })).message).toBe(
      "You can only specify 'days_until_due' if invoice collection method is 'send_invoice'.",
    )
    expect((await refused({ collection_method: 'send_invoice' })).message).toBe(
      "If invoice collection method is 'send_invoice', you must specify 'days_until_due'.",
    )
    expect((await refused({ payment_behavior: 'pending_if_incomplete' })).message).toBe(
      'Setting `payment_behavior` to `pending_if_incomplete` has no effect when creating a subscription.',
    )
  })

  it('names the price whose currency is another than that of the first', async ({ stripe }) => {
    const { customer, items } = await catalog(stripe)
    const euros = await recurringPrice(stripe, { currency: 'eur' })
    const error = await refusal(stripe.subscriptions.create({ customer, items: [...items, { price: euros.id }] }))
    expect(error).toMatchObject({ statusCode: 400, param: 'items[1][price]' })
    expect(error.message).toContain('This `price` has `currency=eur`, but other items use `currency=usd`.')
  })

  it('is a card error where error_if_incomplete meets a card that must be authenticated', async ({ stripe }) => {
    const { customer, items } = await catalog(stripe)
    const { id } = await stripe.paymentMethods.attach('pm_card_threeDSecure2Required', { customer })
    const error = await refusal(
      stripe.subscriptions.create({
        customer,
        items,
        default_payment_method: id,
        payment_behavior: 'error_if_incomplete',
      }),
    )
    expect(error).toMatchObject({
      statusCode: 402,
      type: 'StripeCardError',
      code: 'subscription_payment_intent_requires_action',
    })
    expect(error.raw).not.toHaveProperty('doc_url')
    expect((await stripe.subscriptions.list({ status: 'all' })).data).toEqual([])
  })
})

describe('the end of a trial by an update', () => {
  const trial = async (
    stripe: Stripe,
    missing_payment_method: Stripe.SubscriptionCreateParams.TrialSettings.EndBehavior.MissingPaymentMethod,
  ) => {
    const { id: customer } = await customerWith(stripe, null)
    const { id: price } = await recurringPrice(stripe)
    return stripe.subscriptions.create({
      customer,
      items: [{ price }],
      trial_period_days: 7,
      trial_settings: { end_behavior: { missing_payment_method } },
    })
  }

  it('is refused without a payment method, unless the invoice may stay unpaid', async ({ stripe }) => {
    const { id } = await trial(stripe, 'create_invoice')
    expect(await refusal(stripe.subscriptions.update(id, { trial_end: 'now' }))).toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
    })
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('trialing')
    const unpaid = await stripe.subscriptions.update(id, { trial_end: 'now', payment_behavior: 'default_incomplete' })
    expect(unpaid.status).toBe('past_due')
  })

  it('pauses the subscription where its settings say so', async ({ stripe }) => {
    const { id, trial_start: start, latest_invoice: latest } = await trial(stripe, 'pause')
    const paused = await stripe.subscriptions.update(id, { trial_end: 'now' })
    expect(paused).toMatchObject({ status: 'paused', trial_end: start, latest_invoice: latest })
    expect(paused.items.data).toMatchObject([{ current_period_start: start, current_period_end: start }])
    expect(await eventTypes(stripe, 'customer.subscription.paused')).toHaveLength(1)
    const later = refusal(stripe.subscriptions.update(id, { trial_end: (start ?? 0) + 86_400 }))
    expect((await later).message).toContain('You cannot set `trial_end` while a subscription is `paused`.')
  })

  it('cancels the subscription where its settings say so', async ({ stripe }) => {
    const { id } = await trial(stripe, 'cancel')
    expect(await stripe.subscriptions.update(id, { trial_end: 'now' })).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'cancellation_requested' },
    })
  })
})

describe('a subscription that is over', () => {
  it('takes no changes, no items and no resumption', async ({ stripe }) => {
    const { customer, price, items } = await catalog(stripe)
    const { id } = await stripe.subscriptions.create({ customer, items })
    expect((await refusal(stripe.subscriptions.resume(id))).message).toBe(
      'You can only resume a subscription if it is `paused`.',
    )
    await stripe.subscriptions.cancel(id)
    expect((await refusal(stripe.subscriptions.update(id, { description: 'x' }))).code).toBe(
      'invalid_canceled_subscription_fields',
    )
    expect(await refusal(stripe.subscriptions.resume(id))).toMatchObject({ statusCode: 404, param: 'id' })
    const added = refusal(stripe.subscriptionItems.create({ subscription: id, price }))
    expect(await added).toMatchObject({ statusCode: 404, param: 'subscription' })
  })
})

describe('an item', () => {
  it('is not added a second time with the price of another', async ({ stripe }) => {
    const { customer, price, items } = await catalog(stripe)
    const subscription = await stripe.subscriptions.create({ customer, items })
    const [item] = subscription.items.data
    const error = await refusal(stripe.subscriptionItems.create({ subscription: subscription.id, price }))
    expect(error).toMatchObject({ statusCode: 400, param: 'plan' })
    expect(error.message).toContain(`an existing Subscription Item ${item?.id} is already using that Price`)
  })

  it('that does not exist is refused without a code', async ({ stripe }) => {
    const error = await refusal(stripe.subscriptionItems.retrieve('si_none'))
    expect(error).toMatchObject({ statusCode: 404, message: 'Invalid subscription_item id: si_none' })
    expect(error.raw).not.toHaveProperty('code')
  })
})
