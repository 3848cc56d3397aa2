import { viewOfRows } from '#core/list-view.ts'
import type { Route } from '#core/routes.ts'
import { del, get, patch, post, put, type AuthCall } from '#auth-saas/call.ts'
import { missingPermission, noSuch } from '#auth-saas/errors.ts'
import { json } from '#auth-saas/json/answer.ts'
import {
  checkoutJson,
  methodJson,
  ownItemJson,
  paymentJson,
  paymentOfStatement,
  planJson,
  statementJson,
  subscriptionJson,
} from '#auth-saas/json/billing.ts'
import { answerChange, answerOwnRead, answerPage } from '#auth-saas/json/frontend/answer.ts'
import { answerPage as answerPlans } from '#auth-saas/json/page.ts'
import {
  addMethod,
  beginCheckout,
  cancelItem,
  confirmCheckout,
  findCheckout,
  findItem,
  findMethod,
  findPlan,
  plansOf,
  requireItems,
  setDefaultMethod,
  testCard,
  type Payer,
} from '#auth-saas/rules/billing/billing.ts'
import { setPromoCode } from '#auth-saas/rules/billing/discounts.ts'
import type { Payment, PaymentMethod } from '#auth-saas/schema/billing.ts'
import { hasPermission } from '#auth-saas/rules/organizations/roles.ts'
import { loadMember } from '#auth-saas/steps/frontend/organization-access.ts'
import { loadCard, loadPayment, loadSetup, type AtGateway } from '#auth-saas/steps/payment-gateway.ts'
import { loadSignedIn, type SignedInBrowser } from '#auth-saas/steps/frontend/sessions.ts'
import { formOf, requiredField } from './form.ts'

/** The payer of a request, and the browser that sent it. */
interface PayingBrowser extends SignedInBrowser {
  readonly payer: Payer
}

/** Adds the signed-in user as payer. */
function loadUserPayer(call: AuthCall): PayingBrowser {
  const signedIn = loadSignedIn(call)
  return { ...signedIn, payer: { kind: 'user', id: signedIn.user.id } }
}

/**
 * Adds the organization that the path names as payer.
 *
 * @throws 403 for a member who may not read what it pays, or may not change it.
 */
function loadOrganizationPayer(call: AuthCall): PayingBrowser {
  const member = loadMember(call)
  const isRead = /^frontend\/(?:get|list)/.test(call.operation ?? '')
  const permission = isRead ? 'org:sys_billing:read' : 'org:sys_billing:manage'
  if (!hasPermission(call, member.membership, permission)) throw missingPermission([permission])
  return { ...member, payer: { kind: 'org', id: member.organization.id } }
}

type Paying = AuthCall & PayingBrowser

const idOf = (call: AuthCall, name: string): string => call.params[name] ?? ''

function statementOf(call: Paying): Payment {
  const id = idOf(call, 'statement_id')
  const payment = call.rows.payments.get(paymentOfStatement(id))
  if (payment === undefined || payment.payerId !== call.payer.id) throw noSuch('statement', id)
  return payment
}

function paymentOf(call: Paying): Payment {
  const id = idOf(call, 'payment_attempt_id')
  const payment = call.rows.payments.get(id)
  if (payment === undefined || payment.payerId !== call.payer.id) throw noSuch('payment attempt', id)
  return payment
}

/** Keeps the customer that the gateway has made for a payer, and adds the card of a form; null for none. */
function addCard(call: Paying, form: URLSearchParams, gateway: AtGateway | null): PaymentMethod | null {
  const { rows, payer } = call
  if (gateway !== null && rows.gatewayCustomers.get(payer.id) === undefined) {
    rows.gatewayCustomers.insert({ id: payer.id, customerId: gateway.customerId })
  }
  if (gateway?.card !== undefined) return addMethod(call, payer.id, gateway.card)
  const token = form.get('payment_token')
  const isNew = form.get('use_test_card') === 'true' || (token !== null && token !== '')
  return isNew ? addMethod(call, payer.id, testCard(call, token)) : null
}

/** Where the billing of a payer is, and what its operations are called. */
interface Place {
  readonly base: string
  readonly name: (operation: string) => string
  readonly loadPayer: (call: AuthCall) => PayingBrowser
}

const OF_USER: Place = {
  base: '/v1/me/billing',
  name: (operation) => `frontend/${operation}OfUser`,
  loadPayer: loadUserPayer,
}

const OF_ORGANIZATION: Place = {
  base: '/v1/organizations/:organization_id/billing',
  name: (operation) => `frontend/${operation}OfOrganization`,
  loadPayer: loadOrganizationPayer,
}

/** Returns the routes of what a payer has subscribed to. */
function subscriptionRoutes({ base, name, loadPayer }: Place): readonly Route[] {
  return [
    get(name('getSubscription'), `${base}/subscription`, loadPayer, (call) => {
      const items = requireItems(call, call.payer)
      return answerOwnRead(call, subscriptionJson(call, call.payer, items, ownItemJson))
    }),
    get(name('listSubscriptionItems'), `${base}/subscription_items`, loadPayer, (call) =>
      answerPage(call, requireItems(call, call.payer), (row) => ownItemJson(call, row)),
    ),
    del(name('cancelSubscriptionItem'), `${base}/subscription_items/:subscription_item_id`, loadPayer, (call) => {
      const item = findItem(call, idOf(call, 'subscription_item_id'), call.payer.id)
      return answerChange(call, ownItemJson(call, cancelItem(call, item, false)), call.client.id)
    }),
  ]
}

