import { json } from '#core/answer.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { invalidParameter, noSuch } from '#payments/errors.ts'
import { emit, emitChange } from '#payments/rules/events.ts'
import { customerBalanceTransactionJson, customerJson, taxIdJson } from '#payments/json/customers.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { ADDRESS, SHIPPING, addressOf, shippingOf } from '#payments/protocol/shared-params.ts'
import {
  anything,
  boolean,
  currency,
  email,
  hash,
  integer,
  isInRange,
  list,
  metadata,
  oneOf,
  range,
  required,
  text,
  unsettable,
  type ValuesOf,
} from '#payments/protocol/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerList, del, get, post } from './route.ts'
import { onTestClock } from '#payments/rules/billing/test-clocks/test-clock.ts'
import { adjustBalance } from '#payments/rules/customers/balance.ts'
import { cancelSubscriptionsOf } from '#payments/rules/billing/subscriptions/cancel.ts'
import { findCustomer, findLiveCustomer } from '#payments/rules/customers/find-customer.ts'
import { attachPaymentMethod, findPaymentMethod } from '#payments/rules/payment-methods/attach.ts'
import { addCustomer, updateCustomer } from '#payments/rules/customers/new-customer.ts'
import { addTaxId } from '#payments/rules/customers/tax-ids.ts'
import type { Customer } from '#payments/schema/customers.ts'
import { search, SEARCH_PARAMS } from '#payments/protocol/search.ts'

const FIELDS = {
  address: unsettable(hash(ADDRESS)),
  balance: integer(),
  business_name: unsettable(text({ max: 150 })),
  cash_balance: anything(),
  description: unsettable(text()),
  email: unsettable(email()),
  individual_name: unsettable(text({ max: 150 })),
  invoice_prefix: text({ max: 12 }),
  invoice_settings: hash({
    custom_fields: unsettable(
      list(hash({ name: required(text({ max: 40 })), value: required(text({ max: 140 })) }), { max: 4 }),
    ),
    default_payment_method: unsettable(text()),
    footer: unsettable(text()),
    rendering_options: unsettable(
      hash({ amount_tax_display: unsettable(oneOf('exclude_tax', 'include_inclusive_tax')), template: text() }),
    ),
  }),
  metadata: metadata(),
  name: unsettable(text({ max: 256 })),
  next_invoice_sequence: integer({ min: 1 }),
  phone: unsettable(text({ max: 20 })),
  preferred_locales: list(text()),
  shipping: unsettable(hash(SHIPPING)),
  source: text(),
  tax: anything(),
  validate: boolean(),
  tax_exempt: unsettable(oneOf('exempt', 'none', 'reverse')),
}

const TAX_ID_FIELDS = { type: required(text()), value: required(text()) }

const CREATION = {
  ...FIELDS,
  payment_method: text(),
  tax_id_data: list(hash(TAX_ID_FIELDS)),
  test_clock: text(),
}

const UPDATE = { ...FIELDS, default_source: text() }

const one = '/v1/customers/:customer'
const byPath = { param: 'customer', inPath: true }

const SEARCHED = { created: 'numeric', email: 'string', metadata: 'token', name: 'string', phone: 'string' } as const

