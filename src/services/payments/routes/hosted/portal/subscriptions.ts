import type { Answer } from '#core/answer.ts'
import { Failure } from '#core/errors.ts'
import { routesFor } from '#core/routes.ts'
import type { PaymentsCall } from '#payments/call.ts'
import { formatAmount } from '#payments/schema/currencies.ts'
import { now } from '#payments/rules/new-id.ts'
import { missingPage } from '#payments/pages/missing.ts'
import { cancelPage, pausePage, updatePage } from '#payments/pages/portal.ts'
import { cancelSubscription } from '#payments/rules/billing/subscriptions/cancel-now.ts'
import { pauseSubscription } from '#payments/rules/billing/subscriptions/pause.ts'
import { addPeriods } from '#payments/rules/billing/periods.ts'
import type { Interval } from '#payments/schema/billing/periods.ts'
import { cadenceOf } from '#payments/rules/billing/prices/pricing.ts'
import { resumeNow } from '#payments/rules/billing/subscriptions/renewal.ts'
import { changeAtPeriodEnd } from '#payments/rules/billing/schedules/schedules.ts'
import { itemsOf } from '#payments/rules/billing/subscriptions/items.ts'
import { hasEnded } from '#payments/rules/billing/subscriptions/status.ts'
import { scheduleAt } from '#payments/rules/billing/subscriptions/timers.ts'
import { updateSubscription } from '#payments/rules/billing/subscriptions/update-subscription.ts'
import { onTestClock } from '#payments/rules/billing/test-clocks/test-clock.ts'
import { lineAmount } from '#payments/rules/checkout/amounts.ts'
import { dateInWords } from '#payments/pages/invoice-text.ts'
import type { Price } from '#payments/schema/billing/catalog.ts'
import type { Subscription, SubscriptionItem } from '#payments/schema/billing/subscriptions.ts'
import { productNames, priceInWords } from '#payments/pages/portal-words.ts'
import { done, frameOf, GONE, PORTAL_HOME } from './answers.ts'
import { loadPortal, type PortalCall } from '#payments/steps/portal.ts'
import { loadPageScript } from '#payments/steps/browser-programs.ts'

const { get, post } = routesFor<PaymentsCall>()

const one = `${PORTAL_HOME}/subscriptions/:subscription` as const

/** The pages of the portal on which a subscription is canceled, paused and changed. */
export const portalSubscriptionsRoutes = [
  get('portal/cancel', `${one}/cancel`, loadPageScript, loadPortal, (call) => {
    const subscription = ownSubscription(call, call.params.subscription, 'subscription_cancel')
    if (subscription === undefined) return missingPage(GONE)
    const { mode, cancellation_reason: reason } = call.features.subscription_cancel
    return cancelPage(frameOf(call), {
      action: `${call.home}/subscriptions/${subscription.id}/cancel`,
      name: productNames(call.rows, subscription),
      when:
        mode === 'immediately'
          ? 'Your subscription ends at once.'
          : `Your subscription stays active until ${dateInWords(subscription.periodEnd)}.`,
      reasons: reason.enabled ? reason.options : [],
      offer: offerOf(call, subscription),
    })
  }),
  post('portal/cancel', `${one}/cancel`, loadPageScript, loadPortal, (call) => {
    const subscription = ownSubscription(call, call.params.subscription, 'subscription_cancel')
    if (subscription === undefined) return missingPage(GONE)
    const { mode, proration_behavior: proration } = call.features.subscription_cancel
    const form = call.form()
    const coupon = retentionCoupon(call, subscription)
    if (form.get('do') === 'stay' && coupon !== null) return stay(call, subscription, coupon)
    const feedback = form.get('feedback')
    const details = {
      feedback,
      reason: 'cancellation_requested' as const,
    }
    const context = onTestClock(call, subscription.testClock)
    if (mode === 'immediately') {
      cancelSubscription(context, subscription.id, {
        prorate: proration !== 'none',
        invoiceNow: proration === 'always_invoice',
        details: { feedback: details.feedback },
      })
    } else {
      updateSubscription(context, subscription.id, {
        cancelAtPeriodEnd: true,
        fields: { cancellationDetails: { ...subscription.cancellationDetails, ...details } },
      })
    }
    return done(call, 'Your subscription has been canceled.')
  }),
  post('portal/renew', `${one}/renew`, loadPageScript, loadPortal, (call) => {
    const subscription = ownSubscription(call, call.params.subscription, 'subscription_cancel')
    if (subscription === undefined) return missingPage(GONE)
    updateSubscription(onTestClock(call, subscription.testClock), subscription.id, { cancelAtPeriodEnd: false })
    return done(call, 'Your subscription goes on.')
  }),
  get('portal/pause', `${one}/pause`, loadPageScript, loadPortal, (call) => {
    const subscription = ownSubscription(call, call.params.subscription, 'subscription_pause')
    if (subscription?.status !== 'active') return missingPage(GONE)
    return pausePage(frameOf(call), {
      action: `${call.home}/subscriptions/${subscription.id}/pause`,
      name: productNames(call.rows, subscription),
      durations: durationsOf(call).map(({ interval, interval_count: count }) =>
        count === 1 ? `1 ${interval}` : `${count} ${interval}s`,
      ),
    })
  }),
  post('portal/pause', `${one}/pause`, loadPageScript, loadPortal, (call) => {
    const subscription = ownSubscription(call, call.params.subscription, 'subscription_pause')
    if (subscription?.status !== 'active') return missingPage(GONE)
    const duration = durationsOf(call)[Number(call.form().get('duration') ?? 0)]
    const context = onTestClock(call, subscription.testClock)
    pauseSubscription(context, subscription.id, { unusedTimeFrom: 'now', billsUsage: true, invoices: false })
    if (duration !== undefined) {
      const { interval, interval_count: count } = duration
      const at = addPeriods(now(context), { interval, count }, 1)
      scheduleAt(context, 'resumeSubscription', { id: subscription.id, at })
    }
    return done(call, 'Your subscription has been paused.')
  }),
  post('portal/resume', `${one}/resume`, loadPageScript, loadPortal, (call) => {
    const subscription = ownSubscription(call, call.params.subscription, 'subscription_pause')
    if (subscription?.status !== 'paused') return missingPage(GONE)
    resumeNow(onTestClock(call, subscription.testClock), subscription.id)
    return done(call, 'Your subscription goes on.')
  }),
  get('portal/update', `${one}/update`, loadPageScript, loadPortal, (call) => {
    const subscription = ownSubscription(call, call.params.subscription, 'subscription_update')
    return subscription === undefined ? missingPage(GONE) : showUpdate(call, subscription, null)
  }),
  post('portal/update', `${one}/update`, loadPageScript, loadPortal, (call) => {
    const subscription = ownSubscription(call, call.params.subscription, 'subscription_update')
    return subscription === undefined ? missingPage(GONE) : update(call, subscription)
  }),
]

