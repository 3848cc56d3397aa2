import { DAY } from '#core/duration.ts'
import type { AuthContext } from '#auth-saas/call.ts'
import { INSTANCE_ID } from '#auth-saas/rules/instance-keys.ts'
import { imageUrl } from '#auth-saas/rules/images.ts'
import {
  amountOf,
  currentItem,
  isEligibleForTrial,
  priceOf,
  type CurrentItem,
  type Payer,
} from '#auth-saas/rules/billing/billing.ts'
import { coveredByCredit, creditBalance } from '#auth-saas/rules/billing/credits.ts'
import { activeRedemption, amountOff, currentRedemption, discountOfCode } from '#auth-saas/rules/billing/discounts.ts'
import { periodsOf, priceOfItem, type AnyPrice, type PriceTransition } from '#auth-saas/rules/billing/prices.ts'
import type {
  Checkout,
  CreditEntry,
  Discount,
  Feature,
  Payment,
  PaymentMethod,
  Plan,
  Redemption,
  SubscriptionItem,
} from '#auth-saas/schema/billing.ts'

type JsonContext = Pick<AuthContext, 'rows' | 'clock' | 'urls'>

/** Returns an amount in cents of US dollars. */
export function moneyJson(amount: number) {
  return { amount, amount_formatted: (amount / 100).toFixed(2), currency: 'USD', currency_symbol: '$' }
}

const NOTHING = moneyJson(0)

function featureJson({ id, name, description, slug }: Feature) {
  return { object: 'feature', id, name, description: description ?? '', slug, avatar_url: null }
}

/** Returns a plan. */
export function planJson({ rows }: Pick<AuthContext, 'rows'>, row: Plan) {
  const { annualMonthlyAmount: annual } = row
  return {
    object: 'commerce_plan',
    id: row.id,
    name: row.name,
    fee: moneyJson(row.amount),
    annual_monthly_fee: annual === null ? null : moneyJson(annual),
    annual_fee: annual === null ? null : moneyJson(12 * annual),
    description: row.description,
    product_id: `cprod_${INSTANCE_ID.slice('ins_'.length)}`,
    is_default: row.isDefault,
    is_recurring: true,
    publicly_visible: row.publiclyVisible,
    has_base_fee: row.amount > 0,
    for_payer_type: row.payer,
    slug: row.slug,
    avatar_url: null,
    features: row.features.flatMap((slug) => {
      const feature = rows.features.find('slug', slug)
      return feature === undefined ? [] : [featureJson(feature)]
    }),
    free_trial_enabled: row.trialDays !== null,
    free_trial_days: row.trialDays,
  }
}

const payerId = (id: string): string => `cpayer_${id.replace(/^\w+?_/, '')}`

/** Returns the id of the subscription of a user or an organization. */
export const subscriptionId = (id: string): string => `csub_${id.replace(/^\w+?_/, '')}`

/** Returns who pays. */
export function payerJson(context: JsonContext, id: string) {
  const { rows } = context
  const user = rows.users.get(id)
  const organization = rows.organizations.get(id)
  const { createdAt, updatedAt } = user ?? organization ?? { createdAt: 0, updatedAt: 0 }
  return {
    object: 'commerce_payer',
    id: payerId(id),
    instance_id: INSTANCE_ID,
    user_id: user?.id ?? null,
    ...(user === undefined
      ? {}
      : {
          first_name: user.firstName,
          last_name: user.lastName,
          email: rows.emailAddresses.get(user.primaryEmailAddressId)?.emailAddress ?? null,
        }),
    organization_id: organization?.id ?? null,
    ...(organization === undefined ? {} : { organization_name: organization.name }),
    image_url: imageUrl(context, id),
    created_at: createdAt,
    updated_at: updatedAt,
  }
}

/** Returns a card. */
export function methodJson(row: PaymentMethod) {
  return {
    object: 'commerce_payment_method',
    id: row.id,
    payer_id: payerId(row.payerId),
    payment_type: 'card',
    is_default: row.isDefault,
    gateway: 'stripe',
    gateway_external_id: row.externalId,
    gateway_external_account_id: null,
    last4: row.last4,
    status: 'active',
    wallet_type: null,
    card_type: row.cardType,
    expiry_year: row.expiryYear,
    expiry_month: row.expiryMonth,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    is_removable: true,
  }
}

