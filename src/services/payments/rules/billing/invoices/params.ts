import type { PaymentsContext } from '#payments/call.ts'
import { defined, given } from '#core/objects.ts'
import { invalidParameter, invalidRequest } from '#payments/errors.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import {
  boolean,
  hash,
  integer,
  list,
  metadata,
  oneOf,
  required,
  statementDescriptor,
  text,
  timestamp,
  unsettable,
  unsupported,
  type ValuesOf,
} from '#payments/protocol/params.ts'
import { findSource } from '../../customers/sources.ts'
import { findRecord } from '../../records.ts'
import type { Invoice } from '#payments/schema/billing/invoices.ts'
import { ADDRESS, addressOf } from '#payments/protocol/shared-params.ts'
import { accountTaxIdsOf } from '../../customers/tax-ids.ts'
import { DISCOUNTS, discountsOf, type Purchase } from '../discounts/discounts.ts'
import { PAYMENT_SETTINGS, type InvoiceInput } from './draft.ts'
import { TAX_RATES, taxRatesOf } from '../subscriptions/item-params.ts'
import { addShippingRate, SHIPPING_RATE_INPUT } from '../prices/new-shipping-rate.ts'
import { INVOICE_METHOD_OPTIONS } from './payment-options.ts'
import { AUTOMATIC_TAX, COLLECTION_METHOD, CUSTOM_FIELDS, OWN_ACCOUNT } from '../subscriptions/field-params.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '../../seconds.ts'

/** The parameters that new and changed invoices share. */
export const INVOICE_FIELDS = {
  account_tax_ids: unsettable(list(text())),
  application_fee_amount: integer({ min: 0 }),
  auto_advance: boolean(),
  automatic_tax: AUTOMATIC_TAX,
  automatically_finalizes_at: timestamp(),
  collection_method: COLLECTION_METHOD,
  custom_fields: CUSTOM_FIELDS,
  days_until_due: integer({ min: 0 }),
  default_payment_method: unsettable(text()),
  default_source: unsettable(text()),
  default_tax_rates: TAX_RATES,
  description: text({ max: 1500 }),
  discounts: DISCOUNTS,
  due_date: timestamp(),
  effective_at: unsettable(timestamp()),
  footer: text(),
  issuer: OWN_ACCOUNT,
  metadata: metadata(),
  number: unsettable(text({ max: 26 })),
  on_behalf_of: unsettable(text()),
  payment_settings: hash({
    default_mandate: unsettable(text()),
    payment_method_options: INVOICE_METHOD_OPTIONS,
    payment_method_types: unsettable(list(text())),
  }),
  rendering: hash({
    amount_tax_display: unsettable(oneOf('exclude_tax', 'include_inclusive_tax')),
    pdf: hash({ page_size: oneOf('a4', 'auto', 'letter') }),
    template: unsupported(),
    template_version: unsupported(),
  }),
  shipping_cost: unsettable(hash({ shipping_rate: text(), shipping_rate_data: hash(SHIPPING_RATE_INPUT) })),
  shipping_details: unsettable(
    hash({ address: required(hash(ADDRESS)), name: required(text()), phone: unsettable(text()) }),
  ),
  statement_descriptor: statementDescriptor(),
  transfer_data: unsettable(hash({ amount: integer({ min: 0 }), destination: required(text()) })),
}

/**
 * @throws 400 for a due date of an invoice that is charged automatically, and for a new invoice that is sent without
 * one.
 */
function checkDue(
  collection: Invoice['collectionMethod'],
  input: Pick<ValuesOf<typeof INVOICE_FIELDS>, 'days_until_due' | 'due_date'>,
  isNew: boolean,
): void {
  if (collection === 'charge_automatically' && (input.due_date !== undefined || input.days_until_due !== undefined)) {
    throw invalidRequest(
      "You can only specify 'due_date' or 'days_until_due' if invoice collection method is 'send_invoice'.",
    )
  }
  if (isNew && collection === 'send_invoice' && input.due_date === undefined && input.days_until_due === undefined) {
    throw invalidRequest(
      "If invoice collection method is 'send_invoice', you must specify 'due_date' or 'days_until_due'.",
    )
  }
}

/** @throws 400 for a number that another invoice of the account has. */
function requireNewNumber(
  { rows }: PaymentsContext,
  account: string,
  number: string | null | undefined,
  before: Invoice | null,
): void {
  if (typeof number !== 'string') return
  const other = rows.invoices.find('number', account, number)
  if (other === undefined || other.id === before?.id) return
  throw invalidParameter('number', `The invoice number ${number} is already in use by another invoice.`)
}

/**
 * Returns the fields that parameters set. `purchase` is what the invoice asks for.
 *
 * @throws 400 for records that do not exist, and for settings that do not belong together.
 */