/** Returns the customer's subscription where the portal may change it. */
function ownSubscription(
  { rows, session, features }: PortalCall,
  id: string,
  feature: 'subscription_cancel' | 'subscription_pause' | 'subscription_update',
): Subscription | undefined {
  if (session === null || !features[feature].enabled) return undefined
  const subscription = rows.subscriptions.get(id)
  return subscription?.customer === session.customer && !hasEnded(subscription) ? subscription : undefined
}

/** Returns the prices that a subscription can change to, in words. */
function offeredPrices(
  { rows, features }: PortalCall,
  { currency }: Subscription,
  current: string,
): Readonly<Record<string, string>> {
  const ids = new Set([current, ...(features.subscription_update.products ?? []).flatMap(({ prices }) => prices)])
  return Object.fromEntries(
    [...ids].map((id) => {
      const price = rows.prices.require(id)
      return [id, `${rows.products.require(price.product).name}, ${priceInWords(price, 1, currency)}`]
    }),
  )
}

function showUpdate(call: PortalCall, subscription: Subscription, alert: string | null): Answer {
  const [item] = itemsOf(call.rows, subscription.id)
  if (item === undefined) return missingPage(GONE)
  const { features, session } = call
  const confirm = session?.flow?.subscription_update_confirm ?? null
  const wanted = confirm?.items[0]
  const prices = offeredPrices(call, subscription, item.price)
  const chosen = wanted?.price ?? item.price
  const words = prices[chosen] ?? priceInWords(call.rows.prices.require(chosen), 1, subscription.currency)
  const allowsQuantity = features.subscription_update.default_allowed_updates.includes('quantity')
  return updatePage(frameOf(call), {
    action: `${call.home}/subscriptions/${subscription.id}/update`,
    prices: confirm === null ? prices : { [chosen]: words },
    current: chosen,
    quantity:
      allowsQuantity && item.quantity !== null
        ? { value: wanted?.quantity ?? item.quantity, minimum: 1, maximum: null }
        : null,
    alert,
    confirm: confirm !== null,
  })
}

