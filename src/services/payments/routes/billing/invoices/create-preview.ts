import { invoiceJson } from '#payments/json/billing/invoices.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { failure, invalidRequest, missingParameter } from '#payments/errors.ts'
import {
  boolean,
  currency,
  hash,
  list,
  metadata,
  oneOf,
  required,
  scalarOr,
  text,
  timestamp,
  unsettable,
  unsupported,
  type ValuesOf,
} from '#payments/protocol/params.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { now } from '#payments/rules/new-id.ts'
import { findRecord } from '#payments/rules/records.ts'
import type { Json } from '#payments/protocol/resource.ts'
import { answer, post } from '../../route.ts'
import { cancelSubscription } from '#payments/rules/billing/subscriptions/cancel-now.ts'
import { DISCOUNTS, discountsOf } from '#payments/rules/billing/discounts/discounts.ts'
import { addInvoice, addInvoiceItem, pendingItems } from '#payments/rules/billing/invoices/draft.ts'
import { INVOICE_ITEM_INPUT, invoiceItemOf } from '#payments/rules/billing/invoices/item-params.ts'
import {
  CHANGED_ITEM,
  itemChangesOf,
  newItemsOf,
  TAX_RATES,
  taxRatesOf,
} from '#payments/rules/billing/subscriptions/item-params.ts'
import { lineOfItem } from '#payments/rules/billing/invoices/lines.ts'
import { createSubscription } from '#payments/rules/billing/subscriptions/create-subscription.ts'
import { momentOf, PHASES, phasesOf, settingsOf } from '#payments/rules/billing/schedules/params.ts'
import { addSchedule, advanceSchedule } from '#payments/rules/billing/schedules/schedules.ts'
import { END_BEHAVIOR, updateSchedule } from '#payments/rules/billing/schedules/update-schedule.ts'
import {
  AUTOMATIC_TAX,
  OWN_ACCOUNT,
  PRORATION_BEHAVIOR,
  SUBSCRIPTION_FIELDS,
} from '#payments/rules/billing/subscriptions/field-params.ts'
import { previewing } from '#payments/rules/billing/invoices/preview.ts'
import { asPreview, upcomingInvoice } from '#payments/rules/billing/subscriptions/renewal.ts'
import { applyChanges } from '#payments/rules/billing/subscriptions/update-subscription.ts'
import { onTestClock } from '#payments/rules/billing/test-clocks/test-clock.ts'
import { findLiveCustomer } from '#payments/rules/customers/find-customer.ts'
import { requireTaxIdValue } from '#payments/rules/customers/tax-id-values.ts'
import { addTaxId } from '#payments/rules/customers/tax-ids.ts'
import { addCustomer } from '#payments/rules/customers/new-customer.ts'
import type { SubscriptionSchedule } from '#payments/schema/billing/schedules.ts'
import type { Invoice } from '#payments/schema/billing/invoices.ts'
import type { Subscription } from '#payments/schema/billing/subscriptions.ts'
import type { Customer } from '#payments/schema/customers.ts'
import { ADDRESS, addressOf, SHIPPING, shippingOf } from '#payments/protocol/shared-params.ts'

const NOW = oneOf('now', 'unchanged')
const MOMENT_OR_NOW = {
  read: (raw: Parameters<typeof NOW.read>[0], path: string): number | 'now' | 'unchanged' =>
    raw === 'now' || raw === 'unchanged' ? raw : timestamp().read(raw, path),
}

const BILLING_MODE = hash({
  flexible: hash({ proration_discounts: oneOf('included', 'itemized') }),
  type: required(oneOf('classic', 'flexible')),
})