function nextPayment(context: JsonContext, item: CurrentItem) {
  if (item.status === 'upcoming') return { amount: moneyJson(amountOf(context, item)), date: item.periodStart }
  if (item.status !== 'active' || item.periodEnd === null) return null
  const price = amountOf(context, item)
  const amount = price - amountOff(activeRedemption(context, item.id)?.discount, price)
  return { amount: moneyJson(amount), date: item.periodEnd }
}

/** Returns a price of a plan. */
export function priceJson(row: AnyPrice) {
  const { amount, annualMonthlyAmount } = row
  return {
    object: 'commerce_price',
    id: row.id,
    plan_id: row.planId,
    instance_id: INSTANCE_ID,
    currency: 'USD',
    currency_symbol: '$',
    amount: amount ?? 0,
    annual_monthly_amount: annualMonthlyAmount ?? 0,
    fee: amount === null ? null : moneyJson(amount),
    annual_monthly_fee: annualMonthlyAmount === null ? null : moneyJson(annualMonthlyAmount),
    description: row.description,
    is_default: row.isDefault,
    created_at: row.createdAt,
    supported_billing_periods: periodsOf(row),
  }
}

/** Returns what a discount takes off, as it is configured. */
function effectJson({ percentOff, amountOff: cents }: Discount) {
  return percentOff === null
    ? { effect: 'fixed_amount', amount_off: moneyJson(cents ?? 0) }
    : { effect: 'percentage', percent_off: percentOff }
}

/** Returns a discount of a subscription. */
export function redemptionJson(context: JsonContext, row: Redemption) {
  const { discount, status, cyclesApplied } = currentRedemption(context, row)
  const item = context.rows.subscriptionItems.require(row.itemId)
  return {
    object: 'commerce_discount_redemption',
    id: row.id,
    subscription_item_id: row.itemId,
    discount_id: discount.id,
    name: discount.name,
    source: row.promoCode === null ? 'manual' : 'promo_code',
    ...(row.promoCode === null ? {} : { promo_code: row.promoCode }),
    ...effectJson(discount),
    amount: moneyJson(amountOff(discount, amountOf(context, item))),
    cycles_remaining: discount.cycles === null ? null : discount.cycles - cyclesApplied,
    cycles_applied: cyclesApplied,
    status,
    redeemed_at: row.createdAt,
    redeemed_by: null,
  }
}

/** Returns the credits of a payer. */
export function creditBalanceJson(balance: number | null) {
  return { object: 'commerce_credit_balance', balance: balance === null ? null : moneyJson(balance) }
}

/** Returns a change of the credits of a payer. */
export function creditEntryJson({ id, payerId: owner, amount, source, idempotencyKey, note, createdAt }: CreditEntry) {
  return {
    object: 'commerce_credit_ledger',
    id,
    payer_id: payerId(owner),
    amount: moneyJson(amount),
    source_type: source,
    source_id: idempotencyKey,
    note,
    created_at: new Date(createdAt).toISOString(),
  }
}

