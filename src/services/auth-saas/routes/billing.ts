import * as v from 'valibot'
import { body } from '#core/input.ts'
import { viewOfRows } from '#core/list-view.ts'
import type { Route } from '#core/routes.ts'
import { del, get, post, type AuthCall } from '#auth-saas/call.ts'
import { noSuch, paramInvalid } from '#auth-saas/errors.ts'
import { json } from '#auth-saas/json/answer.ts'
import {
  creditBalanceJson,
  creditEntryJson,
  formerItemJson,
  itemJson,
  paymentJson,
  paymentOfStatement,
  planJson,
  priceJson,
  redemptionJson,
  statementJson,
  subscriptionJson,
  transitionJson,
} from '#auth-saas/json/billing.ts'
import { answerPage } from '#auth-saas/json/page.ts'
import {
  cancelItem,
  currentItem,
  extendTrial,
  findItem,
  plansOf,
  requireItems,
  type Payer,
} from '#auth-saas/rules/billing/billing.ts'
import { applyDiscount, removeDiscount } from '#auth-saas/rules/billing/discounts.ts'
import { addPrice, movePrice, priceMove, pricesOf, type PriceMove } from '#auth-saas/rules/billing/prices.ts'
import { adjustCredit, creditBalance, type CreditInput } from '#auth-saas/rules/billing/credits.ts'
import { maybe, maybeText, text, whole } from '#auth-saas/rules/body-parts.ts'
import type { PayerKind, Payment, SubscriptionItem } from '#auth-saas/schema/billing.ts'
import { loadOrganization } from '#auth-saas/steps/organizations.ts'
import { loadMovePayment } from '#auth-saas/steps/payment-gateway.ts'
import { loadUser } from '#auth-saas/steps/users.ts'

const ITEM = '/v1/billing/subscription_items/:subscription_item_id'
const STATEMENT = '/v1/billing/statements/:statement_id'

/** @throws 422 for another kind of payer than `user` or `org`. */
function payerKindOf({ query }: Pick<AuthCall, 'query'>): PayerKind | null {
  const kind = query.get('payer_type')
  if (kind === null || kind === 'user' || kind === 'org') return kind
  throw paramInvalid('payer_type', 'payer_type must be user or org.')
}

/** @throws 404 for an unknown statement. */
function loadStatement(call: AuthCall): { readonly payment: Payment } {
  const id = call.params['statement_id'] ?? ''
  const payment = call.rows.payments.get(paymentOfStatement(id))
  if (payment === undefined) throw noSuch('statement', id)
  return { payment }
}

const PriceTransition = v.strictObject({ from_price_id: text, to_price_id: text })

/** Adds the subscription of the path, the move to another price that the body asks for, and who pays it. */
function loadMove(call: AuthCall & { readonly body: v.InferOutput<typeof PriceTransition> }): {
  readonly item: SubscriptionItem
  readonly move: PriceMove
  readonly payer: Payer
} {
  const { params, body: prices } = call
  const item = findItem(call, params['subscription_item_id'] ?? '', null)
  const move = priceMove(call, item, prices.from_price_id, prices.to_price_id)
  return { item, move, payer: { kind: move.plan.payer, id: item.payerId } }
}

const CreditAdjustment = v.strictObject({
  amount: whole(1, Number.MAX_SAFE_INTEGER),
  action: v.picklist(['increase', 'decrease']),
  currency: v.optional(v.literal('USD', 'currency must be USD.')),
  idempotency_key: v.pipe(text, v.minLength(1)),
  note: v.optional(text),
})

function creditInput(input: v.InferOutput<typeof CreditAdjustment>): CreditInput {
  const { amount, action, idempotency_key: idempotencyKey, note = null } = input
  return { amount, action, idempotencyKey, note }
}

const cents = v.pipe(v.number(), v.integer(), v.minValue(0))

const PriceBody = v.strictObject({
  plan_id: text,
  currency: v.optional(v.literal('USD', 'currency must be USD.')),
  amount: v.nullable(cents),
  annual_monthly_amount: maybe(cents),
  description: maybeText,
  supported_billing_periods: v.optional(v.picklist(['month', 'annual', 'both'])),
})

