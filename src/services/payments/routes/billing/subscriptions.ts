import { json } from '../../../../core/answer.ts'
import type { PaymentsContext } from '../../call.ts'
import { invalidRequest } from '../../errors.ts'
import { deletedDiscountJson } from '../../json/billing/catalog.ts'
import { subscriptionJson } from '../../json/billing/subscriptions.ts'
import { LIST_PARAMS, newestFirst } from '../../list.ts'
import { mergeMetadata } from '../../metadata.ts'
import { now } from '../../new-id.ts'
import {
  anything,
  boolean,
  currency,
  hash,
  integer,
  isInRange,
  list,
  metadata,
  number,
  oneOf,
  range,
  required,
  text,
  timestamp,
  unsettable,
  type ValuesOf,
} from '../../params.ts'
import { findRecord } from '../../records.ts'
import { answer, answerList, del, get, post } from '../../route.ts'
import { cancelSubscription } from '../../rules/billing/cancel-subscription.ts'
import { deleteDiscounts, DISCOUNTS } from '../../rules/billing/discounts.ts'
import { collectInvoice, finalizeInvoice } from '../../rules/billing/invoice-collection.ts'
import {
  CHANGED_ITEM,
  EXTRA_ITEMS,
  extraItemsOf,
  itemChangesOf,
  NEW_ITEM,
  newItemsOf,
  TAX_RATES,
  taxRatesOf,
} from '../../rules/billing/item-params.ts'
import { createSubscription, SUBSCRIPTION_PAYMENT_SETTINGS } from '../../rules/billing/new-subscription.ts'
import { anchorAfter } from '../../rules/billing/periods.ts'
import { holdDrafts } from '../../rules/billing/renewal.ts'
import { resumeSubscription } from '../../rules/billing/resume-subscription.ts'
import { changeSubscription, hasEnded } from '../../rules/billing/subscription-status.ts'
import { scheduleAt } from '../../rules/billing/subscription-timers.ts'
import { updateSubscription } from '../../rules/billing/subscription-update.ts'
import { onTestClock } from '../../rules/billing/test-clock.ts'
import { findLiveCustomer } from '../../rules/customers/find-customer.ts'
import type { Opaque } from '../../schema/billing/invoices.ts'
import type { Subscription } from '../../schema/billing/subscriptions.ts'
import { search, SEARCH_PARAMS } from '../../search.ts'

const PAYMENT_BEHAVIOR = oneOf('allow_incomplete', 'default_incomplete', 'error_if_incomplete', 'pending_if_incomplete')
const PRORATION_BEHAVIOR = oneOf('always_invoice', 'create_prorations', 'none')
const FEEDBACK = oneOf(
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
)
const CANCELLATION_DETAILS = hash({ comment: unsettable(text()), feedback: unsettable(FEEDBACK) })
const TRIAL_SETTINGS = hash({
  end_behavior: required(
    hash({
      billing_cycle_anchor: anything(),
      missing_payment_method: required(oneOf('cancel', 'create_invoice', 'pause')),
    }),
  ),
})

const FIELDS = {
  add_invoice_items: EXTRA_ITEMS,
  application_fee_percent: unsettable(number({ min: 0, max: 100 })),
  automatic_tax: hash({ enabled: required(boolean()), liability: anything() }),
  billing_thresholds: unsettable(anything()),
  cancel_at: unsettable(timestamp()),
  cancel_at_period_end: boolean(),
  collection_method: oneOf('charge_automatically', 'send_invoice'),
  days_until_due: integer({ min: 0 }),
  default_payment_method: unsettable(text()),
  default_source: unsettable(text()),
  default_tax_rates: TAX_RATES,
  description: unsettable(text({ max: 500 })),
  discounts: DISCOUNTS,
  invoice_settings: hash({
    account_tax_ids: unsettable(list(text())),
    custom_fields: unsettable(anything()),
    description: unsettable(text()),
    footer: unsettable(text()),
    issuer: anything(),
  }),
  metadata: metadata(),
  off_session: boolean(),
  on_behalf_of: unsettable(text()),
  payment_behavior: PAYMENT_BEHAVIOR,
  payment_settings: hash({
    payment_method_options: unsettable(anything()),
    payment_method_types: unsettable(list(text())),
    save_default_payment_method: oneOf('off', 'on_subscription'),
  }),
  pending_invoice_item_interval: unsettable(anything()),
  proration_behavior: PRORATION_BEHAVIOR,
  transfer_data: unsettable(hash({ amount_percent: number({ min: 0, max: 100 }), destination: required(text()) })),
  trial_from_plan: boolean(),
  trial_settings: TRIAL_SETTINGS,
}

