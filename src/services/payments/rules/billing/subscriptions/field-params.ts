import type { PaymentsContext } from '#payments/call.ts'
import { defined, given } from '#core/objects.ts'
import { invalidRequest } from '#payments/errors.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import {
  boolean,
  hash,
  integer,
  list,
  metadata,
  number,
  oneOf,
  required,
  text,
  timestamp,
  unsettable,
  unsupported,
  type Param,
  type ValuesOf,
} from '#payments/protocol/params.ts'
import { findSource } from '../../customers/sources.ts'
import { findRecord } from '../../records.ts'
import type { BillingThresholds, CancellationDetails, Subscription } from '#payments/schema/billing/subscriptions.ts'
import type { Customer } from '#payments/schema/customers.ts'
import { accountTaxIdsOf } from '../../customers/tax-ids.ts'
import { requireTaxLocation } from '../taxes/automatic-tax.ts'
import { DISCOUNTS } from '../discounts/discounts.ts'
import { EXTRA_ITEMS, TAX_RATES, taxRatesOf } from './item-params.ts'
import { SUBSCRIPTION_METHOD_OPTIONS } from '../invoices/payment-options.ts'
import { INVOICE_SETTINGS, SUBSCRIPTION_PAYMENT_SETTINGS } from './defaults.ts'

const PAYMENT_BEHAVIOR = oneOf('allow_incomplete', 'error_if_incomplete', 'pending_if_incomplete', 'default_incomplete')

/** The parameter `proration_behavior`. */
export const PRORATION_BEHAVIOR = oneOf('always_invoice', 'create_prorations', 'none')

/** The parameter `collection_method`. */
export const COLLECTION_METHOD = oneOf('charge_automatically', 'send_invoice')

const NOW = oneOf('now')

/** A moment in epoch seconds, or `now`. */
export const MOMENT_OR_NOW: Param<number | 'now'> = {
  read: (raw, path) => (raw === 'now' ? NOW.read(raw, path) : timestamp().read(raw, path)),
}

/** The account that answers for tax, or that issues an invoice: none but the account itself. */
export const OWN_ACCOUNT = hash({ account: unsupported(), type: required(oneOf('account', 'self')) })

/** The parameter `automatic_tax`. */
export const AUTOMATIC_TAX = hash({ enabled: required(boolean()), liability: OWN_ACCOUNT })

/** The parameter `custom_fields` of invoices. */
export const CUSTOM_FIELDS = unsettable(
  list(hash({ name: required(text({ max: 40 })), value: required(text({ max: 140 })) }), { max: 4 }),
)

/** The members of the parameter `invoice_settings` of subscriptions. */
export const INVOICE_SETTINGS_FIELDS = {
  account_tax_ids: unsettable(list(text())),
  custom_fields: CUSTOM_FIELDS,
  description: unsettable(text()),
  footer: unsettable(text()),
  issuer: OWN_ACCOUNT,
}

/** The parameter `billing_thresholds` of subscriptions. */
export const BILLING_THRESHOLDS = unsettable(
  hash({ amount_gte: integer({ min: 50 }), reset_billing_cycle_anchor: boolean() }),
)

/** Returns the member `billing_thresholds` of a subscription. */
export function billingThresholdsOf(
  input: ValuesOf<{ thresholds: typeof BILLING_THRESHOLDS }>['thresholds'],
): BillingThresholds | null {
  if (input === null || input === undefined) return null
  return {
    amount_gte: input.amount_gte ?? null,
    reset_billing_cycle_anchor: input.reset_billing_cycle_anchor ?? false,
  }
}

/** The parameter `transfer_data` of subscriptions. */
export const TRANSFER_DATA = hash({ amount_percent: number({ min: 0, max: 100 }), destination: required(text()) })

/** The parameter `cancellation_details`. */
export const CANCELLATION_DETAILS = hash({
  comment: unsettable(text()),
  feedback: unsettable(
    oneOf(
      'customer_service',
      'low_quality',
      'missing_features',
      'other',
      'switched_service',
      'too_complex',
      'too_expensive',
      'unused',
    ),
  ),
  feedback_option: unsupported(),
})