/** Returns the routes of the cards of a payer. */
function methodRoutes({ base, name, loadPayer }: Place): readonly Route[] {
  return [
    get(name('listPaymentMethods'), `${base}/payment_methods`, loadPayer, (call) =>
      answerPage(call, call.rows.paymentMethods.list('payer', call.payer.id), methodJson),
    ),
    post(name('createPaymentMethod'), `${base}/payment_methods`, loadPayer, loadCard, (call) => {
      const form = formOf(call)
      requiredField(form, 'payment_token')
      const method = addCard(call, form, call.gateway)
      return answerChange(call, method === null ? null : methodJson(method), call.client.id)
    }),
    post(name('initializePaymentMethod'), `${base}/payment_methods/initialize`, loadPayer, loadSetup, (call) => {
      addCard(call, formOf(call), call.gateway)
      const secret = `seti_${call.ids.base62(24)}_secret_${call.ids.base62(24)}`
      const begun = {
        external_client_secret: call.gateway?.setupSecret ?? secret,
        external_gateway_id: 'acct_backlot',
        payment_method_order: ['card'],
      }
      return answerChange(call, { object: 'commerce_payment_method_initialize', ...begun }, call.client.id)
    }),
    del(name('deletePaymentMethod'), `${base}/payment_methods/:payment_method_id`, loadPayer, (call) => {
      const method = findMethod(call, call.payer.id, idOf(call, 'payment_method_id'))
      call.rows.paymentMethods.delete(method.id)
      return answerChange(call, methodJson(method), call.client.id)
    }),
    put(name('setDefaultPaymentMethod'), `${base}/payers/default_payment_method`, loadPayer, (call) => {
      const method = findMethod(call, call.payer.id, requiredField(formOf(call), 'payment_method_id'))
      return answerChange(call, methodJson(setDefaultMethod(call, method)), call.client.id)
    }),
  ]
}

/** Returns the routes of checkouts. */
function checkoutRoutes({ base, name, loadPayer }: Place): readonly Route[] {
  return [
    post(name('createCheckout'), `${base}/checkouts`, loadPayer, (call) => {
      const form = formOf(call)
      const [plan, period] = [requiredField(form, 'plan_id'), requiredField(form, 'plan_period')]
      const checkout = beginCheckout(call, call.payer, plan, period)
      return answerChange(call, checkoutJson(call, checkout), call.client.id)
    }),
    get(name('getCheckout'), `${base}/checkouts/:checkout_id`, loadPayer, (call) =>
      answerOwnRead(call, checkoutJson(call, findCheckout(call, call.payer.id, idOf(call, 'checkout_id')))),
    ),
    patch(name('updateCheckout'), `${base}/checkouts/:checkout_id`, loadPayer, (call) => {
      const checkout = findCheckout(call, call.payer.id, idOf(call, 'checkout_id'))
      const code = formOf(call).get('promo_code')?.trim() ?? ''
      const changed = setPromoCode(call, checkout, code === '' ? null : code)
      return answerChange(call, checkoutJson(call, changed), call.client.id)
    }),
    patch(name('confirmCheckout'), `${base}/checkouts/:checkout_id/confirm`, loadPayer, loadPayment, (call) => {
      const checkout = findCheckout(call, call.payer.id, idOf(call, 'checkout_id'))
      const form = formOf(call)
      const id = form.get('payment_method_id') ?? ''
      const method = id === '' ? addCard(call, form, call.gateway) : findMethod(call, call.payer.id, id)
      const confirmed = confirmCheckout(call, checkout, method, call.gateway?.paymentId ?? null)
      return answerChange(call, checkoutJson(call, confirmed), call.client.id)
    }),
  ]
}

/** Returns the routes of what a payer has paid. */
function paymentRoutes({ base, name, loadPayer }: Place): readonly Route[] {
  const payments = (call: Paying): readonly Payment[] => call.rows.payments.list('payer', call.payer.id).toReversed()
  return [
    get(name('listPaymentAttempts'), `${base}/payment_attempts`, loadPayer, (call) =>
      answerPage(call, payments(call), (row) => paymentJson(call, row)),
    ),
    get(name('getPaymentAttempt'), `${base}/payment_attempts/:payment_attempt_id`, loadPayer, (call) =>
      answerOwnRead(call, paymentJson(call, paymentOf(call))),
    ),
    get(name('listStatements'), `${base}/statements`, loadPayer, (call) =>
      answerPage(call, payments(call), (row) => statementJson(call, row)),
    ),
    get(name('getStatement'), `${base}/statements/:statement_id`, loadPayer, (call) =>
      answerOwnRead(call, statementJson(call, statementOf(call))),
    ),
  ]
}

/** The routes of billing for browsers: the plans, and what the signed-in user and their organizations pay. */
export const frontendBillingRoutes: readonly Route[] = [
  get('frontend/listPlans', '/v1/billing/plans', (call) => {
    const kind = call.query.get('payer_type') === 'org' ? 'org' : 'user'
    const plans = plansOf(call, kind).filter(({ publiclyVisible }) => publiclyVisible)
    return answerPlans(call, viewOfRows(plans), (row) => planJson(call, row))
  }),
  get('frontend/getPlan', '/v1/billing/plans/:plan_id', (call) =>
    json(planJson(call, findPlan(call, call.params.plan_id))),
  ),
  ...[OF_USER, OF_ORGANIZATION].flatMap((place) => [
    ...subscriptionRoutes(place),
    ...methodRoutes(place),
    ...checkoutRoutes(place),
    ...paymentRoutes(place),
  ]),
]
