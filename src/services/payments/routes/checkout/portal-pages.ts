import { redirect, type Answer } from '#core/answer.ts'
import { Failure } from '#core/errors.ts'
import { routesFor } from '#core/routes.ts'
import type { PaymentsCall } from '#payments/call.ts'
import { formatAmount } from '#payments/schema/currencies.ts'
import { emitChange } from '#payments/rules/events.ts'
import { hostedUrl } from '#payments/json/billing/invoices.ts'
import { customerJson } from '#payments/json/customers.ts'
import { missingPage } from '#payments/pages/missing.ts'
import { addMethodPage, portalHomePage, type PortalHome } from '#payments/pages/portal.ts'
import { itemsOf } from '#payments/rules/billing/subscriptions/items.ts'
import { hasEnded } from '#payments/rules/billing/subscriptions/status.ts'
import { readCardForm } from '#payments/rules/checkout/card-form.ts'
import { dateInWords } from '#payments/rules/checkout/invoice-text.ts'
import { methodInWords } from '#payments/rules/checkout/page-view.ts'
import { addressInWords } from '#payments/rules/customers/address-in-words.ts'
import { attachPaymentMethod, detachPaymentMethod } from '#payments/rules/payment-methods/attach.ts'
import { addPaymentMethod } from '#payments/rules/payment-methods/new-payment-method.ts'
import type { Subscription } from '#payments/schema/billing/subscriptions.ts'
import type { PortalFlow } from '#payments/schema/checkout.ts'
import type { Invoice } from '#payments/schema/billing/invoices.ts'
import type { Customer, Shipping } from '#payments/schema/customers.ts'
import {
  done,
  GONE,
  loadPortal,
  loadScript,
  nameOf,
  PORTAL_HOME,
  priceInWords,
  type PortalCall,
} from './portal-call.ts'
import { taxIdInWords } from './portal-customer.ts'

const { get, post } = routesFor<PaymentsCall>()

const EMPTY = { values: {}, errors: {} }

/** The pages of the portal. The secret in their address takes the place of a key. */
export const portalPagesRoutes = [
  get('portal', PORTAL_HOME, loadScript, loadPortal, (call) => {
    const { flow } = call.session ?? {}
    if (call.session === null) return missingPage(GONE)
    if (call.query.has('done') || flow === null || flow === undefined) return show(call)
    return redirect(call.home + flowPath(flow), 303)
  }),
  get('portal/payment-methods', `${PORTAL_HOME}/payment-methods`, loadScript, loadPortal, (call) =>
    call.session === null || !call.features.payment_method_update.enabled
      ? missingPage(GONE)
      : addMethodPage(call.frame, { action: `${call.home}/payment-methods`, form: EMPTY, alert: null }),
  ),
  post('portal/add-payment-method', `${PORTAL_HOME}/payment-methods`, loadScript, loadPortal, (call) =>
    call.session === null || !call.features.payment_method_update.enabled ? missingPage(GONE) : addMethod(call),
  ),
  post('portal/change-payment-method', `${PORTAL_HOME}/payment-methods/:method`, loadScript, loadPortal, (call) => {
    const method = call.rows.paymentMethods.get(call.params.method)
    const isOwn = call.session !== null && method?.customer === call.session.customer
    if (!isOwn || !call.features.payment_method_update.enabled) return missingPage(GONE)
    if (call.form().get('do') === 'delete') detachPaymentMethod(call, method)
    else makeDefault(call, call.customer, method.id)
    return done(call, 'Your payment methods have been changed.')
  }),
]

/** Returns where a flow begins. */
function flowPath(flow: PortalFlow): string {
  switch (flow.type) {
    case 'payment_method_update':
      return '/payment-methods'
    case 'subscription_cancel':
      return `/subscriptions/${flow.subscription_cancel?.subscription}/cancel`
    case 'subscription_pause':
      return `/subscriptions/${flow.subscription_pause?.subscription}/pause`
    case 'subscription_update':
      return `/subscriptions/${flow.subscription_update?.subscription}/update`
    case 'subscription_update_confirm':
      return `/subscriptions/${flow.subscription_update_confirm?.subscription}/update`
  }
}

/** The states of invoices, as the portal names them. */
const INVOICE_STATES: Readonly<Record<Invoice['status'], string>> = {
  draft: 'Draft',
  open: 'Open',
  paid: 'Paid',
  uncollectible: 'Uncollectible',
  void: 'Void',
}

function shippingInWords(shipping: Shipping | null): string {
  return shipping === null ? '' : [shipping.name, addressInWords(shipping.address)].filter(Boolean).join(', ')
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
          { label: 'Address', value: addressInWords(customer.address) },
          { label: 'Shipping address', value: shippingInWords(customer.shipping) },
          ...rows.taxIds
            .list('customer', customer.id)
            .map((taxId) => ({ label: 'Tax ID', value: taxIdInWords(taxId) })),
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
            status: INVOICE_STATES[invoice.status],
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
          : subscription.status === 'paused'
            ? 'Paused'
            : 'Active',
    canCancel: features.subscription_cancel.enabled && !ends,
    canPause: features.subscription_pause.enabled && subscription.status === 'active' && !ends,
    canRenew: features.subscription_cancel.enabled && ends,
    canResume: features.subscription_pause.enabled && subscription.status === 'paused',
    canUpdate: features.subscription_update.enabled && subscription.status !== 'paused' && !ends,
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