/** The parameters of a preview. */
export const PREVIEW_PARAMS = {
  automatic_tax: AUTOMATIC_TAX,
  currency: currency(),
  customer: text(),
  customer_account: unsupported(),
  customer_details: hash({
    address: unsettable(hash(ADDRESS)),
    shipping: unsettable(hash(SHIPPING)),
    tax: unsupported(),
    tax_exempt: unsettable(oneOf('exempt', 'none', 'reverse')),
    tax_ids: list(hash({ type: required(text()), value: required(text()) })),
  }),
  discounts: DISCOUNTS,
  invoice_items: list(hash({ ...INVOICE_ITEM_INPUT, invoiceitem: text() }), { max: 250 }),
  issuer: OWN_ACCOUNT,
  on_behalf_of: unsettable(text()),
  preview_mode: oneOf('next', 'recurring'),
  schedule: text(),
  schedule_details: hash({
    billing_mode: BILLING_MODE,
    end_behavior: END_BEHAVIOR,
    pause_schedules: unsupported(),
    phases: PHASES,
    proration_behavior: PRORATION_BEHAVIOR,
  }),
  subscription: text(),
  subscription_details: hash({
    // Since 2026-10-28 a hash.
    billing_cycle_anchor: scalarOr(
      MOMENT_OR_NOW,
      hash({ timestamp: timestamp(), type: required(oneOf('now', 'timestamp', 'unchanged')) }),
    ),
    billing_mode: BILLING_MODE,
    billing_schedules: unsupported(),
    cancel_at: SUBSCRIPTION_FIELDS.cancel_at,
    cancel_at_period_end: boolean(),
    cancel_now: boolean(),
    default_tax_rates: TAX_RATES,
    items: list(hash(CHANGED_ITEM)),
    metadata: metadata(),
    pause: unsupported(),
    proration_behavior: oneOf('always_invoice', 'create_prorations', 'none'),
    proration_date: timestamp(),
    resume_at: oneOf('now'),
    start_date: timestamp(),
    trial_end: MOMENT_OR_NOW,
  }),
}

type Input = ValuesOf<typeof PREVIEW_PARAMS>

/** Previews of invoices. https://docs.stripe.com/api/invoices/create_preview */
export const invoicePreviewsRoutes = [
  post('PostInvoicesCreatePreview', '/v1/invoices/create_preview', PREVIEW_PARAMS, (call) =>
    answer(call, previewInvoice(call)),
  ),
]

/** Returns the invoice that a request describes, and leaves nothing of it behind. */
export function previewInvoice(call: PaymentsContext & { readonly account: string; readonly input: Input }): Json {
  const { rows, account, input } = call
  requireOneKind(input)
  const schedule =
    input.schedule === undefined
      ? undefined
      : findRecord(rows.subscriptionSchedules, account, 'subscription_schedule', input.schedule, {
          param: 'schedule',
        })
  const named = input.subscription ?? schedule?.subscription ?? undefined
  const subscription =
    named === undefined
      ? undefined
      : findRecord(rows.subscriptions, account, 'subscription', named, { param: 'subscription' })
  const id = input.customer ?? subscription?.customer ?? schedule?.customer
  const customer = id === undefined ? undefined : findLiveCustomer(call, account, id, { param: 'customer' })
  if (customer === undefined && input.customer_details === undefined) {
    throw invalidRequest('You must provide one of `customer`, `customer_details`, `schedule` or `subscription`.', {
      code: 'parameter_missing',
      param: 'customer',
    })
  }
  const context = onTestClock(call, customer?.testClock ?? null)
  return previewing(context, (silent) => {
    const previewed = previewedCustomer(silent, account, customer, input)
    if (input.schedule_details !== undefined) return previewOfSchedule(silent, previewed, schedule, input)
    return previewOf(silent, previewed, begun(silent, schedule) ?? subscription, input)
  })
}

/** @throws 400 for the details of a schedule beside those of a subscription. */
function requireOneKind(input: Input): void {
  if (input.schedule_details === undefined) return
  const other = (['subscription', 'subscription_details'] as const).find((name) => input[name] !== undefined)
  if (other === undefined) return
  throw invalidRequest(`You may only specify one of these parameters: schedule_details, ${other}.`, {
    param: 'schedule_details',
  })
}

/** Returns the next invoice of a schedule that the request describes, or of one that it changes. */
function previewOfSchedule(
  context: PaymentsContext,
  customer: Customer,
  schedule: SubscriptionSchedule | undefined,
  input: Input,
): Json {
  const { rows } = context
  addItems(context, customer, undefined, input)
  const latestOf = (id: string | null): string | null => rows.subscriptions.get(id)?.latestInvoice ?? null
  const latest = latestOf(schedule?.subscription ?? null)
  const { id } = scheduleOf(context, customer, schedule, input)
  begun(context, rows.subscriptionSchedules.require(id))
  const after = rows.subscriptionSchedules.require(id)
  const subscription = rows.subscriptions.get(after.subscription)
  if (subscription === undefined) throw noUpcoming(customer.id)
  const invoice = rows.invoices.get(subscription.latestInvoice)
  const isNew = invoice !== undefined && invoice.id !== latest
  if (isNew && input.preview_mode !== 'recurring') return invoiceJson(context, asPreview(asDraft(invoice)))
  if (subscription.cancelAt !== null && subscription.cancelAt <= subscription.periodEnd) throw noUpcoming(customer.id)
  return invoiceJson(context, upcomingInvoice(context, subscription))
}