/** The operations of billing. */
export const billingRoutes: readonly Route[] = [
  get('GetCommercePlanList', '/v1/billing/plans', (call) =>
    answerPage(call, viewOfRows(plansOf(call, payerKindOf(call))), (row) => planJson(call, row)),
  ),

  get('GetUserBillingSubscription', '/v1/users/:user_id/billing/subscription', loadUser, (call) => {
    const payer = { kind: 'user', id: call.user.id } as const
    return json(subscriptionJson(call, payer, requireItems(call, payer)))
  }),

  get(
    'GetOrganizationBillingSubscription',
    '/v1/organizations/:organization_id/billing/subscription',
    loadOrganization,
    (call) => {
      const payer = { kind: 'org', id: call.organization.id } as const
      return json(subscriptionJson(call, payer, requireItems(call, payer)))
    },
  ),

  get('GetUserBillingCreditBalance', '/v1/users/:user_id/billing/credits', loadUser, (call) =>
    json(creditBalanceJson(creditBalance(call, call.user.id))),
  ),

  post(
    'AdjustUserBillingCreditBalance',
    '/v1/users/:user_id/billing/credits',
    loadUser,
    body(CreditAdjustment),
    (call) => json(creditEntryJson(adjustCredit(call, call.user.id, creditInput(call.body)))),
  ),

  get(
    'GetOrganizationBillingCreditBalance',
    '/v1/organizations/:organization_id/billing/credits',
    loadOrganization,
    (call) => json(creditBalanceJson(creditBalance(call, call.organization.id))),
  ),

  post(
    'AdjustOrganizationBillingCreditBalance',
    '/v1/organizations/:organization_id/billing/credits',
    loadOrganization,
    body(CreditAdjustment),
    (call) => json(creditEntryJson(adjustCredit(call, call.organization.id, creditInput(call.body)))),
  ),

  get('GetCommerceSubscriptionItemList', '/v1/billing/subscription_items', (call) => {
    const { rows, query } = call
    const kind = payerKindOf(call)
    const status = query.get('status')
    const planId = query.get('plan_id')
    const isListed = (row: Parameters<typeof currentItem>[1]): boolean => {
      const plan = rows.plans.require(row.planId)
      const item = currentItem(call, row)
      if (status === 'free_trial' ? !item.isTrial : status !== null && item.status !== status) return false
      if (kind !== null && plan.payer !== kind) return false
      if (planId !== null && plan.id !== planId) return false
      return plan.amount > 0 || query.get('include_free') === 'true'
    }
    const all = rows.subscriptionItems.all().filter(isListed)
    return answerPage(call, viewOfRows(all.toSorted((one, other) => other.number - one.number)), (row) =>
      itemJson(call, row),
    )
  }),

  del('CancelCommerceSubscriptionItem', ITEM, (call) => {
    const item = findItem(call, call.params.subscription_item_id, null)
    return json(itemJson(call, cancelItem(call, item, call.query.get('end_now') === 'true')))
  }),

  post(
    'ExtendBillingSubscriptionItemFreeTrial',
    `${ITEM}/extend_free_trial`,
    body(v.strictObject({ extend_to: v.pipe(text, v.isoTimestamp('must be a date of RFC 3339')) })),
    (call) => {
      const item = findItem(call, call.params.subscription_item_id, null)
      return json(formerItemJson(call, extendTrial(call, item, Date.parse(call.body.extend_to))))
    },
  ),

  get('GetBillingPriceList', '/v1/billing/prices', (call) =>
    answerPage(call, viewOfRows(pricesOf(call, call.query.get('plan_id'))), priceJson),
  ),

  post('CreateBillingPrice', '/v1/billing/prices', body(PriceBody), (call) => {
    const { plan_id: planId, amount, description = null, supported_billing_periods: periods } = call.body
    const annualMonthlyAmount = call.body.annual_monthly_amount ?? null
    return json(priceJson(addPrice(call, { planId, amount, annualMonthlyAmount, description, periods })))
  }),

  post(
    'CreateBillingPriceTransition',
    `${ITEM}/price_transition`,
    body(PriceTransition),
    loadMove,
    loadMovePayment,
    (call) => json(transitionJson(call, movePrice(call, call.item, call.move, call.gateway?.paymentId ?? null))),
  ),

  post(
    'ApplyBillingSubscriptionItemDiscount',
    `${ITEM}/discounts`,
    body(v.strictObject({ discount_id: text })),
    (call) => {
      const item = findItem(call, call.params.subscription_item_id, null)
      return json(redemptionJson(call, applyDiscount(call, item, call.body.discount_id)))
    },
  ),

  del('RemoveBillingSubscriptionItemDiscount', `${ITEM}/discounts/:discount_id`, (call) => {
    const item = findItem(call, call.params.subscription_item_id, null)
    return json(redemptionJson(call, removeDiscount(call, item, call.params.discount_id)))
  }),

  get('GetBillingStatementList', '/v1/billing/statements', (call) => {
    const all = call.rows.payments.all().toSorted((one, other) => other.number - one.number)
    return answerPage(call, viewOfRows(all), (row) => statementJson(call, row))
  }),

  get('GetBillingStatement', STATEMENT, loadStatement, (call) => json(statementJson(call, call.payment))),

  get('GetBillingStatementPaymentAttempts', `${STATEMENT}/payment_attempts`, loadStatement, (call) =>
    answerPage(call, viewOfRows([call.payment]), (row) => paymentJson(call, row)),
  ),
]