/** Returns a subscription of a payer to a plan. */
export function itemJson(context: JsonContext, row: SubscriptionItem) {
  const { rows } = context
  const item = currentItem(context, row)
  const plan = rows.plans.require(row.planId)
  const method = rows.paymentMethods.list('payer', row.payerId).find(({ isDefault }) => isDefault)
  const paid = rows.payments.list('payer', row.payerId).filter(({ itemId }) => itemId === row.id)
  const next = nextPayment(context, item)
  return {
    object: 'commerce_subscription_item',
    id: row.id,
    instance_id: INSTANCE_ID,
    status: item.status,
    plan_id: plan.id,
    price_id: priceOfItem(context, row).id,
    plan: planJson(context, plan),
    plan_period: row.period,
    ...(method === undefined ? {} : { payment_method: methodJson(method) }),
    lifetime_paid: moneyJson(paid.reduce((sum, { amount }) => sum + amount, 0)),
    ...(next === null ? {} : { next_payment: next }),
    payer_id: payerId(row.payerId),
    payer: payerJson(context, row.payerId),
    is_free_trial: item.isTrial,
    period_start: item.periodStart,
    period_end: item.periodEnd,
    canceled_at: item.canceledAt,
    past_due_at: null,
    ended_at: item.endedAt,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

/** Returns a subscription item as the frontend API has it, with its amount. */
export function ownItemJson(context: JsonContext, row: SubscriptionItem) {
  const redemption = activeRedemption(context, row.id)
  return {
    ...itemJson(context, row),
    amount: moneyJson(amountOf(context, row)),
    ...(redemption === undefined ? {} : { applied_discount: redemptionJson(context, redemption) }),
  }
}

/** Returns the members of a plan that the answers of price transitions have in place of newer ones. */
function formerPlanJson(context: JsonContext, row: Plan) {
  const {
    annual_monthly_fee: annualMonthly,
    annual_fee: annual,
    description,
    features,
    ...plan
  } = planJson(context, row)
  return {
    ...plan,
    annual_monthly_fee: annualMonthly,
    annual_fee: annual,
    amount: plan.fee.amount,
    amount_formatted: plan.fee.amount_formatted,
    annual_monthly_amount: annualMonthly?.amount ?? 0,
    annual_monthly_amount_formatted: (annualMonthly ?? NOTHING).amount_formatted,
    annual_amount: annual?.amount ?? 0,
    annual_amount_formatted: (annual ?? NOTHING).amount_formatted,
    currency_symbol: '$',
    currency: 'USD',
    description: description ?? '',
    payer_type: [row.payer],
    avatar_url: '',
    features: features.map((feature) => ({ ...feature, avatar_url: '' })),
  }
}

/** Returns a subscription item as two operations have it, with older members in place of newer ones. */
export function formerItemJson(context: JsonContext, row: SubscriptionItem) {
  const { payment_method: method, payer, ...item } = itemJson(context, row)
  const { first_name: first, last_name: last, email, ...known } = payer
  return {
    ...item,
    plan: formerPlanJson(context, context.rows.plans.require(row.planId)),
    payment_source_id: method?.id ?? '',
    payer: {
      ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)),
      first_name: first ?? '',
      last_name: last ?? '',
      email: email ?? '',
    },
    amount: moneyJson(amountOf(context, row)),
    proration_date: new Date(row.periodStart).toISOString(),
  }
}

/** Returns the move of a subscription to another price. */
export function transitionJson(context: JsonContext, { before, after, isImmediate, payment }: PriceTransition) {
  const { rows, clock } = context
  const previous = currentItem(context, before)
  const item = formerItemJson(context, after)
  return {
    object: 'commerce_price_transition',
    subscription_item: item,
    transition: {
      previous_plan: formerPlanJson(context, rows.plans.require(before.planId)),
      previous_price: priceJson(priceOfItem(context, before)),
      effective_at: isImmediate ? clock.now() : after.periodStart,
      effective_mode: isImmediate ? 'immediate' : 'end_of_period',
      next_billing_date: item.next_payment?.date ?? null,
      charged_immediately: payment !== null,
      immediate_charge: payment === null ? null : moneyJson(payment.amount),
      previous_subscription_item_status: previous.status,
      previous_subscription_item_id: before.id,
    },
  }
}

/** Returns the subscription of a payer with its items. */
export function subscriptionJson(
  context: JsonContext,
  { id }: Payer,
  items: readonly CurrentItem[],
  write: typeof itemJson = itemJson,
) {
  const [first] = items
  const next = items.map((item) => nextPayment(context, item)).find((each) => each !== null)
  return {
    object: 'commerce_subscription',
    id: subscriptionId(id),
    instance_id: INSTANCE_ID,
    status: 'active',
    payer_id: payerId(id),
    created_at: first?.createdAt ?? context.clock.now(),
    updated_at: first?.updatedAt ?? context.clock.now(),
    active_at: first?.periodStart ?? null,
    past_due_at: null,
    subscription_items: items.map((item) => write(context, item)),
    ...(next === undefined ? {} : { next_payment: next }),
    eligible_for_free_trial: isEligibleForTrial(context, id),
  }
}

/** Returns the discount of a code at a checkout. */
function appliedJson(discount: Discount, cents: number, promoCode: string) {
  return {
    amount: moneyJson(cents),
    discount_id: discount.id,
    name: discount.name,
    ...effectJson(discount),
    promo_code: promoCode,
    cycles_remaining: discount.cycles,
    duration_in_cycles: discount.cycles,
    cycles_applied: 0,
  }
}

