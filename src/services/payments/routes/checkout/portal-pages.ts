import { redirect, type Answer } from '../../../../core/answer.ts'
import { Failure } from '../../../../core/errors.ts'
import { routesFor } from '../../../../core/routes.ts'
import type { PaymentsCall } from '../../call.ts'
import { formatAmount } from '../../currencies.ts'
import { emitChange } from '../../events.ts'
import { hostedUrl } from '../../json/billing/invoices.ts'
import { customerJson } from '../../json/customers.ts'
import { settleOutcomes } from '../../outcomes.ts'
import { missingPage } from '../../pages/missing.ts'
import {
  addMethodPage,
  cancelPage,
  customerPage,
  portalDonePage,
  portalHomePage,
  updatePage,
  type PortalFrame,
  type PortalHome,
} from '../../pages/portal.ts'
import { cancelSubscription } from '../../rules/billing/cancel-subscription.ts'
import { itemsOf } from '../../rules/billing/subscription-items.ts'
import { hasEnded } from '../../rules/billing/subscription-status.ts'
import { updateSubscription } from '../../rules/billing/subscription-update.ts'
import { onTestClock } from '../../rules/billing/test-clock.ts'
import { lineAmount } from '../../rules/checkout/amounts.ts'
import { readCardForm } from '../../rules/checkout/card-form.ts'
import { dateInWords } from '../../rules/checkout/invoice-text.ts'
import { addressIn } from '../../rules/checkout/page-form.ts'
import { intervalInWords, merchantName, methodInWords } from '../../rules/checkout/page-view.ts'
import { portalPath } from '../../rules/checkout/urls.ts'
import { attachPaymentMethod, detachPaymentMethod } from '../../rules/payment-methods/attach.ts'
import { addPaymentMethod } from '../../rules/payment-methods/new-payment-method.ts'
import type { Price } from '../../schema/billing/catalog.ts'
import type { Subscription } from '../../schema/billing/subscriptions.ts'
import type { PortalConfiguration, PortalFlow, PortalSession } from '../../schema/checkout.ts'
import type { Customer } from '../../schema/customers.ts'

const { get, post } = routesFor<PaymentsCall>()

const home = '/p/session/:token'
const one = `${home}/subscriptions/:subscription` as const

/** Loads the script of the pages. */
async function loadScript(): Promise<{ readonly script: string }> {
  const { CHECKOUT_PAGE } = await import('../../browser.generated.ts')
  return { script: CHECKOUT_PAGE }
}