function update(call: PortalCall, subscription: Subscription): Answer {
  const [item] = itemsOf(call.rows, subscription.id)
  if (item === undefined) return missingPage(GONE)
  const form = call.form()
  const wanted = call.session?.flow?.subscription_update_confirm?.items[0]
  const offered =
    wanted?.price === undefined || wanted.price === null
      ? Object.keys(offeredPrices(call, subscription, item.price))
      : [wanted.price]
  const price = call.rows.prices.get(offered.find((id) => id === form.get('price')) ?? offered[0])
  const { default_allowed_updates: allowed, proration_behavior: prorationBehavior } = call.features.subscription_update
  const typed = Number(form.get('quantity') ?? wanted?.quantity ?? item.quantity ?? 1)
  const quantity = allowed.includes('quantity') && Number.isInteger(typed) && typed > 0 ? typed : undefined
  const context = onTestClock(call, subscription.testClock)
  const { billing_cycle_anchor: anchor, trial_update_behavior: trial } = call.features.subscription_update
  const discounts = call.session?.flow?.subscription_update_confirm?.discounts ?? null
  try {
    if (waitsForRenewal(call, subscription, item, price, quantity)) {
      changeAtPeriodEnd(context, subscription, { item: item.id, price, quantity: quantity ?? item.quantity })
      return done(call, 'Your subscription changes when it renews.')
    }
    const { failure } = updateSubscription(context, subscription.id, {
      items: [{ id: item.id, price, quantity }],
      ...(discounts === null ? {} : { discounts: discountsIn(discounts) }),
      ...(subscription.status === 'trialing' && trial === 'end_trial' ? { trialEnd: 'now' as const } : {}),
      billingCycleAnchor: anchor === 'now' ? 'now' : undefined,
      prorationBehavior,
      offSession: false,
    })
    if (failure !== null) return showUpdate(call, subscription, failure.message)
    return done(call, 'Your subscription has been updated.')
  } catch (error) {
    if (error instanceof Failure) return showUpdate(call, subscription, error.message)
    throw error
  }
}

/** Returns the coupon that a flow of the portal offers to a customer who is about to cancel; null for none. */
function retentionCoupon({ session, rows }: PortalCall, { id, discounts }: Subscription): string | null {
  const cancel = session?.flow?.subscription_cancel ?? null
  if (cancel?.subscription !== id) return null
  const { coupon_offer: offer } = (cancel.retention ?? {}) as { readonly coupon_offer?: { readonly coupon: string } } // as its parameter
  const coupon = rows.coupons.get(offer?.coupon)
  const isUsed = discounts.some((discount) => rows.discounts.get(discount)?.coupon === coupon?.id)
  return coupon === undefined || isUsed ? null : coupon.id
}

/** Returns the words of the offer: `50% off for 3 months`; null for none. */
function offerOf(call: PortalCall, subscription: Subscription): string | null {
  const coupon = call.rows.coupons.get(retentionCoupon(call, subscription))
  if (coupon === undefined) return null
  const { amountOff, currency, duration, durationInMonths: months, percentOff } = coupon
  const off = percentOff === null ? formatAmount(amountOff ?? 0, currency ?? subscription.currency) : `${percentOff}%`
  const time = duration === 'forever' ? '' : duration === 'once' ? ' your next invoice' : ` for ${months} months`
  return `${off} off${time}`
}

/** Gives a customer who stays the coupon that was offered. */
function stay(call: PortalCall, subscription: Subscription, coupon: string): Answer {
  updateSubscription(onTestClock(call, subscription.testClock), subscription.id, {
    discounts: [...subscription.discounts.map((discount) => ({ discount })), { coupon }],
  })
  return done(call, 'Your discount has been applied.')
}

interface Duration {
  readonly interval: Interval
  readonly interval_count: number
}

/** Returns the times for which a customer may pause; none where a pause has no end. */
function durationsOf({ features }: PortalCall): readonly Duration[] {
  const { interval_options: options } = features.subscription_pause.duration as {
    readonly interval_options?: readonly Duration[]
  } // as its parameter
  return options ?? []
}

function discountsIn(discounts: readonly { readonly coupon: string | null; readonly promotion_code: string | null }[]) {
  return discounts.map(({ coupon, promotion_code: code }) => ({
    coupon: coupon ?? undefined,
    promotion_code: code ?? undefined,
  }))
}

/**
 * Returns whether the portal makes a change when the subscription renews: for a lower amount or a shorter interval, as
 * it is configured.
 */
function waitsForRenewal(
  { rows, features }: PortalCall,
  { currency, status }: Subscription,
  item: SubscriptionItem,
  price: Price | undefined,
  quantity: number | undefined,
): boolean {
  const { conditions } = features.subscription_update.schedule_at_period_end
  const types = conditions.map(({ type }) => type)
  const before = rows.prices.require(item.price)
  const after = price ?? before
  const amount = (of: Price, units: number): number => lineAmount(of, { quantity: units, chosenAmount: null }, currency)
  const units = item.quantity ?? 1
  const isLess = amount(after, quantity ?? units) < amount(before, units)
  const length = (of: Price): number => addPeriods(0, cadenceOf(of), 1)
  return (
    status === 'active' &&
    ((types.includes('decreasing_item_amount') && isLess) ||
      (types.includes('shortening_interval') && length(after) < length(before)))
  )
}