const NOW = oneOf('now')
const MOMENT_OR_NOW = {
  read: (raw: Parameters<typeof NOW.read>[0], path: string): number | 'now' =>
    raw === 'now' ? 'now' : timestamp().read(raw, path),
}

const CREATION = {
  ...FIELDS,
  backdate_start_date: timestamp(),
  billing_cycle_anchor: timestamp(),
  billing_cycle_anchor_config: hash({
    day_of_month: required(integer({ min: 1, max: 31 })),
    hour: integer({ min: 0, max: 23 }),
    minute: integer({ min: 0, max: 59 }),
    month: integer({ min: 1, max: 12 }),
    second: integer({ min: 0, max: 59 }),
  }),
  billing_mode: hash({ flexible: anything(), type: required(oneOf('classic', 'flexible')) }),
  currency: currency(),
  customer: required(text()),
  items: list(hash(NEW_ITEM)),
  trial_end: MOMENT_OR_NOW,
  trial_period_days: integer({ min: 0, max: 730 }),
}

const UPDATE = {
  ...FIELDS,
  billing_cycle_anchor: oneOf('now', 'unchanged'),
  cancellation_details: CANCELLATION_DETAILS,
  items: list(hash(CHANGED_ITEM)),
  pause_collection: unsettable(
    hash({ behavior: required(oneOf('keep_as_draft', 'mark_uncollectible', 'void')), resumes_at: timestamp() }),
  ),
  proration_date: timestamp(),
  trial_end: MOMENT_OR_NOW,
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
  automatic_tax: anything(),
  collection_method: FIELDS.collection_method,
  created: range(),
  current_period_end: range(),
  current_period_start: range(),
  customer: text(),
  plan: text(),
  price: text(),
  status: oneOf(...STATUSES),
  test_clock: text(),
}

const SEARCHED = { canceled_at: 'numeric', created: 'numeric', metadata: 'token', status: 'token' } as const