/** Customers. https://docs.stripe.com/api/customers */
export const customersRoutes = [
  post('PostCustomers', '/v1/customers', CREATION, (call) => {
    const { input, account } = call
    const { test_clock: clock } = input
    const testClock =
      clock === undefined
        ? null
        : findRecord(call.rows.testClocks, account, 'test clock', clock, { param: 'test_clock' }).id
    const fields = { ...changesOf(call, account, null, input), balance: 0, testClock }
    const customer = addCustomer(onTestClock(call, testClock), account, fields)
    if (input.balance !== undefined && input.balance !== 0) adjustBalance(call, customer, input.balance)
    if (input.payment_method !== undefined) {
      const method = findPaymentMethod(call, account, input.payment_method, { param: 'payment_method' })
      attachPaymentMethod(call, method, customer.id)
    }
    for (const each of input.tax_id_data ?? []) addTaxId(call, customer, each)
    return answer(call, customerJson(call.rows.customers.require(customer.id)))
  }),
  get(
    'GetCustomers',
    '/v1/customers',
    { ...LIST_PARAMS, created: range(), email: text(), test_clock: text() },
    (call) => {
      const { created, email, test_clock: testClock } = call.input
      const { customers } = call.rows
      const where = (customer: Customer): boolean =>
        !customer.deleted &&
        isInRange(customer.created, created) &&
        (testClock === undefined || customer.testClock === testClock)
      const found =
        email === undefined
          ? newestFirst(customers, 'all', [call.account], where)
          : newestFirst(customers, 'email', [call.account, email], where)
      return answerList(call, found, 'customer', customerJson)
    },
  ),
  get('GetCustomersSearch', '/v1/customers/search', SEARCH_PARAMS, (call) => {
    const objects = (): readonly object[] =>
      [...call.rows.customers.scan('all', [call.account], { descending: true })]
        .filter(({ deleted }) => !deleted)
        .map(customerJson)
    return answer(call, search(objects, SEARCHED, call.input, call.path))
  }),
  get('GetCustomersCustomer', one, {}, (call) =>
    answer(call, customerJson(findCustomer(call, call.account, call.params.customer, byPath))),
  ),
  post('PostCustomersCustomer', one, UPDATE, (call) => {
    const { rows, account, input, params } = call
    const before = findLiveCustomer(call, account, params.customer, byPath)
    const { balance } = input
    updateCustomer(call, before.id, changesOf(call, account, before, input))
    if (balance !== undefined && balance !== before.balance) adjustBalance(call, before, balance - before.balance)
    const after = rows.customers.require(before.id)
    emitChange(call, account, 'customer.updated', customerJson(before), customerJson(after))
    return answer(call, customerJson(after))
  }),
  del('DeleteCustomersCustomer', one, {}, (call) => {
    const customer = findLiveCustomer(call, call.account, call.params.customer, byPath)
    const before = customerJson(customer)
    cancelSubscriptionsOf(call, customer)
    updateCustomer(call, customer.id, { deleted: true })
    emit(call, call.account, 'customer.deleted', before)
    return json({ id: customer.id, object: 'customer', deleted: true })
  }),
  post('PostCustomersCustomerTaxIds', `${one}/tax_ids`, TAX_ID_FIELDS, (call) => {
    const customer = findLiveCustomer(call, call.account, call.params.customer, byPath)
    return answer(call, taxIdJson(addTaxId(call, customer, call.input)))
  }),
  get('GetCustomersCustomerTaxIds', `${one}/tax_ids`, LIST_PARAMS, (call) => {
    const { id } = findLiveCustomer(call, call.account, call.params.customer, byPath)
    return answerList(call, newestFirst(call.rows.taxIds, 'customer', [id]), 'tax_id', taxIdJson)
  }),
  get('GetCustomersCustomerTaxIdsId', `${one}/tax_ids/:id`, {}, (call) =>
    answer(call, taxIdJson(findTaxIdOf(call, call.account, call.params))),
  ),
  del('DeleteCustomersCustomerTaxIdsId', `${one}/tax_ids/:id`, {}, (call) => {
    const taxId = findTaxIdOf(call, call.account, call.params)
    call.rows.taxIds.delete(taxId.id)
    emit(call, call.account, 'customer.tax_id.deleted', taxIdJson(taxId))
    return json({ id: taxId.id, object: 'tax_id', deleted: true })
  }),
  post(
    'PostCustomersCustomerBalanceTransactions',
    `${one}/balance_transactions`,
    {
      amount: required(integer()),
      currency: required(currency()),
      description: unsettable(text({ max: 350 })),
      metadata: metadata(),
    },
    (call) => {
      const customer = findLiveCustomer(call, call.account, call.params.customer, byPath)
      const { amount, currency, description = null, metadata } = call.input
      const before = customerJson(customer)
      const transaction = adjustBalance(call, customer, amount, {
        currency,
        description,
        metadata: mergeMetadata({}, metadata),
      })
      const after = customerJson(call.rows.customers.require(customer.id))
      emitChange(call, call.account, 'customer.updated', before, after)
      return answer(call, customerBalanceTransactionJson(transaction))
    },
  ),
  get(
    'GetCustomersCustomerBalanceTransactions',
    `${one}/balance_transactions`,
    { ...LIST_PARAMS, created: range(), invoice: text() },
    (call) => {
      const { id } = findLiveCustomer(call, call.account, call.params.customer, byPath)
      const { created, invoice } = call.input
      const found = newestFirst(
        call.rows.customerBalanceTransactions,
        'customer',
        [id],
        (row) => isInRange(row.created, created) && (invoice === undefined || row.invoice === invoice),
      )
      return answerList(call, found, 'customer balance transaction', customerBalanceTransactionJson)
    },
  ),
  get('GetCustomersCustomerBalanceTransactionsTransaction', `${one}/balance_transactions/:transaction`, {}, (call) =>
    answer(call, customerBalanceTransactionJson(findBalanceTransactionOf(call, call.account, call.params))),
  ),
  post(
    'PostCustomersCustomerBalanceTransactionsTransaction',
    `${one}/balance_transactions/:transaction`,
    { description: unsettable(text({ max: 350 })), metadata: metadata() },
    (call) => {
      const before = findBalanceTransactionOf(call, call.account, call.params)
      const { description = before.description, metadata } = call.input
      const after = call.rows.customerBalanceTransactions.update(before.id, {
        description,
        metadata: mergeMetadata(before.metadata, metadata),
      })
      return answer(call, customerBalanceTransactionJson(after))
    },
  ),
]