/** Adds the schedule that a request describes, or changes the one that it names. */
function scheduleOf(
  context: PaymentsContext,
  customer: Customer,
  schedule: SubscriptionSchedule | undefined,
  { schedule_details: details = {} }: Input,
): SubscriptionSchedule {
  const { billing_mode: mode, ...changes } = details
  if (schedule !== undefined) return updateSchedule(context, schedule, changes)
  if (changes.phases === undefined || changes.phases.length === 0) throw missingParameter('schedule_details[phases]')
  const billingMode = mode?.type ?? 'flexible'
  const start = momentOf(context, changes.phases[0]?.start_date) ?? now(context)
  return addSchedule(context, customer, {
    billingMode,
    defaultSettings: settingsOf(context, customer, {}),
    endBehavior: changes.end_behavior ?? 'release',
    metadata: {},
    phases: phasesOf(context, { customer, billingMode, start }, changes.phases),
    subscription: null,
  })
}

/** Returns an invoice as it was before it was finalized. */
const asDraft = (invoice: Invoice): Invoice => ({
  ...invoice,
  status: 'draft',
  number: null,
  hostedToken: null,
  finalizedAt: null,
  effectiveAt: null,
})

/** Returns the subscription of a schedule that has not begun, as it will be; undefined for another schedule. */
function begun(context: PaymentsContext, schedule: SubscriptionSchedule | undefined): Subscription | undefined {
  const [first] = schedule?.phases ?? []
  if (schedule?.status !== 'not_started' || first === undefined) return undefined
  advanceSchedule(context, { id: schedule.id, at: first.start })
  return context.rows.subscriptions.get(context.rows.subscriptionSchedules.require(schedule.id).subscription)
}

/** Returns the customer of a preview: with the details that the request gives, or one who exists only for it. */
function previewedCustomer(
  context: PaymentsContext,
  account: string,
  customer: Customer | undefined,
  { customer_details: details }: Input,
): Customer {
  const changes = {
    ...(details?.address === undefined
      ? {}
      : { address: details.address === null ? null : addressOf(details.address) }),
    ...(details?.shipping === undefined
      ? {}
      : { shipping: details.shipping === null ? null : shippingOf(details.shipping) }),
    ...(details?.tax_exempt === undefined ? {} : { taxExempt: details.tax_exempt ?? ('none' as const) }),
  }
  const previewed =
    customer === undefined
      ? addCustomer(context, account, changes)
      : context.rows.customers.update(customer.id, changes)
  for (const [index, taxId] of (details?.tax_ids ?? []).entries()) {
    requireTaxIdValue(taxId, `customer_details[tax_ids][${index}][value]`)
    addTaxId(context, previewed, taxId)
  }
  return previewed
}

function previewOf(
  context: PaymentsContext,
  customer: Customer,
  subscription: Subscription | undefined,
  input: Input,
): Json {
  addItems(context, customer, subscription, input)
  if (subscription !== undefined) return previewOfChange(context, subscription, input)
  const items = input.subscription_details?.items ?? []
  if (items.length > 0) return previewOfNewSubscription(context, customer, items, input)
  return previewOfPendingItems(context, customer, input)
}

/** Returns the first invoice of a subscription that the request describes. */
function previewOfNewSubscription(
  context: PaymentsContext,
  customer: Customer,
  items: NonNullable<NonNullable<Input['subscription_details']>['items']>,
  input: Input,
): Json {
  const { trial_end: trialEnd, default_tax_rates: rates, ...details } = input.subscription_details ?? {}
  const anchor = anchorOf(details.billing_cycle_anchor)
  const { subscription: created } = createSubscription(context, customer, {
    items: newItemsOf(context, customer.account, items, 'subscription_details[items]'),
    ...(input.discounts === undefined ? {} : { discounts: input.discounts ?? [] }),
    trialEnd: typeof trialEnd === 'number' ? trialEnd : null,
    billingCycleAnchor: typeof anchor === 'number' ? anchor : null,
    paymentBehavior: 'default_incomplete',
    currency: input.currency,
    backdatedTo: details.start_date ?? null,
    cancelAt: details.cancel_at ?? null,
    prorationBehavior: details.proration_behavior ?? 'create_prorations',
    fields: {
      automaticTax: input.automatic_tax?.enabled ?? false,
      billingMode: details.billing_mode?.type ?? 'flexible',
      cancelAtPeriodEnd: details.cancel_at_period_end ?? false,
      defaultTaxRates: taxRatesOf(context, customer.account, rates, 'subscription_details[default_tax_rates]'),
      metadata: mergeMetadata({}, details.metadata),
    },
  })
  const invoice = context.rows.invoices.require(created.latestInvoice ?? '')
  return invoiceJson(context, asPreview(asDraft(invoice)))
}