/** The pages of the portal. The secret in their address takes the place of a key. */
export const portalPagesRoutes = [
  get('portal', home, loadScript, loadPortal, (call) => {
    const { flow } = call.session ?? {}
    if (call.session === null) return missingPage(GONE)
    if (call.query.has('done') || flow === null || flow === undefined) return show(call)
    return redirect(call.home + flowPath(flow), 303)
  }),
  get('portal/cancel', `${one}/cancel`, loadScript, loadPortal, (call) => {
    const subscription = ownSubscription(call, call.params.subscription, 'subscription_cancel')
    if (subscription === undefined) return missingPage(GONE)
    const { mode, cancellation_reason: reason } = call.features.subscription_cancel
    return cancelPage(call.frame, {
      action: `${call.home}/subscriptions/${subscription.id}/cancel`,
      name: nameOf(call, subscription),
      when:
        mode === 'immediately'
          ? 'Your subscription ends at once.'
          : `Your subscription stays active until ${dateInWords(subscription.periodEnd)}.`,
      reasons: reason.enabled ? reason.options : [],
    })
  }),
  post('portal/cancel', `${one}/cancel`, loadScript, loadPortal, (call) => {
    const subscription = ownSubscription(call, call.params.subscription, 'subscription_cancel')
    if (subscription === undefined) return missingPage(GONE)
    const { mode, proration_behavior: proration } = call.features.subscription_cancel
    const feedback = call.form().get('feedback')
    const details = {
      feedback: feedback,
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
  post('portal/renew', `${one}/renew`, loadScript, loadPortal, (call) => {
    const subscription = ownSubscription(call, call.params.subscription, 'subscription_cancel')
    if (subscription === undefined) return missingPage(GONE)
    updateSubscription(onTestClock(call, subscription.testClock), subscription.id, { cancelAtPeriodEnd: false })
    return done(call, 'Your subscription goes on.')
  }),
  get('portal/update', `${one}/update`, loadScript, loadPortal, (call) => {
    const subscription = ownSubscription(call, call.params.subscription, 'subscription_update')
    return subscription === undefined ? missingPage(GONE) : showUpdate(call, subscription, null)
  }),
  post('portal/update', `${one}/update`, loadScript, loadPortal, (call) => {
    const subscription = ownSubscription(call, call.params.subscription, 'subscription_update')
    return subscription === undefined ? missingPage(GONE) : update(call, subscription)
  }),
  get('portal/payment-methods', `${home}/payment-methods`, loadScript, loadPortal, (call) =>
    call.session === null || !call.features.payment_method_update.enabled
      ? missingPage(GONE)
      : addMethodPage(call.frame, { action: `${call.home}/payment-methods`, form: EMPTY, alert: null }),
  ),
  post('portal/add-payment-method', `${home}/payment-methods`, loadScript, loadPortal, (call) =>
    call.session === null || !call.features.payment_method_update.enabled ? missingPage(GONE) : addMethod(call),
  ),
  post('portal/change-payment-method', `${home}/payment-methods/:method`, loadScript, loadPortal, (call) => {
    const method = call.rows.paymentMethods.get(call.params.method)
    const isOwn = call.session !== null && method?.customer === call.session.customer
    if (!isOwn || !call.features.payment_method_update.enabled) return missingPage(GONE)
    if (call.form().get('do') === 'delete') detachPaymentMethod(call, method)
    else makeDefault(call, call.customer, method.id)
    return done(call, 'Your payment methods have been changed.')
  }),
  get('portal/customer', `${home}/customer`, loadScript, loadPortal, (call) => {
    if (call.session === null || !call.features.customer_update.enabled) return missingPage(GONE)
    return showCustomer(call, {})
  }),
  post('portal/customer', `${home}/customer`, loadScript, loadPortal, (call) => {
    if (call.session === null || !call.features.customer_update.enabled) return missingPage(GONE)
    return changeCustomer(call)
  }),
]

const GONE = 'This page of the portal does not exist, or is not open to you.'
const EMPTY = { values: {}, errors: {} }

/** The members that {@link loadPortal} adds; `session` is null where the address is unknown, and the rest is not to be used then. */
interface Portal {
  readonly session: PortalSession | null
  readonly customer: Customer
  readonly features: PortalConfiguration['features']
  readonly configuration: PortalConfiguration
  readonly home: string
  readonly frame: PortalFrame
}

type PortalCall = PaymentsCall & Portal & { readonly script: string }

function loadPortal(
  call: PaymentsCall & { readonly script: string; readonly params: { readonly token: string } },
): Portal {
  const { rows } = call
  const session = rows.portalSessions.find('token', call.params.token.replace(/^test_/, '')) ?? null
  if (session === null) return { session } as Portal // every route refuses a null session first
  const configuration = rows.portalConfigurations.require(session.configuration)
  const base = portalPath(session)
  const merchant = merchantName(call, session.account)
  return {
    session,
    configuration,
    customer: rows.customers.require(session.customer),
    features: configuration.features,
    home: base,
    frame: { merchant, returnUrl: session.returnUrl, home: `${base}?done=1`, script: call.script },
  }
}

/** Returns where a flow begins. */
function flowPath(flow: PortalFlow): string {
  switch (flow.type) {
    case 'payment_method_update':
      return '/payment-methods'
    case 'subscription_cancel':
      return `/subscriptions/${flow.subscription_cancel?.subscription}/cancel`
    case 'subscription_update':
      return `/subscriptions/${flow.subscription_update?.subscription}/update`
    case 'subscription_update_confirm':
      return `/subscriptions/${flow.subscription_update_confirm?.subscription}/update`
  }
}

/** Ends a change: goes where the flow wants to, else to the first page. */
function done(call: PortalCall, message: string): Answer {
  settleOutcomes(call)
  const after = call.session?.flow?.after_completion
  if (after?.type === 'redirect' && after.redirect !== null) return redirect(after.redirect.return_url, 303)
  if (after?.type === 'hosted_confirmation') {
    return portalDonePage(call.frame, after.hosted_confirmation?.custom_message ?? message)
  }
  return redirect(call.frame.home, 303)
}

/** Returns the customer's subscription where the portal may change it. */
function ownSubscription(
  { rows, session, features }: PortalCall,
  id: string,
  feature: 'subscription_cancel' | 'subscription_update',
): Subscription | undefined {
  if (session === null || !features[feature].enabled) return undefined
  const subscription = rows.subscriptions.get(id)
  return subscription?.customer === session.customer && !hasEnded(subscription) ? subscription : undefined
}

function show(call: PortalCall): Answer {
  const { rows, customer, features, configuration } = call
  const view: PortalHome = {
    ...call.frame,
    home: call.home,
    headline: configuration.businessProfile.headline,
    subscriptions: rows.subscriptions
      .list('customer', customer.id)
      .filter((each) => !hasEnded(each) && each.status !== 'incomplete')
      .map((each) => subscriptionView(call, each)),
    methods: features.payment_method_update.enabled
      ? rows.paymentMethods.list('customer', customer.id).map((method) => ({
          id: method.id,
          words: methodInWords(method),
          expires:
            method.card === null ? null : `${String(method.card.expMonth).padStart(2, '0')}/${method.card.expYear}`,
          isDefault: customer.invoiceSettings.default_payment_method === method.id,
        }))
      : null,
    customer: features.customer_update.enabled
      ? [
          { label: 'Name', value: customer.name ?? '' },
          { label: 'Email', value: customer.email ?? '' },
          { label: 'Phone number', value: customer.phone ?? '' },
          {
            label: 'Address',
            value: Object.values(customer.address ?? {})
              .filter(Boolean)
              .join(', '),
          },
        ].filter(({ value }) => value !== '')
      : null,
    invoices: features.invoice_history.enabled
      ? rows.invoices
          .list('customer', customer.id)
          .filter(({ status }) => status !== 'draft')
          .toReversed()
          .map((invoice) => ({
            date: dateInWords(invoice.created),
            amount: formatAmount(invoice.total, invoice.currency),
            status: invoice.status === 'paid' ? 'Paid' : invoice.status === 'open' ? 'Open' : 'Void',
            url: hostedUrl(call, invoice),
          }))
      : null,
  }
  return portalHomePage(view)
}

function subscriptionView(call: PortalCall, subscription: Subscription): PortalHome['subscriptions'][number] {
  const { features } = call
  const ends = subscription.cancelAtPeriodEnd || subscription.cancelAt !== null
  return {
    id: subscription.id,
    name: nameOf(call, subscription),
    price: itemsOf(call.rows, subscription.id)
      .map(({ price, quantity }) => priceInWords(call.rows.prices.require(price), quantity ?? 1, subscription.currency))
      .join(', '),
    when: `${ends ? 'Cancels' : 'Renews'} on ${dateInWords(subscription.cancelAt ?? subscription.periodEnd)}`,
    status: ends
      ? 'Cancels soon'
      : subscription.status === 'trialing'
        ? 'Trial'
        : subscription.status === 'past_due'
          ? 'Past due'
          : 'Active',
    canCancel: features.subscription_cancel.enabled && !ends,
    canRenew: features.subscription_cancel.enabled && ends,
    canUpdate: features.subscription_update.enabled && !ends,
  }
}

function priceInWords(price: Price, quantity: number, currency: string): string {
  return `${formatAmount(lineAmount(price, { quantity, chosenAmount: null }, currency), currency)} ${intervalInWords(price)}`
}

function nameOf({ rows }: PortalCall, { id }: Subscription): string {
  return itemsOf(rows, id)
    .map(({ price }) => rows.products.require(rows.prices.require(price).product).name)
    .join(', ')
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
  return updatePage(call.frame, {
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
  try {
    const { failure } = updateSubscription(onTestClock(call, subscription.testClock), subscription.id, {
      items: [{ id: item.id, price, quantity }],
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

/** Adds a card and makes it the default, as the portal does. */
function addMethod(call: PortalCall): Answer {
  const typed = Object.fromEntries(call.form())
  const action = `${call.home}/payment-methods`
  const read = readCardForm(typed, call.clock.now())
  if ('errors' in read)
    return addMethodPage(call.frame, { action, form: { values: typed, errors: read.errors }, alert: null })
  try {
    const method = addPaymentMethod(call, call.customer.account, read.input)
    makeDefault(call, call.customer, attachPaymentMethod(call, method, call.customer.id).id)
    return done(call, 'Your payment method has been added.')
  } catch (error) {
    if (error instanceof Failure) {
      return addMethodPage(call.frame, { action, form: { values: typed, errors: {} }, alert: error.message })
    }
    throw error
  }
}

function makeDefault(call: PortalCall, before: Customer, method: string): void {
  const after = call.rows.customers.update(before.id, {
    invoiceSettings: { ...before.invoiceSettings, default_payment_method: method },
  })
  emitChange(call, before.account, 'customer.updated', customerJson(before), customerJson(after))
}

function showCustomer(
  { customer, features, frame, home: base }: PortalCall,
  errors: Readonly<Record<string, string>>,
): Answer {
  const { address } = customer
  const values = {
    name: customer.name ?? '',
    email: customer.email ?? '',
    phone: customer.phone ?? '',
    billingCountry: address?.country ?? '',
    billingAddressLine1: address?.line1 ?? '',
    billingAddressLine2: address?.line2 ?? '',
    billingLocality: address?.city ?? '',
    billingAdministrativeArea: address?.state ?? '',
    billingPostalCode: address?.postal_code ?? '',
  }
  return customerPage(frame, {
    action: `${base}/customer`,
    form: { values, errors },
    allowed: features.customer_update.allowed_updates,
  })
}

function changeCustomer(call: PortalCall): Answer {
  const typed = Object.fromEntries(call.form())
  const { allowed_updates: allowed } = call.features.customer_update
  const text = (name: string): string | null => (typed[name] ?? '').trim() || null
  const email = text('email')
  if (allowed.includes('email') && (email === null || !/^[^\s@]+@[^\s@]+$/.test(email))) {
    return showCustomer(call, { email: 'Your email is invalid.' })
  }
  const before = call.customer
  const after = call.rows.customers.update(before.id, {
    ...(allowed.includes('name') ? { name: text('name') } : {}),
    ...(allowed.includes('email') ? { email } : {}),
    ...(allowed.includes('phone') ? { phone: text('phone') } : {}),
    ...(allowed.includes('address') ? { address: addressIn(typed, 'billing') } : {}),
  })
  emitChange(call, before.account, 'customer.updated', customerJson(before), customerJson(after))
  return done(call, 'Your information has been changed.')
}