type CustomerInput = Partial<ValuesOf<typeof CREATION> & ValuesOf<typeof UPDATE>>

/** Returns the fields of a customer that a request sets. */
function changesOf(
  context: PaymentsContext,
  account: string,
  before: Customer | null,
  input: CustomerInput,
): Partial<Omit<Customer, 'id' | 'account' | 'seq' | 'deleted'>> {
  checkMethods(context, account, before, input)
  const { name, business_name, individual_name, email, phone, description, address, shipping } = input
  const {
    invoice_prefix: prefix,
    next_invoice_sequence: next,
    preferred_locales: locales,
    tax_exempt: taxExempt,
  } = input
  if (prefix !== undefined && !/^[A-Z0-9]{3,12}$/.test(prefix)) {
    throw invalidParameter('invoice_prefix', 'Invoice prefix must be 3–12 uppercase letters or numbers.')
  }
  return {
    ...(name === undefined ? {} : { name }),
    ...(business_name === undefined ? {} : { businessName: business_name }),
    ...(individual_name === undefined ? {} : { individualName: individual_name }),
    ...(email === undefined ? {} : { email }),
    ...(phone === undefined ? {} : { phone }),
    ...(description === undefined ? {} : { description }),
    ...(address === undefined ? {} : { address: address === null ? null : addressOf(address) }),
    ...(shipping === undefined ? {} : { shipping: shipping === null ? null : shippingOf(shipping) }),
    ...(prefix === undefined ? {} : { invoicePrefix: prefix }),
    ...(next === undefined ? {} : { nextInvoiceSequence: next }),
    ...(locales === undefined ? {} : { preferredLocales: locales }),
    ...(taxExempt === undefined ? {} : { taxExempt: taxExempt ?? 'none' }),
    ...invoiceSettingsOf(before, input),
    metadata: mergeMetadata(before?.metadata ?? {}, input.metadata),
  }
}

/** @throws 400 for a default payment method that is not the customer's, and for a legacy source. */
function checkMethods(context: PaymentsContext, account: string, before: Customer | null, input: CustomerInput): void {
  const { invoice_settings: settings, source, default_source: defaultSource, payment_method: added } = input
  if (source !== undefined || defaultSource !== undefined) {
    throw invalidParameter(
      source === undefined ? 'default_source' : 'source',
      'backlot has no sources: create a payment method (card[token] takes a token) and attach it to the customer.',
    )
  }
  const id = settings?.default_payment_method
  if (id === undefined || id === null || id === added) return
  const method = context.rows.paymentMethods.get(id)
  if (method === undefined || method.account !== account || method.customer !== before?.id) {
    throw invalidParameter(
      'invoice_settings[default_payment_method]',
      `No such PaymentMethod: '${id}'; It's possible this PaymentMethod exists on one of your connected accounts, or is not attached to this customer.`,
      'resource_missing',
    )
  }
}

function invoiceSettingsOf(before: Customer | null, { invoice_settings: input }: CustomerInput): Partial<Customer> {
  if (input === undefined) return {}
  const empty = { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null }
  const settings = before?.invoiceSettings ?? empty
  const { custom_fields, default_payment_method, footer, rendering_options: rendering } = input
  return {
    invoiceSettings: {
      custom_fields: custom_fields === undefined ? settings.custom_fields : custom_fields,
      default_payment_method:
        default_payment_method === undefined ? settings.default_payment_method : default_payment_method,
      footer: footer === undefined ? settings.footer : footer,
      rendering_options:
        rendering === undefined
          ? settings.rendering_options
          : rendering === null
            ? null
            : { amount_tax_display: rendering.amount_tax_display ?? null, template: rendering.template ?? null },
    },
  }
}

function findTaxIdOf(
  context: PaymentsContext,
  account: string,
  { customer, id }: { readonly customer: string; readonly id: string },
) {
  findLiveCustomer(context, account, customer, byPath)
  const taxId = findRecord(context.rows.taxIds, account, 'tax_id', id, { param: 'id', inPath: true })
  if (taxId.customer !== customer) throw noSuch('tax_id', id, 'id', 404)
  return taxId
}

function findBalanceTransactionOf(
  context: PaymentsContext,
  account: string,
  { customer, transaction: id }: { readonly customer: string; readonly transaction: string },
) {
  const source = { param: 'transaction', inPath: true }
  findLiveCustomer(context, account, customer, byPath)
  const transaction = findRecord(
    context.rows.customerBalanceTransactions,
    account,
    'customer balance transaction',
    id,
    source,
  )
  if (transaction.customer !== customer) throw noSuch('customer balance transaction', id, 'transaction', 404)
  return transaction
}
