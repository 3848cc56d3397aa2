import { DAY } from '#core/duration.ts'
import type { AuthContext } from '#auth-saas/call.ts'
import { INSTANCE_ID } from '#auth-saas/rules/instance-keys.ts'
import { amountOf, currentItem } from '#auth-saas/rules/billing/billing.ts'
import { priceOfItem } from '#auth-saas/rules/billing/prices.ts'
import type { Payment, Plan, SubscriptionItem } from '#auth-saas/schema/billing.ts'
import type { BillingEvent } from '#auth-saas/schema/events.ts'
import { moneyJson, payerJson, paymentJson, planJson, subscriptionId } from './billing.ts'

// The events of billing have members of their own, by the vendor's description of events and the types of its client.
// https://github.com/clerk/openapi-specs/blob/main/webhooks/2025-04-15.yml

const NOTHING = moneyJson(0)

/** Returns `data` of an event of billing. */
export function billingEventJson(context: AuthContext, event: BillingEvent) {
  if ('item' in event) return itemEventJson(context, event.item)
  if ('payment' in event) return paymentEventJson(context, event.payment, event.event === 'paymentAttempt.updated')
  return subscriptionEventJson(context, event.payerId)
}

/** Returns who pays. The members of the other kind of payer are absent. */
function payerEventJson(context: AuthContext, payerId: string) {
  const { user_id, organization_id, ...payer } = payerJson(context, payerId)
  return {
    ...payer,
    ...(user_id === null ? {} : { user_id }),
    ...(organization_id === null ? {} : { organization_id }),
  }
}

function planEventJson(context: AuthContext, plan: Plan) {
  const { name, slug, is_default, is_recurring, publicly_visible, product_id, has_base_fee } = planJson(context, plan)
  return {
    id: plan.id,
    instance_id: INSTANCE_ID,
    product_id,
    name,
    slug,
    description: plan.description,
    is_default,
    is_recurring,
    amount: plan.amount,
    period: 'month',
    interval: 1,
    has_base_fee,
    currency: 'USD',
    annual_monthly_amount: plan.annualMonthlyAmount ?? 0,
    publicly_visible,
  }
}

function itemEventJson(context: AuthContext, row: SubscriptionItem) {
  const { rows } = context
  const item = currentItem(context, row)
  const plan = rows.plans.require(row.planId)
  const paid = rows.payments.list('payer', row.payerId).filter(({ itemId }) => itemId === row.id)
  const amount = amountOf(context, row)
  const isRenewed = item.status === 'active' && item.periodEnd !== null
  return {
    object: 'commerce_subscription_item',
    id: row.id,
    status: item.status,
    is_free_trial: item.isTrial,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    period_start: item.periodStart,
    period_end: item.periodEnd,
    canceled_at: item.canceledAt,
    past_due_at: null,
    interval: row.period,
    plan_period: row.period,
    plan_id: plan.id,
    price_id: priceOfItem(context, row).id,
    plan: planEventJson(context, plan),
    amount: moneyJson(amount),
    credit: {
      amount: NOTHING,
      cycle_days_remaining: 0,
      cycle_days_total: item.periodEnd === null ? 0 : Math.round((item.periodEnd - item.periodStart) / DAY),
      cycle_remaining_percent: 0,
    },
    proration_date: new Date(item.periodStart).toISOString().slice(0, 10),
    lifetime_paid: paid.reduce((sum, { amount: cents }) => sum + cents, 0),
    next_payment_amount: isRenewed ? amount : 0,
    next_payment_date: isRenewed ? item.periodEnd : 0,
    payer: payerEventJson(context, row.payerId),
    subscription_id: subscriptionId(row.payerId),
  }
}

function subscriptionEventJson(context: AuthContext, payerId: string) {
  const { rows } = context
  const all = rows.subscriptionItems.list('payer', payerId)
  const items = all.map((row) => currentItem(context, row)).filter(({ status }) => status !== 'ended')
  const method = rows.paymentMethods.list('payer', payerId).find(({ isDefault }) => isDefault)
  const first = items[0] ?? all[0]
  const payer = payerEventJson(context, payerId)
  return {
    object: 'commerce_subscription',
    id: subscriptionId(payerId),
    status: items.length === 0 ? 'ended' : 'active',
    active_at: first?.periodStart ?? null,
    canceled_at: null,
    created_at: first?.createdAt ?? context.clock.now(),
    ended_at: null,
    past_due_at: null,
    updated_at: context.clock.now(),
    latest_payment_id: rows.payments.list('payer', payerId).at(-1)?.id ?? null,
    payer_id: payer.id,
    payer,
    payment_source_id: method?.id ?? null,
    items: items.map((item) => itemEventJson(context, item)),
  }
}

function paymentEventJson(context: AuthContext, row: Payment, isPaid: boolean) {
  const payment = paymentJson(context, row)
  const { payment_method: method, totals } = payment
  return {
    id: payment.id,
    object: 'commerce_payment_attempt',
    instance_id: INSTANCE_ID,
    payment_id: payment.payment_id,
    invoice_id: '',
    statement_id: payment.statement_id,
    gateway_external_id: payment.gateway_external_id,
    status: isPaid ? 'paid' : 'pending',
    created_at: payment.created_at,
    updated_at: payment.updated_at,
    paid_at: isPaid ? payment.paid_at : null,
    failed_at: null,
    failed_reason: null,
    billing_date: payment.created_at,
    charge_type: payment.charge_type,
    payee: payment.payee,
    payer: payerEventJson(context, row.payerId),
    totals: { subtotal: totals.subtotal, tax_total: totals.tax_total, grand_total: totals.grand_total },
    payment_source:
      method === null
        ? null
        : {
            id: method.id,
            gateway: method.gateway,
            gateway_external_id: method.gateway_external_id,
            gateway_external_account_id: method.gateway_external_account_id,
            payment_method: 'card',
            status: method.status,
            card_type: method.card_type,
            last4: method.last4,
          },
    subscription_items: [itemEventJson(context, context.rows.subscriptionItems.require(row.itemId))],
  }
}
