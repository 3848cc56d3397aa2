import { json } from '../../../../core/answer.ts'
import type { PaymentsContext } from '../../call.ts'
import { invalidRequest } from '../../errors.ts'
import { deletedDiscountJson } from '../../json/billing/catalog.ts'
import { subscriptionJson } from '../../json/billing/subscriptions.ts'
import { LIST_PARAMS, newestFirst } from '../../protocol/list.ts'
import { mergeMetadata } from '../../protocol/metadata.ts'
import { now } from '../../new-id.ts'
import {
  boolean,
  currency,
  hash,
  integer,
  isInRange,
  list,
  oneOf,
  range,
  required,
  scalarOr,
  text,
  timestamp,
  unsettable,
  unsupported,
  type ValuesOf,
} from '../../protocol/params.ts'
import { findRecord } from '../../records.ts'
import { answer, answerList, del, get, post } from '../../protocol/route.ts'
import { cancelSubscription } from '../../rules/billing/subscriptions/cancel.ts'
import { deleteDiscounts } from '../../rules/billing/discounts/discounts.ts'
import { collectInvoice, finalizeInvoice } from '../../rules/billing/invoices/collection.ts'
import {
  CHANGED_ITEM,
  extraItemsOf,
  itemChangesOf,
  NEW_ITEM,
  newItemsOf,
} from '../../rules/billing/subscriptions/item-params.ts'
import { createSubscription } from '../../rules/billing/subscriptions/new-subscription.ts'
import { pauseSubscription } from '../../rules/billing/subscriptions/pause.ts'
import { anchorAfter } from '../../rules/billing/periods.ts'
import { holdDrafts } from '../../rules/billing/subscriptions/renewal.ts'
import { resumeSubscription } from '../../rules/billing/subscriptions/resume.ts'
import {
  CANCELLATION_DETAILS,
  cancellationDetailsOf,
  COLLECTION_METHOD,
  MOMENT_OR_NOW,
  PRORATION_BEHAVIOR,
  SUBSCRIPTION_FIELDS,
  subscriptionFieldsOf,
  type SubscriptionFields,
} from '../../rules/billing/subscriptions/params.ts'
import { changeSubscription, hasEnded } from '../../rules/billing/subscriptions/status.ts'
import { scheduleAt } from '../../rules/billing/subscriptions/timers.ts'
import { updateSubscription } from '../../rules/billing/subscriptions/update.ts'
import { onTestClock } from '../../rules/billing/test-clocks/test-clock.ts'
import { findLiveCustomer } from '../../rules/customers/find-customer.ts'
import type { Opaque } from '../../schema/billing/invoices.ts'
import type { Subscription } from '../../schema/billing/subscriptions.ts'
import { search, SEARCH_PARAMS } from '../../protocol/search.ts'

const FLEXIBLE = hash({ proration_discounts: oneOf('included', 'itemized') })

/** A word; since 2026-10-28 a hash with the word as its `type`. */
const ANCHOR = scalarOr(oneOf('now', 'unchanged'), hash({ type: required(oneOf('now', 'unchanged')) }))

const CREATION = {
  ...SUBSCRIPTION_FIELDS,
  backdate_start_date: timestamp(),
  billing_cycle_anchor: timestamp(),
  billing_cycle_anchor_config: hash({
    day_of_month: required(integer({ min: 1, max: 31 })),
    hour: integer({ min: 0, max: 23 }),
    minute: integer({ min: 0, max: 59 }),
    month: integer({ min: 1, max: 12 }),
    second: integer({ min: 0, max: 59 }),
  }),
  billing_mode: hash({ flexible: FLEXIBLE, type: required(oneOf('classic', 'flexible')) }),
  currency: currency(),
  customer: required(text()),
  customer_account: unsupported(),
  items: list(hash(NEW_ITEM)),
  trial_end: MOMENT_OR_NOW,
  trial_period_days: integer({ min: 0, max: 730 }),
}

const UPDATE = {
  ...SUBSCRIPTION_FIELDS,
  billing_cycle_anchor: ANCHOR,
  cancellation_details: CANCELLATION_DETAILS,
  items: list(hash(CHANGED_ITEM)),
  pause_collection: unsettable(
    hash({ behavior: required(oneOf('keep_as_draft', 'mark_uncollectible', 'void')), resumes_at: timestamp() }),
  ),
  proration_date: timestamp(),
  trial_end: MOMENT_OR_NOW,
  trial_from_plan: unsupported(),
}