/** The parameters that new and changed subscriptions share. */
export const SUBSCRIPTION_FIELDS = {
  add_invoice_items: EXTRA_ITEMS,
  application_fee_percent: unsettable(number({ min: 0, max: 100 })),
  automatic_tax: AUTOMATIC_TAX,
  billing_schedules: unsupported(),
  billing_thresholds: BILLING_THRESHOLDS,
  cancel_at: unsettable(cancellationTime()),
  cancel_at_period_end: boolean(),
  collection_method: COLLECTION_METHOD,
  days_until_due: integer({ min: 0 }),
  default_payment_method: unsettable(text()),
  default_source: unsettable(text()),
  default_tax_rates: TAX_RATES,
  description: unsettable(text({ max: 500 })),
  discounts: DISCOUNTS,
  invoice_settings: hash(INVOICE_SETTINGS_FIELDS),
  metadata: metadata(),
  off_session: boolean(),
  on_behalf_of: unsettable(text()),
  payment_behavior: PAYMENT_BEHAVIOR,
  payment_settings: hash({
    payment_method_options: SUBSCRIPTION_METHOD_OPTIONS,
    payment_method_types: unsettable(list(text())),
    save_default_payment_method: oneOf('off', 'on_subscription'),
  }),
  pending_invoice_item_interval: unsettable(
    hash({ interval: required(oneOf('day', 'month', 'week', 'year')), interval_count: integer({ min: 1 }) }),
  ),
  proration_behavior: PRORATION_BEHAVIOR,
  transfer_data: unsettable(TRANSFER_DATA),
  trial_from_plan: boolean(),
  trial_settings: hash({
    end_behavior: required(
      hash({
        billing_cycle_anchor: oneOf('now', 'unchanged'),
        missing_payment_method: required(oneOf('cancel', 'create_invoice', 'pause')),
      }),
    ),
  }),
}

/** The end of the period in which a subscription ends, of its shortest or its longest item. */
type PeriodEnd = 'min_period_end' | 'max_period_end' | 'max_billed_until'

/** A moment, or the end of a period of the items. */
function cancellationTime(): Param<number | PeriodEnd> {
  const named = oneOf('min_period_end', 'max_period_end', 'max_billed_until')
  return {
    read: (raw, path) =>
      typeof raw === 'string' && raw.startsWith('m') ? named.read(raw, path) : timestamp().read(raw, path),
  }
}

/** The members of a subscription that parameters set. */
export type SubscriptionFields = Partial<
  Omit<Subscription, 'id' | 'account' | 'seq' | 'created' | 'customer' | 'status' | 'currency'>
>

type Input = ValuesOf<typeof SUBSCRIPTION_FIELDS> & {
  readonly cancellation_details?: ValuesOf<typeof DETAILS>['cancellation_details']
}

const DETAILS = { cancellation_details: CANCELLATION_DETAILS }

/**
 * Returns the fields that parameters set. `before` is null for a new subscription.
 *
 * @throws 400 for a payment method or tax rate that does not exist, and for automatic tax of a customer whose location
 * is not known.
 */
