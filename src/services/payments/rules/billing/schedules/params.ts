import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { now } from '../../new-id.ts'
import {
  boolean,
  currency,
  hash,
  integer,
  list,
  metadata,
  number,
  oneOf,
  required,
  text,
  unsettable,
  type ValuesOf,
} from '#payments/protocol/params.ts'
import type { Opaque } from '#payments/schema/billing/invoices.ts'
import type { PhaseDiscount, SchedulePhase, ScheduleSettings } from '#payments/schema/billing/schedules.ts'
import type { Customer } from '#payments/schema/customers.ts'
import { accountTaxIdsOf } from '../../customers/tax-ids.ts'
import { requireTaxLocation } from '../taxes/automatic-tax.ts'
import { DISCOUNTS, type DiscountsInput } from '../discounts/discounts.ts'
import { EXTRA_ITEMS, extraItemsOf, NEW_ITEM, newItemsOf, TAX_RATES, taxRatesOf } from '../subscriptions/item-params.ts'
import { addPeriods } from '../periods.ts'
import { cadenceOf, isMetered } from '../prices/pricing.ts'
import { checkPrices } from '../subscriptions/items.ts'
import {
  AUTOMATIC_TAX,
  BILLING_THRESHOLDS,
  billingThresholdsOf,
  COLLECTION_METHOD,
  INVOICE_SETTINGS_FIELDS,
  MOMENT_OR_NOW,
  PRORATION_BEHAVIOR,
  requireMethodOf,
  TRANSFER_DATA,
  transferDataOf,
} from '../subscriptions/field-params.ts'

const SETTINGS = {
  application_fee_percent: number({ min: 0, max: 100 }),
  automatic_tax: AUTOMATIC_TAX,
  billing_cycle_anchor: oneOf('automatic', 'phase_start'),
  billing_thresholds: BILLING_THRESHOLDS,
  collection_method: COLLECTION_METHOD,
  default_payment_method: unsettable(text()),
  description: unsettable(text({ max: 500 })),
  invoice_settings: hash({ ...INVOICE_SETTINGS_FIELDS, days_until_due: integer({ min: 0 }) }),
  on_behalf_of: unsettable(text()),
  transfer_data: unsettable(TRANSFER_DATA),
}

/** The parameter `default_settings` of a schedule. */
export const DEFAULT_SETTINGS = hash(SETTINGS)

const PHASE = {
  ...SETTINGS,
  add_invoice_items: EXTRA_ITEMS,
  currency: currency(),
  default_tax_rates: TAX_RATES,
  discounts: DISCOUNTS,
  duration: hash({ interval: required(oneOf('day', 'month', 'week', 'year')), interval_count: integer({ min: 1 }) }),
  end_date: MOMENT_OR_NOW,
  items: required(list(hash(NEW_ITEM), { max: 20 })),
  metadata: metadata(),
  proration_behavior: PRORATION_BEHAVIOR,
  trial: boolean(),
  trial_end: MOMENT_OR_NOW,
}

/** The parameter `phases` of a new schedule. */
export const PHASES = list(hash({ ...PHASE, start_date: MOMENT_OR_NOW }), { max: 10 })

type PhaseInput = ValuesOf<{ phase: typeof PHASES }>['phase']
type OnePhase = NonNullable<PhaseInput>[number]

/** The records that phases belong to. */
interface PhaseOwner {
  readonly customer: Customer
  readonly billingMode: 'classic' | 'flexible'
  /** The start of the first phase, in epoch seconds. */
  readonly start: number
}

/**
 * Returns the phases that parameters describe, each beginning where the one before ends.
 *
 * @throws 400 for prices, payment methods and discounts that cannot be used, and for a phase that ends before it
 * begins.
 */
export function phasesOf(
  context: PaymentsContext,
  { customer, billingMode, start: first }: PhaseOwner,
  phases: readonly OnePhase[],
): SchedulePhase[] {
  let start = first
  return phases.map((input, index) => {
    const at = (name: string): string => `phases[${index}][${name}]`
    const startDate = momentOf(context, input.start_date)
    if (index > 0 && startDate !== undefined && startDate !== start) {
      throw invalidRequest('The start date of a phase must be the end date of the phase before it.', {
        param: at('start_date'),
      })
    }
    const { account } = customer
    const items = newItemsOf(context, account, input.items, at('items'))
    const [item] = items
    if (item === undefined) throw invalidRequest('A phase must have at least one item.', { param: at('items') })
    const code = input.currency ?? customer.currency ?? item.price.currency
    checkPrices(
      items.map(({ price }) => price),
      { currency: code, billingMode },
    )
    const end = endOf(context, input, start, addPeriods(start, cadenceOf(item.price), 1))
    if (end <= start) {
      throw invalidRequest('The end date of a phase must be after its start date.', { param: at('end_date') })
    }
    const phase = phaseOf(context, customer, input, { start, end, items, currency: code, path: `phases[${index}]` })
    start = end
    return phase
  })
}