const STATUSES = [
  'active',
  'all',
  'canceled',
  'ended',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const

const LIST = {
  ...LIST_PARAMS,
  automatic_tax: hash({ enabled: required(boolean()) }),
  collection_method: COLLECTION_METHOD,
  created: range(),
  current_period_end: range(),
  current_period_start: range(),
  customer: text(),
  customer_account: unsupported(),
  plan: text(),
  price: text(),
  status: oneOf(...STATUSES),
  test_clock: text(),
}

const SEARCHED = { canceled_at: 'numeric', created: 'numeric', metadata: 'token', status: 'token' } as const

const one = '/v1/subscriptions/:subscription_exposed_id'

/** Subscriptions. https://docs.stripe.com/api/subscriptions */
export const subscriptionsRoutes = [
  post('PostSubscriptions', '/v1/subscriptions', CREATION, (call) => {
    const { account, input } = call
    const customer = findLiveCustomer(call, account, input.customer, { param: 'customer' })
    const context = onTestClock(call, customer.testClock)
    const { subscription } = createSubscription(context, customer, {
      items: newItemsOf(context, account, input.items ?? []),
      addInvoiceItems: extraItemsOf(context, account, input.add_invoice_items),
      discounts: input.discounts ?? [],
      trialEnd: trialEndOf(context, input),
      billingCycleAnchor: anchorOf(context, input),
      backdatedTo: input.backdate_start_date ?? null,
      cancelAt: input.cancel_at ?? null,
      prorationBehavior: input.proration_behavior ?? 'create_prorations',
      paymentBehavior: behaviorOf(input.payment_behavior),
      offSession: input.off_session ?? false,
      currency: input.currency,
      fields: {
        ...subscriptionFieldsOf(context, customer, input, null),
        cancelAtPeriodEnd: input.cancel_at_period_end ?? false,
        billingMode: input.billing_mode?.type ?? 'flexible',
        prorationDiscounts: input.billing_mode?.flexible?.proration_discounts ?? 'included',
        billingCycleAnchorConfig: anchorConfigJson(input.billing_cycle_anchor_config),
      },
    })
    return answer(call, subscriptionJson(call, subscription))
  }),
  get('GetSubscriptions', '/v1/subscriptions', LIST, (call) => {
    const { rows, account, input } = call
    const where = (subscription: Subscription): boolean => isListed(call, subscription, input)
    const found =
      input.customer === undefined
        ? newestFirst(rows.subscriptions, 'all', [account], where)
        : newestFirst(
            rows.subscriptions,
            'customer',
            [input.customer],
            (each) => each.account === account && where(each),
          )
    return answerList(call, found, 'subscription', (row) => subscriptionJson(call, row))
  }),
  get('GetSubscriptionsSearch', '/v1/subscriptions/search', SEARCH_PARAMS, (call) => {
    const objects = () =>
      [...call.rows.subscriptions.scan('all', [call.account], { descending: true })].map((row) =>
        subscriptionJson(call, row),
      )
    return answer(call, search(objects, SEARCHED, call.input, call.path))
  }),
  get('GetSubscriptionsSubscriptionExposedId', one, {}, (call) =>
    answer(call, subscriptionJson(call, find(call, call.account, call.params.subscription_exposed_id))),
  ),
  post('PostSubscriptionsSubscriptionExposedId', one, UPDATE, (call) => {
    const { account, input } = call
    const before = find(call, account, call.params.subscription_exposed_id)
    const context = onTestClock(call, before.testClock)
    if (hasEnded(before)) {
      return answer(call, subscriptionJson(call, changeEnded(context, before, input)))
    }
    requireOwnEnd(before, input)
    const customer = call.rows.customers.require(before.customer)
    const { trial_end: trialEnd, pause_collection: pause } = input
    const extras = extraItemsOf(context, account, input.add_invoice_items)
    const { subscription } = updateSubscription(context, before.id, {
      items: itemChangesOf(context, before, input.items ?? []),
      ...(extras.length === 0 ? {} : { addInvoiceItems: extras }),
      ...(input.discounts === undefined ? {} : { discounts: input.discounts }),
      billingCycleAnchor: anchorWord(input.billing_cycle_anchor),
      trialEnd,
      cancelAt: input.cancel_at,
      cancelAtPeriodEnd: input.cancel_at_period_end,
      prorationBehavior: input.proration_behavior ?? 'create_prorations',
      prorationDate: input.proration_date,
      paymentBehavior: input.payment_behavior ?? 'allow_incomplete',
      offSession: input.off_session ?? false,
      ...(input.payment_behavior === 'pending_if_incomplete'
        ? {}
        : { fields: { ...subscriptionFieldsOf(context, customer, input, before), ...pauseOf(pause) } }),
    })
    if (pause?.behavior === 'keep_as_draft') holdDrafts(context, before.id)
    if (pause?.resumes_at !== undefined)
      scheduleAt(context, 'resumeCollection', { id: before.id, at: pause.resumes_at })
    return answer(call, subscriptionJson(call, call.rows.subscriptions.require(subscription.id)))
  }),
  del(
    'DeleteSubscriptionsSubscriptionExposedId',
    one,
    { cancellation_details: CANCELLATION_DETAILS, invoice_now: boolean(), prorate: boolean() },
    (call) => {
      const { input } = call
      const before = find(call, call.account, call.params.subscription_exposed_id)
      if (hasEnded(before)) {
        throw invalidRequest(`No such subscription: '${before.id}'`, { code: 'resource_missing', param: 'id' })
      }
      const subscription = cancelSubscription(onTestClock(call, before.testClock), before.id, {
        prorate: input.prorate ?? false,
        invoiceNow: input.invoice_now ?? false,
        details: cancellationDetailsOf(input.cancellation_details),
      })
      return answer(call, subscriptionJson(call, subscription))
    },
  ),
  post(
    'PostSubscriptionsSubscriptionPause',
    '/v1/subscriptions/:subscription/pause',
    {
      bill_for: hash({
        outstanding_usage_through: hash({ type: required(oneOf('none', 'now')) }),
        unused_time_from: hash({ type: required(oneOf('item_current_period_start', 'none', 'now')) }),
      }),
      invoicing_behavior: oneOf('invoice', 'pending_invoice_item'),
      type: oneOf('subscription'),
    },
    (call) => {
      const { input } = call
      const before = find(call, call.account, call.params.subscription, 'subscription')
      const subscription = pauseSubscription(onTestClock(call, before.testClock), before.id, {
        unusedTimeFrom: input.bill_for?.unused_time_from?.type ?? 'now',
        billsUsage: input.bill_for?.outstanding_usage_through?.type !== 'none',
        invoices: input.invoicing_behavior === 'invoice',
      })
      return answer(call, subscriptionJson(call, subscription))
    },
  ),
  post(
    'PostSubscriptionsSubscriptionResume',
    '/v1/subscriptions/:subscription/resume',
    {
      billing_cycle_anchor: ANCHOR,
      payment_behavior: oneOf('resume_on_payment_attempt', 'resume_on_payment_success'),
      proration_behavior: PRORATION_BEHAVIOR,
      proration_date: timestamp(),
    },
    (call) => {
      const { input } = call
      const before = find(call, call.account, call.params.subscription, 'subscription')
      const context = onTestClock(call, before.testClock)
      const invoice = resumeSubscription(context, before.id, {
        anchor: anchorWord(input.billing_cycle_anchor) ?? 'now',
        prorates: input.proration_behavior !== 'none',
        prorationDate: input.proration_date,
        awaitsPayment: input.payment_behavior === 'resume_on_payment_success',
      })
      if (invoice !== null && finalizeInvoice(context, invoice.id).status === 'open')
        collectInvoice(context, invoice.id)
      return answer(call, subscriptionJson(call, call.rows.subscriptions.require(before.id)))
    },
  ),
  post(
    'PostSubscriptionsSubscriptionMigrate',
    '/v1/subscriptions/:subscription/migrate',
    { billing_mode: required(hash({ flexible: FLEXIBLE, type: required(oneOf('flexible')) })) },
    (call) => {
      const { billing_mode: mode } = call.input
      const before = find(call, call.account, call.params.subscription, 'subscription')
      const context = onTestClock(call, before.testClock)
      const subscription = changeSubscription(context, before.id, {
        billingMode: 'flexible',
        billingModeUpdatedAt: now(context),
        prorationDiscounts: mode.flexible?.proration_discounts ?? 'included',
      })
      return answer(call, subscriptionJson(call, subscription))
    },
  ),
  del('DeleteSubscriptionsSubscriptionExposedIdDiscount', `${one}/discount`, {}, (call) => {
    const before = find(call, call.account, call.params.subscription_exposed_id)
    const context = onTestClock(call, before.testClock)
    const [first] = before.discounts
    const discount = call.rows.discounts.get(first)
    if (discount === undefined) {
      throw invalidRequest('This subscription has no discount.', { code: 'resource_missing' })
    }
    deleteDiscounts(context, [discount.id])
    changeSubscription(context, before.id, { discounts: before.discounts.slice(1) })
    return json(deletedDiscountJson(discount))
  }),
]

function find({ rows }: Pick<PaymentsContext, 'rows'>, account: string, id: string, param = 'id'): Subscription {
  return findRecord(rows.subscriptions, account, 'subscription', id, { param, inPath: true })
}

function anchorWord(anchor: 'now' | 'unchanged' | { readonly type: 'now' | 'unchanged' } | undefined) {
  return typeof anchor === 'object' ? anchor.type : anchor
}

function behaviorOf(behavior: ValuesOf<typeof SUBSCRIPTION_FIELDS>['payment_behavior'] = 'allow_incomplete') {
  if (behavior !== 'pending_if_incomplete') return behavior
  throw invalidRequest('`pending_if_incomplete` can only be used when updating a subscription.', {
    param: 'payment_behavior',
  })
}

/** Returns the end of the trial that a new subscription has: as the request says, else as its prices do. */
function trialEndOf(context: PaymentsContext, input: ValuesOf<typeof CREATION>): number | null {
  const { trial_end: end, trial_period_days: days, trial_from_plan: fromPlan } = input
  if (end !== undefined && days !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: trial_end, trial_period_days.', {
      param: 'trial_end',
    })
  }
  if (end === 'now' || days === 0) return null
  if (end !== undefined) return end
  if (days !== undefined) return now(context) + days * 86_400
  if (fromPlan !== true) return null
  const ofPlan = Math.max(
    0,
    ...(input.items ?? []).map(
      ({ price, plan }) => context.rows.prices.get(price ?? plan)?.recurring?.trial_period_days ?? 0,
    ),
  )
  return ofPlan === 0 ? null : now(context) + ofPlan * 86_400
}