export function subscriptionFieldsOf(
  context: PaymentsContext,
  customer: Customer,
  input: Input,
  before: Subscription | null,
): SubscriptionFields {
  const { account } = customer
  const {
    default_payment_method: method,
    collection_method: collection = before?.collectionMethod,
    payment_settings: payment,
    pending_invoice_item_interval: pending,
    trial_settings: trial,
  } = input
  if (typeof input.default_source === 'string') {
    findSource(context, customer.id, input.default_source, { param: 'default_source' })
  }
  if (typeof method === 'string') requireMethodOf(context, account, customer.id, method)
  if (input.automatic_tax?.enabled === true) requireTaxLocation(customer)
  if (collection !== 'send_invoice' && typeof input.days_until_due === 'number')
    throw invalidRequest("You can only specify 'days_until_due' if invoice collection method is 'send_invoice'.")
  accountTaxIdsOf(context, account, input.invoice_settings?.account_tax_ids ?? [], 'invoice_settings[account_tax_ids]')
  const { cancellation_details: reasons, default_tax_rates: taxRates, invoice_settings: invoices } = input
  return defined({
    applicationFeePercent: input.application_fee_percent,
    automaticTax: input.automatic_tax?.enabled,
    automaticTaxDisabled: given(input.automatic_tax, () => null),
    billingThresholds: given(input.billing_thresholds, billingThresholdsOf),
    collectionMethod: collection,
    daysUntilDue: collection === 'send_invoice' ? requireDays(input.days_until_due ?? before?.daysUntilDue) : null,
    defaultPaymentMethod: method,
    defaultSource: input.default_source,
    defaultTaxRates: given(taxRates, (ids) => taxRatesOf(context, account, ids, 'default_tax_rates')),
    description: input.description,
    invoiceSettings: given(invoices, (changes) => ({ ...INVOICE_SETTINGS, ...before?.invoiceSettings, ...changes })),
    metadata: mergeMetadata(before?.metadata ?? {}, input.metadata),
    onBehalfOf: input.on_behalf_of,
    paymentSettings: given(payment, (changes) =>
      paymentSettingsOf(before?.paymentSettings ?? SUBSCRIPTION_PAYMENT_SETTINGS, changes),
    ),
    pendingInvoiceItemInterval: given(pending, pendingIntervalOf),
    transferData: given(input.transfer_data, transferDataOf),
    trialEndAnchor: given(trial, ({ end_behavior: end }) => end.billing_cycle_anchor ?? null),
    trialMissingPaymentMethod: trial?.end_behavior.missing_payment_method,
    cancellationDetails:
      before === null
        ? undefined
        : given(reasons, (changes) => ({ ...before.cancellationDetails, ...cancellationDetailsOf(changes) })),
  })
}

/** @throws 400 for an invoice that is sent and has no day on which it is due. */
function requireDays(days: number | null | undefined): number {
  if (typeof days === 'number') return days
  throw invalidRequest("If invoice collection method is 'send_invoice', you must specify 'days_until_due'.")
}

function pendingIntervalOf(
  input: NonNullable<Input['pending_invoice_item_interval']> | null,
): Subscription['pendingInvoiceItemInterval'] {
  return input === null ? null : { interval: input.interval, interval_count: input.interval_count ?? 1 }
}

function paymentSettingsOf(
  before: Subscription['paymentSettings'],
  {
    payment_method_options = before.payment_method_options,
    payment_method_types = before.payment_method_types,
    save_default_payment_method = before.save_default_payment_method,
  }: NonNullable<Input['payment_settings']>,
): Subscription['paymentSettings'] {
  return { payment_method_options, payment_method_types, save_default_payment_method }
}

/** Returns the member `transfer_data` of a subscription. */
export function transferDataOf(
  input: ValuesOf<{ data: typeof TRANSFER_DATA }>['data'] | null,
): Subscription['transferData'] {
  return input === null || input === undefined
    ? null
    : { amount_percent: input.amount_percent ?? null, destination: input.destination }
}

/** @throws 400 unless a payment method is attached to the customer. */
export function requireMethodOf({ rows }: PaymentsContext, account: string, customer: string, id: string): void {
  const method = findRecord(rows.paymentMethods, account, 'PaymentMethod', id, { param: 'default_payment_method' })
  if (method.customer === customer) return
  throw invalidRequest(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param: 'default_payment_method' },
  )
}

/** Returns the details of a cancellation that parameters set. */
export function cancellationDetailsOf(details: Input['cancellation_details']): Partial<CancellationDetails> {
  return {
    ...(details?.comment === undefined ? {} : { comment: details.comment }),
    ...(details?.feedback === undefined ? {} : { feedback: details.feedback }),
  }
}