/** The members of a phase that {@link phasesOf} has checked. */
interface CheckedPhase extends Pick<SchedulePhase, 'start' | 'end' | 'currency'> {
  readonly items: ReturnType<typeof newItemsOf>
  /** The parameter of the phase, which errors name. */
  readonly path: string
}

function phaseOf(
  context: PaymentsContext,
  customer: Customer,
  input: OnePhase,
  { start, end, items, currency: code, path }: CheckedPhase,
): SchedulePhase {
  return {
    ...settingsOf(context, customer, input),
    start,
    end,
    items: items.map(({ price, quantity, discounts, metadata, taxRates, billingThresholds = null }) => ({
      billingThresholds,
      price: price.id,
      quantity: isMetered(price) ? null : (quantity ?? 1),
      discounts: discountsIn(discounts),
      metadata,
      taxRates,
    })),
    addInvoiceItems: extraItemsOf(context, customer.account, input.add_invoice_items).map((extra) => ({
      price: extra.price.id,
      quantity: extra.quantity,
      discountable: extra.discountable ?? true,
      discounts: discountsIn(extra.discounts),
      metadata: extra.metadata ?? {},
      period: extra.period ?? { start: null, end: null },
      taxRates: extra.taxRates,
    })),
    currency: code,
    defaultTaxRates:
      input.default_tax_rates === undefined
        ? null
        : taxRatesOf(context, customer.account, input.default_tax_rates, `${path}[default_tax_rates]`),
    discounts: discountsIn(input.discounts ?? []),
    metadata: mergeMetadata({}, input.metadata),
    prorationBehavior: input.proration_behavior ?? 'create_prorations',
    trialEnd: input.trial === true ? end : (momentOf(context, input.trial_end) ?? null),
  }
}

/**
 * Returns the end of a phase: its `end_date`, the end of its `duration`, or the end of one period of its first item.
 */
function endOf(
  context: PaymentsContext,
  { duration, end_date: end }: OnePhase,
  start: number,
  afterOnePeriod: number,
): number {
  if (end !== undefined && duration !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: end_date, duration.', { param: 'phases' })
  }
  if (duration === undefined) return momentOf(context, end) ?? afterOnePeriod
  return addPeriods(start, { interval: duration.interval, count: duration.interval_count ?? 1 }, 1)
}

/** Returns a moment in epoch seconds. */
export function momentOf(
  context: Pick<PaymentsContext, 'clock'>,
  moment: number | 'now' | undefined,
): number | undefined {
  return moment === 'now' ? now(context) : moment
}

function discountsIn(input: DiscountsInput): PhaseDiscount[] {
  return input.map(({ coupon = null, discount = null, promotion_code = null }) => ({
    coupon,
    discount,
    promotion_code,
  }))
}

/**
 * Returns the settings that parameters set.
 *
 * @throws 400 for a payment method of another customer.
 */
export function settingsOf(
  context: PaymentsContext,
  customer: Customer,
  input: ValuesOf<typeof SETTINGS>,
): ScheduleSettings {
  const { default_payment_method: method } = input
  if (typeof method === 'string') requireMethodOf(context, customer.account, customer.id, method)
  if (input.automatic_tax?.enabled === true) requireTaxLocation(customer)
  const { account_tax_ids: taxIds } = input.invoice_settings ?? {}
  accountTaxIdsOf(context, customer.account, taxIds ?? [], 'invoice_settings[account_tax_ids]')
  return {
    applicationFeePercent: input.application_fee_percent ?? null,
    automaticTax: input.automatic_tax?.enabled ?? null,
    billingCycleAnchor: input.billing_cycle_anchor ?? null,
    billingThresholds: billingThresholdsOf(input.billing_thresholds),
    collectionMethod: input.collection_method ?? null,
    defaultPaymentMethod: method ?? null,
    description: input.description ?? null,
    invoiceSettings: (input.invoice_settings as Opaque | undefined) ?? null, // a hash that was read
    onBehalfOf: input.on_behalf_of ?? null,
    transferData: transferDataOf(input.transfer_data ?? null),
  }
}
