import { redirect, type Answer } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { PaymentsCall } from '#payments/call.ts'
import { formatAmount } from '#payments/schema/currencies.ts'
import { hostedUrl } from '#payments/rules/billing/invoices/hosted-url.ts'
import { missingPage } from '#payments/pages/missing.ts'
import { portalHomePage, type PortalHome } from '#payments/pages/portal.ts'
import { itemsOf } from '#payments/rules/billing/subscriptions/items.ts'
import { hasEnded } from '#payments/rules/billing/subscriptions/status.ts'
import { dateInWords } from '#payments/pages/invoice-text.ts'
import { methodInWords } from '#payments/pages/checkout-view.ts'
import { addressInWords } from '#payments/rules/customers/address-in-words.ts'
import type { Subscription } from '#payments/schema/billing/subscriptions.ts'
import type { PortalFlow } from '#payments/schema/checkout.ts'
import type { Invoice } from '#payments/schema/billing/invoices.ts'
import type { Shipping } from '#payments/schema/customers.ts'
import { productNames, priceInWords } from '#payments/pages/portal-words.ts'
import { frameOf, GONE, PORTAL_HOME } from './answers.ts'
import { loadPortal, type PortalCall } from '#payments/steps/portal.ts'
import { loadPageScript } from '#payments/steps/browser-programs.ts'
import { taxIdInWords } from '#payments/rules/customers/tax-id-types.ts'

const { get } = routesFor<PaymentsCall>()

/** The portal's first page. The secret in its address takes the place of a key. */
export const portalHomeRoutes = [
  get('portal', PORTAL_HOME, loadPageScript, loadPortal, (call) => {
    const { flow } = call.session ?? {}
    if (call.session === null) return missingPage(GONE)
    if (call.query.has('done') || flow === null || flow === undefined) return show(call)
    return redirect(call.home + flowPath(flow), 303)
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
    ...frameOf(call),
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
    name: productNames(call.rows, subscription),
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