const one = '/v1/subscriptions/:subscription_exposed_id'
const byPath = { param: 'id', inPath: true }

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
      prorationBehavior: input.proration_behavior ?? 'create_prorations',
      paymentBehavior: behaviorOf(input.payment_behavior),
      offSession: input.off_session ?? false,
      currency: input.currency,
      fields: {
        ...fieldsOf(context, account, customer.id, input, null),
        cancelAt: input.cancel_at ?? null,
        cancelAtPeriodEnd: input.cancel_at_period_end ?? false,
        billingMode: input.billing_mode?.type ?? 'flexible',
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
    const { trial_end: trialEnd, pause_collection: pause } = input
    const extras = extraItemsOf(context, account, input.add_invoice_items)
    const { subscription } = updateSubscription(context, before.id, {
      items: itemChangesOf(context, before, input.items ?? []),
      ...(extras.length === 0 ? {} : { addInvoiceItems: extras }),
      ...(input.discounts === undefined ? {} : { discounts: input.discounts }),
      billingCycleAnchor: input.billing_cycle_anchor,
      trialEnd,
      cancelAt: input.cancel_at,
      cancelAtPeriodEnd: input.cancel_at_period_end,
      prorationBehavior: input.proration_behavior ?? 'create_prorations',
      prorationDate: input.proration_date,
      paymentBehavior: input.payment_behavior ?? 'allow_incomplete',
      offSession: input.off_session ?? false,
      ...(input.payment_behavior === 'pending_if_incomplete'
        ? {}
        : { fields: { ...fieldsOf(context, account, before.customer, input, before), ...pauseOf(pause) } }),
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
        details: detailsOf(input.cancellation_details),
      })
      return answer(call, subscriptionJson(call, subscription))
    },
  ),
  post(
    'PostSubscriptionsSubscriptionResume',
    '/v1/subscriptions/:subscription/resume',
    {
      billing_cycle_anchor: oneOf('now', 'unchanged'),
      payment_behavior: anything(),
      proration_behavior: PRORATION_BEHAVIOR,
      proration_date: timestamp(),
    },
    (call) => {
      const before = findRecord(call.rows.subscriptions, call.account, 'subscription', call.params.subscription, {
        param: 'subscription',
        inPath: true,
      })
      const context = onTestClock(call, before.testClock)
      const invoice = resumeSubscription(context, before.id, call.input.billing_cycle_anchor ?? 'now')
      if (invoice !== null && finalizeInvoice(context, invoice.id).status === 'open')
        collectInvoice(context, invoice.id)
      return answer(call, subscriptionJson(call, call.rows.subscriptions.require(before.id)))
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

function find({ rows }: Pick<PaymentsContext, 'rows'>, account: string, id: string): Subscription {
  return findRecord(rows.subscriptions, account, 'subscription', id, byPath)
}

function behaviorOf(behavior: ValuesOf<typeof FIELDS>['payment_behavior'] = 'allow_incomplete') {
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

type Fields = Partial<Omit<Subscription, 'id' | 'account' | 'seq' | 'created' | 'customer' | 'status' | 'currency'>>

/** Returns the fields that parameters set. Throws 400 for a payment method or tax rate that does not exist. */
function fieldsOf(
  context: PaymentsContext,
  account: string,
  customer: string,
  input: ValuesOf<typeof FIELDS> & { readonly cancellation_details?: ValuesOf<typeof UPDATE>['cancellation_details'] },
  before: Subscription | null,
): Fields {
  const {
    default_payment_method: method,
    collection_method: collection = before?.collectionMethod,
    payment_settings: payment,
  } = input
  if (typeof method === 'string') requireMethodOf(context, account, customer, method)
  const days = input.days_until_due ?? before?.daysUntilDue ?? null
  if (collection === 'send_invoice' && days === null) {
    throw invalidRequest('You must pass `days_until_due` when `collection_method` is `send_invoice`.', {
      code: 'parameter_missing',
      param: 'days_until_due',
    })
  }
  return {
    ...(input.application_fee_percent === undefined ? {} : { applicationFeePercent: input.application_fee_percent }),
    ...(input.automatic_tax === undefined ? {} : { automaticTax: input.automatic_tax.enabled }),
    ...(collection === undefined ? {} : { collectionMethod: collection }),
    daysUntilDue: collection === 'send_invoice' ? days : null,
    ...(method === undefined ? {} : { defaultPaymentMethod: method }),
    ...(input.default_tax_rates === undefined
      ? {}
      : { defaultTaxRates: taxRatesOf(context, account, input.default_tax_rates, 'default_tax_rates') }),
    ...(input.description === undefined ? {} : { description: input.description }),
    ...(input.invoice_settings === undefined
      ? {}
      : {
          invoiceSettings: {
            account_tax_ids: null,
            custom_fields: null,
            description: null,
            footer: null,
            issuer: { type: 'self' },
            ...before?.invoiceSettings,
            ...input.invoice_settings,
          },
        }),
    metadata: mergeMetadata(before?.metadata ?? {}, input.metadata),
    ...(input.on_behalf_of === undefined ? {} : { onBehalfOf: input.on_behalf_of }),
    ...(payment === undefined
      ? {}
      : { paymentSettings: { ...(before?.paymentSettings ?? SUBSCRIPTION_PAYMENT_SETTINGS), ...payment } }),
    ...(input.transfer_data === undefined
      ? {}
      : {
          transferData:
            input.transfer_data === null
              ? null
              : {
                  amount_percent: input.transfer_data.amount_percent ?? null,
                  destination: input.transfer_data.destination,
                },
        }),
    ...(input.trial_settings === undefined
      ? {}
      : { trialMissingPaymentMethod: input.trial_settings.end_behavior.missing_payment_method }),
    ...(input.cancellation_details === undefined || before === null
      ? {}
      : { cancellationDetails: { ...before.cancellationDetails, ...detailsOf(input.cancellation_details) } }),
  }
}

function requireMethodOf({ rows }: PaymentsContext, account: string, customer: string, id: string): void {
  const method = findRecord(rows.paymentMethods, account, 'PaymentMethod', id, { param: 'default_payment_method' })
  if (method.customer === customer) return
  throw invalidRequest(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param: 'default_payment_method' },
  )
}

function detailsOf(details: ValuesOf<typeof UPDATE>['cancellation_details']) {
  return {
    ...(details?.comment === undefined ? {} : { comment: details.comment }),
    ...(details?.feedback === undefined ? {} : { feedback: details.feedback }),
  }
}

function pauseOf(pause: ValuesOf<typeof UPDATE>['pause_collection']): Fields {
  if (pause === undefined) return {}
  return { pauseCollection: pause === null ? null : { behavior: pause.behavior, resumes_at: pause.resumes_at ?? null } }
}

/** Changes a subscription that is over: only its metadata and the details of its cancellation. */
function changeEnded(context: PaymentsContext, before: Subscription, input: ValuesOf<typeof UPDATE>): Subscription {
  const { metadata: changes, cancellation_details: details, ...others } = input
  if (Object.keys(others).some((name) => name !== 'expand')) {
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.')
  }
  return changeSubscription(context, before.id, {
    metadata: mergeMetadata(before.metadata, changes),
    cancellationDetails: { ...before.cancellationDetails, ...detailsOf(details) },
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
    (input.collection_method === undefined || subscription.collectionMethod === input.collection_method) &&
    (input.test_clock === undefined || subscription.testClock === input.test_clock) &&
    (price === undefined ||
      rows.subscriptionItems.list('subscription', subscription.id).some((item) => item.price === price))
  )
}