/**
 * Returns an invoice of the pending items of a customer without a subscription.
 *
 * @throws 404 where there are none.
 */
function previewOfPendingItems(context: PaymentsContext, customer: Customer, input: Input): Json {
  const code = input.currency ?? customer.currency ?? 'usd'
  const pending = pendingItems(context, customer.id, { currency: code, subscription: null })
  if (pending.length === 0) throw noUpcoming(customer.id)
  const invoice = addInvoice(context, customer, {
    automaticTax: input.automatic_tax?.enabled ?? false,
    billingReason: 'manual',
    currency: code,
    lines: pending.map((item) => lineOfItem(context, item)),
    ...(input.discounts === undefined
      ? {}
      : {
          discounts: discountsOf(
            context,
            customer.account,
            input.discounts ?? [],
            { customer: customer.id, invoice: 'preview' },
            { currency: code, amount: pending.reduce((sum, { amount }) => sum + amount, 0) },
          ),
        }),
  })
  return invoiceJson(context, asPreview(invoice))
}

/** Returns the invoice that a change of a subscription has, or its next renewal. */
function previewOfChange(context: PaymentsContext, subscription: Subscription, input: Input): Json {
  const { rows } = context
  const details = input.subscription_details ?? {}
  const latest = subscription.latestInvoice
  if (details.cancel_now === true) {
    const canceled = cancelSubscription(context, subscription.id, {
      prorate: details.proration_behavior !== 'none',
      invoiceNow: true,
    })
    if (canceled.latestInvoice === latest) throw noUpcoming(subscription.customer)
    const invoice = rows.invoices.require(canceled.latestInvoice ?? '')
    return invoiceJson(context, asPreview(asDraft(invoice)))
  }
  const anchor = anchorOf(details.billing_cycle_anchor)
  const trialEnd = details.trial_end
  const invoice = applyChanges(context, subscription, {
    items: itemChangesOf(context, subscription, details.items ?? []),
    ...(input.discounts === undefined ? {} : { discounts: input.discounts }),
    billingCycleAnchor: anchor === 'now' || anchor === 'unchanged' ? anchor : undefined,
    trialEnd: trialEnd === 'unchanged' ? undefined : trialEnd,
    cancelAt: details.cancel_at,
    cancelAtPeriodEnd: details.cancel_at_period_end,
    prorationBehavior: details.proration_behavior ?? 'create_prorations',
    prorationDate: details.proration_date,
    fields: {
      ...(input.automatic_tax === undefined ? {} : { automaticTax: input.automatic_tax.enabled }),
      ...(details.default_tax_rates === undefined
        ? {}
        : {
            defaultTaxRates: taxRatesOf(
              context,
              subscription.account,
              details.default_tax_rates,
              'subscription_details[default_tax_rates]',
            ),
          }),
      metadata: mergeMetadata(subscription.metadata, details.metadata),
    },
  })
  if (invoice !== null && input.preview_mode !== 'recurring') return invoiceJson(context, asPreview(invoice))
  const after = rows.subscriptions.require(subscription.id)
  if (after.status === 'canceled') throw noUpcoming(subscription.customer)
  const upcoming = upcomingInvoice(context, after)
  if (after.cancelAt === after.periodEnd && upcoming.lines.length === 0) throw noUpcoming(subscription.customer)
  return invoiceJson(context, upcoming)
}

/** Returns the anchor that a preview has: epoch seconds, or the vendor's word. */
function anchorOf(
  anchor: NonNullable<Input['subscription_details']>['billing_cycle_anchor'],
): number | 'now' | 'unchanged' | undefined {
  if (typeof anchor !== 'object') return anchor
  return anchor.type === 'timestamp' ? anchor.timestamp : anchor.type
}

function addItems(
  context: PaymentsContext,
  customer: Customer,
  subscription: Subscription | undefined,
  { invoice_items: items = [] }: Input,
): void {
  for (const [index, item] of items.entries()) {
    const members = invoiceItemOf(context, customer, item, subscription?.currency ?? null, `invoice_items[${index}]`)
    if (item.invoiceitem !== undefined) {
      const { metadata: _metadata, ...changes } = members
      context.rows.invoiceItems.update(item.invoiceitem, changes)
    } else addInvoiceItem(context, customer, { ...members, subscription: subscription?.id ?? null })
  }
}

/** 404: there is nothing that the customer will be invoiced for. */
function noUpcoming(customer: string): Error {
  return failure(404, `No upcoming invoices for customer: '${customer}'`, { code: 'invoice_upcoming_none' })
}