export function invoiceFieldsOf(
  context: PaymentsContext,
  customer: string,
  account: string,
  input: ValuesOf<typeof INVOICE_FIELDS>,
  before: Invoice | null,
  purchase: Purchase,
): Partial<InvoiceInput> {
  const collection = input.collection_method ?? before?.collectionMethod ?? 'charge_automatically'
  checkDue(collection, input, before === null)
  if (typeof input.default_source === 'string') {
    findSource(context, customer, input.default_source, { param: 'default_source' })
  }
  if (typeof input.default_payment_method === 'string') {
    findRecord(context.rows.paymentMethods, account, 'PaymentMethod', input.default_payment_method, {
      param: 'default_payment_method',
    })
  }
  requireNewNumber(context, account, input.number, before)
  const { default_tax_rates: taxRates, discounts, payment_settings: payment } = input
  const owner = { customer, invoice: before?.id ?? 'new' }
  return defined({
    ...datesOf(context, input, before),
    accountTaxIds: given(input.account_tax_ids, (ids) => ownTaxIdsOf(context, account, ids)),
    applicationFeeAmount: input.application_fee_amount,
    automaticTax: input.automatic_tax?.enabled,
    collectionMethod: collection,
    customFields: input.custom_fields,
    defaultPaymentMethod: input.default_payment_method,
    defaultSource: input.default_source,
    defaultTaxRates: given(taxRates, (ids) => taxRatesOf(context, account, ids, 'default_tax_rates')),
    description: input.description,
    discounts: given(discounts, (list) => discountsOf(context, account, list ?? [], owner, purchase)),
    footer: input.footer,
    metadata: mergeMetadata(before?.metadata ?? {}, input.metadata),
    number: input.number,
    onBehalfOf: input.on_behalf_of,
    paymentSettings: given(payment, (changes) =>
      paymentSettingsOf(before?.paymentSettings ?? PAYMENT_SETTINGS, changes),
    ),
    rendering: given(input.rendering, renderingOf),
    shippingCost: given(input.shipping_cost, (cost) => shippingCostOf(context, account, cost)),
    shippingDetails: given(input.shipping_details, shippingDetailsOf),
    statementDescriptor: input.statement_descriptor,
    transferData: given(input.transfer_data, transferDataOf),
  })
}

/** Returns when an invoice advances, becomes due and takes effect; undefined for what the parameters leave. */
function datesOf({ clock }: PaymentsContext, input: Fields, before: Invoice | null) {
  const { automatically_finalizes_at: finalizes, days_until_due: days } = input
  const now = Math.floor(clock.now() / 1000)
  const autoAdvance = input.auto_advance ?? before?.autoAdvance ?? false
  const isDraft = before === null || before.status === 'draft'
  const asks = input.auto_advance !== undefined || finalizes !== undefined
  return {
    autoAdvance,
    daysUntilDue: days,
    dueDate: input.due_date ?? given(days, (count) => now + count * DAY_SECONDS),
    effectiveAt: input.effective_at,
    finalizesAt: asks ? (autoAdvance && isDraft ? (finalizes ?? now + HOUR_SECONDS) : null) : undefined,
  }
}

type Fields = ValuesOf<typeof INVOICE_FIELDS>

function renderingOf({ amount_tax_display = null, pdf }: NonNullable<Fields['rendering']>): Invoice['rendering'] {
  return { amount_tax_display, pdf: { page_size: pdf?.page_size ?? 'auto' }, template: null, template_version: null }
}

function shippingDetailsOf(input: NonNullable<Fields['shipping_details']> | null): Invoice['shippingDetails'] {
  if (input === null) return null
  return { address: addressOf(input.address), name: input.name, phone: input.phone ?? null }
}

function transferDataOf(input: NonNullable<Fields['transfer_data']> | null): Invoice['transferData'] {
  if (input === null) return null
  const { amount, destination } = input
  return { ...(amount === undefined ? {} : { amount }), destination }
}

/** Returns the tax ids of the account that an invoice shows; null for none. */
function ownTaxIdsOf(
  context: PaymentsContext,
  account: string,
  ids: readonly string[] | null,
): readonly string[] | null {
  return ids === null || ids.length === 0 ? null : accountTaxIdsOf(context, account, ids, 'account_tax_ids')
}

function paymentSettingsOf(
  before: Invoice['paymentSettings'],
  {
    default_mandate = before.default_mandate,
    payment_method_options = before.payment_method_options,
    payment_method_types = before.payment_method_types,
  }: NonNullable<ValuesOf<typeof INVOICE_FIELDS>['payment_settings']>,
): Invoice['paymentSettings'] {
  return { default_mandate, payment_method_options, payment_method_types }
}

/** Returns the shipping that a parameter names or describes. */
function shippingCostOf(
  context: PaymentsContext,
  account: string,
  input: ValuesOf<typeof INVOICE_FIELDS>['shipping_cost'],
): Invoice['shippingCost'] {
  const { shipping_rate: id, shipping_rate_data: data } = input ?? {}
  if (id === undefined && data === undefined) return null
  const rate =
    id === undefined && data !== undefined
      ? addShippingRate(context, account, data, 'shipping_cost[shipping_rate_data]')
      : findRecord(context.rows.shippingRates, account, 'shipping rate', id ?? '', {
          param: 'shipping_cost[shipping_rate]',
        })
  return { shippingRate: rate.id, amount: rate.amount, taxes: [] }
}