function anchorOf(context: PaymentsContext, input: ValuesOf<typeof CREATION>): number | null {
  const { billing_cycle_anchor: anchor, billing_cycle_anchor_config: config } = input
  if (anchor !== undefined) return anchor
  if (config === undefined) return null
  return anchorAfter(now(context), {
    dayOfMonth: config.day_of_month,
    month: config.month ?? null,
    hour: config.hour ?? null,
    minute: config.minute ?? null,
    second: config.second ?? null,
  })
}

function anchorConfigJson(config: ValuesOf<typeof CREATION>['billing_cycle_anchor_config']): Opaque | null {
  if (config === undefined) return null
  const { day_of_month, hour = null, minute = null, month = null, second = null } = config
  return { day_of_month, hour, minute, month, second }
}

function pauseOf(pause: ValuesOf<typeof UPDATE>['pause_collection']): SubscriptionFields {
  if (pause === undefined) return {}
  return { pauseCollection: pause === null ? null : { behavior: pause.behavior, resumes_at: pause.resumes_at ?? null } }
}

/** Throws 400 for a change of the end of a subscription that a schedule manages. */
function requireOwnEnd({ schedule }: Subscription, input: ValuesOf<typeof UPDATE>): void {
  const param = (['cancel_at', 'cancel_at_period_end'] as const).find((name) => input[name] !== undefined)
  if (schedule === null || param === undefined) return
  throw invalidRequest(
    `The subscription is managed by the subscription schedule \`${schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    { param },
  )
}

/** Changes a subscription that is over: only its metadata and the details of its cancellation. */
function changeEnded(context: PaymentsContext, before: Subscription, input: ValuesOf<typeof UPDATE>): Subscription {
  const { metadata: changes, cancellation_details: details, ...others } = input
  if (Object.keys(others).some((name) => name !== 'expand')) {
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.')
  }
  return changeSubscription(context, before.id, {
    metadata: mergeMetadata(before.metadata, changes),
    cancellationDetails: { ...before.cancellationDetails, ...cancellationDetailsOf(details) },
  })
}

/** Returns whether a list has a subscription: without `status`, those that are not canceled. */
function isListed({ rows }: PaymentsContext, subscription: Subscription, input: ValuesOf<typeof LIST>): boolean {
  const { status, price = input.plan } = input
  const isOver = hasEnded(subscription)
  const hasStatus =
    status === undefined
      ? subscription.status !== 'canceled'
      : status === 'all' || (status === 'ended' ? isOver : subscription.status === status)
  return (
    hasStatus &&
    isInRange(subscription.created, input.created) &&
    isInRange(subscription.periodEnd, input.current_period_end) &&
    isInRange(subscription.periodStart, input.current_period_start) &&
    (input.automatic_tax === undefined || subscription.automaticTax === input.automatic_tax.enabled) &&
    (input.collection_method === undefined || subscription.collectionMethod === input.collection_method) &&
    (input.test_clock === undefined || subscription.testClock === input.test_clock) &&
    (price === undefined ||
      rows.subscriptionItems.list('subscription', subscription.id).some((item) => item.price === price))
  )
}