/** Returns a checkout. */
export function checkoutJson(context: JsonContext, row: Checkout) {
  const { rows, clock } = context
  const plan = rows.plans.require(row.planId)
  const price = priceOf(plan, row.period)
  const total = moneyJson(price)
  const method = rows.paymentMethods.get(row.methodId)
  const isOpen = row.itemId === null
  const discount = discountOfCode(context, row.promoCode)
  const off = amountOff(discount, price)
  const covered = isOpen && !row.isTrial ? coveredByCredit(context, row.payerId, price - off) : 0
  const left = (creditBalance(context, row.payerId) ?? 0) - covered
  const credits = {
    proration: null,
    payer: { remaining_balance: moneyJson(left), applied_amount: moneyJson(covered) },
    total: moneyJson(covered),
  }
  const sum = { subtotal: total, base_fee: total, tax_total: NOTHING, grand_total: moneyJson(price - off) }
  return {
    object: 'commerce_checkout',
    id: row.id,
    plan: planJson(context, plan),
    plan_period: row.period,
    payer: payerJson(context, row.payerId),
    ...(method === undefined ? {} : { payment_method: methodJson(method) }),
    external_gateway_id: 'acct_backlot',
    status: row.itemId === null ? 'needs_confirmation' : 'completed',
    totals: {
      ...sum,
      total_due_after_free_trial: row.isTrial ? sum.grand_total : null,
      total_due_now: row.isTrial ? NOTHING : moneyJson(price - off - covered),
      total_due_per_period: total,
      totals_due_per_period: sum,
      past_due: null,
      credit: null,
      credits: covered === 0 ? null : credits,
      discounts:
        discount === undefined
          ? null
          : { proration: null, discount: appliedJson(discount, off, row.promoCode ?? ''), total: moneyJson(off) },
    },
    is_immediate_plan_change: true,
    ...(row.itemId === null
      ? {}
      : { subscription_item: ownItemJson(context, rows.subscriptionItems.require(row.itemId)) }),
    plan_period_start: clock.now(),
    ...(row.isTrial ? { free_trial_ends_at: clock.now() + (plan.trialDays ?? 0) * DAY } : {}),
    needs_payment_method: plan.amount > 0 && method === undefined,
  }
}

/** Returns a payment. */
export function paymentJson(context: JsonContext, row: Payment) {
  const { rows } = context
  const method = rows.paymentMethods.get(row.methodId)
  const amount = moneyJson(row.amount)
  return {
    object: 'commerce_payment',
    id: row.id,
    payment_id: row.id,
    instance_id: INSTANCE_ID,
    charge_type: 'checkout',
    payee_id: 'cpayee_backlot',
    payee: {
      object: 'commerce_payee',
      id: 'cpayee_backlot',
      gateway_type: 'stripe',
      gateway_external_id: 'acct_backlot',
      gateway_status: 'active',
    },
    payer_id: payerId(row.payerId),
    payer: payerJson(context, row.payerId),
    subscription_item_id: row.itemId,
    subscription_item: ownItemJson(context, rows.subscriptionItems.require(row.itemId)),
    amount,
    totals: { subtotal: amount, base_fee: amount, tax_total: NOTHING, grand_total: amount },
    payment_method_id: row.methodId ?? '',
    payment_method: method === undefined ? null : methodJson(method),
    statement_id: statementId(row),
    gateway_external_id: row.externalId ?? `pi_${row.id.slice('pmt_'.length)}`,
    gateway_external_url: null,
    status: 'paid',
    paid_at: row.createdAt,
    failed_at: null,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

const statementId = ({ id }: Payment): string => id.replace(/^pmt_/, 'stmt_')

/** Returns the id of the payment of a statement. */
export const paymentOfStatement = (id: string): string => id.replace(/^stmt_/, 'pmt_')

/** Returns the statement of a payment. */
export function statementJson(context: JsonContext, row: Payment) {
  const amount = moneyJson(row.amount)
  return {
    object: 'commerce_statement',
    id: statementId(row),
    instance_id: INSTANCE_ID,
    timestamp: row.createdAt,
    payer: payerJson(context, row.payerId),
    status: 'open',
    totals: { grand_total: amount, subtotal: amount, base_fee: amount, tax_total: NOTHING },
    groups: [{ object: 'commerce_statement_group', timestamp: row.createdAt, items: [paymentJson(context, row)] }],
  }
}
