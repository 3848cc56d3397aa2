import { json } from '../../../../core/answer.ts'
import type { PaymentsContext } from '../../call.ts'
import { answerFailure, invalidRequest } from '../../errors.ts'
import { invoiceJson, invoiceLineJson, invoicePaymentJson } from '../../json/billing/invoices.ts'
import { LIST_PARAMS, listOf, newestFirst } from '../../list.ts'
import { mergeMetadata } from '../../metadata.ts'
import {
  anything,
  boolean,
  currency,
  hash,
  integer,
  isInRange,
  list,
  metadata,
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
import { DISCOUNTS, discountsOf } from '../../rules/billing/discounts.ts'
import {
  collectInvoice,
  finalizeInvoice,
  markUncollectible,
  payInvoice,
  sendInvoice,
  voidInvoice,
} from '../../rules/billing/invoice-collection.ts'
import {
  addInvoice,
  addInvoiceItem,
  changeInvoice,
  deleteDraft,
  PAYMENT_SETTINGS,
  pendingItems,
  requireDraft,
  scheduleFinalization,
  type InvoiceInput,
} from '../../rules/billing/invoice-draft.ts'
import { cancelInvoiceIntent } from '../../rules/billing/invoice-intent.ts'
import { INVOICE_ITEM, invoiceItemOf, type InvoiceItemParams } from '../../rules/billing/invoice-item-params.ts'
import { TAX_RATES, taxRatesOf } from '../../rules/billing/item-params.ts'
import { lineOfItem } from '../../rules/billing/lines.ts'
import { invoiceMembers } from '../../rules/billing/new-subscription.ts'
import { onTestClock } from '../../rules/billing/test-clock.ts'
import { findLiveCustomer } from '../../rules/customers/find-customer.ts'
import type { Invoice } from '../../schema/billing/invoices.ts'
import { ADDRESS, addressOf } from '../../shared-params.ts'
import { search, SEARCH_PARAMS } from '../../search.ts'

const FIELDS = {
  account_tax_ids: unsettable(list(text())),
  application_fee_amount: integer({ min: 0 }),
  auto_advance: boolean(),
  automatic_tax: hash({ enabled: required(boolean()), liability: anything() }),
  automatically_finalizes_at: timestamp(),
  collection_method: oneOf('charge_automatically', 'send_invoice'),
  custom_fields: unsettable(
    list(hash({ name: required(text({ max: 40 })), value: required(text({ max: 140 })) }), { max: 4 }),
  ),
  days_until_due: integer({ min: 0 }),
  default_payment_method: unsettable(text()),
  default_source: unsettable(text()),
  default_tax_rates: TAX_RATES,
  description: text({ max: 1500 }),
  discounts: DISCOUNTS,
  due_date: timestamp(),
  effective_at: unsettable(timestamp()),
  footer: text(),
  issuer: anything(),
  metadata: metadata(),
  number: unsettable(text({ max: 26 })),
  on_behalf_of: unsettable(text()),
  payment_settings: hash({
    default_mandate: unsettable(text()),
    payment_method_options: unsettable(anything()),
    payment_method_types: unsettable(list(text())),
  }),
  rendering: hash({
    amount_tax_display: unsettable(oneOf('exclude_tax', 'include_inclusive_tax')),
    pdf: hash({ page_size: oneOf('a4', 'auto', 'letter') }),
    template: text(),
    template_version: unsettable(integer()),
  }),
  shipping_cost: unsettable(hash({ shipping_rate: text() })),
  shipping_details: unsettable(
    hash({ address: required(hash(ADDRESS)), name: required(text()), phone: unsettable(text()) }),
  ),
  statement_descriptor: text({ max: 22 }),
  transfer_data: unsettable(hash({ amount: integer({ min: 0 }), destination: required(text()) })),
}

const CREATION = {
  ...FIELDS,
  currency: currency(),
  customer: text(),
  from_invoice: hash({ action: required(oneOf('revision')), invoice: required(text()) }),
  pending_invoice_items_behavior: oneOf('exclude', 'include'),
  subscription: text(),
}

const LIST = {
  ...LIST_PARAMS,
  collection_method: FIELDS.collection_method,
  created: range(),
  customer: text(),
  due_date: range(),
  status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void'),
  subscription: text(),
}

const SEARCHED = {
  created: 'numeric',
  currency: 'token',
  customer: 'token',
  metadata: 'token',
  number: 'string',
  receipt_number: 'string',
  status: 'token',
  subscription: 'token',
  total: 'numeric',
} as const

const one = '/v1/invoices/:invoice'
const byPath = { param: 'invoice', inPath: true }

/** Invoices. https://docs.stripe.com/api/invoices */
export const invoicesRoutes = [
  post('PostInvoices', '/v1/invoices', CREATION, (call) => {
    const { rows, account, input } = call
    const from =
      input.from_invoice === undefined
        ? undefined
        : findRecord(rows.invoices, account, 'invoice', input.from_invoice.invoice, { param: 'from_invoice[invoice]' })
    const id = input.customer ?? from?.customer
    if (id === undefined)
      throw invalidRequest('Missing required param: customer.', { code: 'parameter_missing', param: 'customer' })
    const customer = findLiveCustomer(call, account, id, { param: 'customer' })
    const context = onTestClock(call, customer.testClock)
    const subscription =
      input.subscription === undefined
        ? undefined
        : findRecord(rows.subscriptions, account, 'subscription', input.subscription, { param: 'subscription' })
    const code =
      input.currency ??
      from?.currency ??
      subscription?.currency ??
      customer.currency ??
      rows.accounts.get(account)?.defaultCurrency ??
      'usd'
    const includes = input.pending_invoice_items_behavior === 'include' || subscription !== undefined
    const items = includes
      ? pendingItems(context, customer.id, { currency: code, subscription: subscription?.id ?? null })
      : []
    if (subscription !== undefined && items.length === 0) {
      throw invalidRequest('Nothing to invoice for subscription', {
        code: 'invoice_no_subscription_line_items',
        param: 'subscription',
      })
    }
    const invoice = addInvoice(context, customer, {
      ...(subscription === undefined ? {} : invoiceMembers(subscription)),
      ...fieldsOf(context, customer.id, account, input, null),
      billingReason: 'manual',
      currency: code,
      fromInvoice: from?.id ?? null,
      lines: from === undefined ? items.map((item) => lineOfItem(context, item)) : from.lines,
    })
    return answer(call, invoiceJson(call, invoice))
  }),
  get('GetInvoices', '/v1/invoices', LIST, (call) => {
    const { rows, account, input } = call
    const { customer, subscription } = input
    const where = (invoice: Invoice): boolean =>
      invoice.account === account &&
      isInRange(invoice.created, input.created) &&
      (input.due_date === undefined || (invoice.dueDate !== null && isInRange(invoice.dueDate, input.due_date))) &&
      (input.collection_method === undefined || invoice.collectionMethod === input.collection_method) &&
      (input.status === undefined || invoice.status === input.status) &&
      (subscription === undefined || invoice.subscription === subscription) &&
      (customer === undefined || invoice.customer === customer)
    const found =
      subscription !== undefined
        ? newestFirst(rows.invoices, 'subscription', [subscription], where)
        : customer !== undefined
          ? newestFirst(rows.invoices, 'customer', [customer], where)
          : newestFirst(rows.invoices, 'all', [account], where)
    return answerList(call, found, 'invoice', (invoice) => invoiceJson(call, invoice))
  }),
  get('GetInvoicesSearch', '/v1/invoices/search', SEARCH_PARAMS, (call) => {
    const objects = () =>
      [...call.rows.invoices.scan('all', [call.account], { descending: true })].map((invoice) => ({
        ...invoiceJson(call, invoice),
        subscription: invoice.subscription,
      }))
    const result = search(objects, SEARCHED, call.input, call.path)
    return answer(call, {
      ...result,
      data: result.data.map((found) => {
        const { subscription: _subscription, ...invoice } = found as { subscription: string | null } // added above, to be searched
        return invoice
      }),
    })
  }),
  get('GetInvoicesInvoice', one, {}, (call) =>
    answer(call, invoiceJson(call, find(call, call.account, call.params.invoice))),
  ),
  post('PostInvoicesInvoice', one, FIELDS, (call) => {
    const { account, input } = call
    const before = find(call, account, call.params.invoice)
    const context = onTestClock(call, before.testClock)
    if (
      before.status !== 'draft' &&
      Object.keys(input).some(
        (name) => !['metadata', 'auto_advance', 'default_payment_method', 'expand'].includes(name),
      )
    ) {
      requireDraft(before)
    }
    const changes = fieldsOf(context, before.customer, account, input, before)
    const after = changeInvoice(context, before.id, changes)
    if (after.status === 'draft' && after.finalizesAt !== before.finalizesAt) scheduleFinalization(context, after)
    return answer(call, invoiceJson(call, after))
  }),
  del('DeleteInvoicesInvoice', one, {}, (call) => {
    const invoice = find(call, call.account, call.params.invoice)
    deleteDraft(onTestClock(call, invoice.testClock), invoice)
    return json({ id: invoice.id, object: 'invoice', deleted: true })
  }),
  post('PostInvoicesInvoiceFinalize', `${one}/finalize`, { auto_advance: boolean() }, (call) => {
    const before = find(call, call.account, call.params.invoice)
    const context = onTestClock(call, before.testClock)
    const { auto_advance: advances } = call.input
    const finalized = finalizeInvoice(context, before.id)
    if (advances !== undefined && finalized.status === 'open')
      changeInvoice(context, before.id, { autoAdvance: advances })
    const after = call.rows.invoices.require(before.id)
    if (after.status === 'open' && after.autoAdvance) {
      if (after.collectionMethod === 'send_invoice') sendInvoice(context, after.id)
      else context.schedule(3_600_000, 'collectInvoice', planned(context, after.id))
    }
    return answer(call, invoiceJson(call, call.rows.invoices.require(before.id)))
  }),
  post(
    'PostInvoicesInvoicePay',
    `${one}/pay`,
    {
      forgive: boolean(),
      mandate: unsettable(text()),
      off_session: boolean(),
      paid_out_of_band: boolean(),
      payment_method: text(),
      source: text(),
    },
    (call) => {
      const { input } = call
      const before = find(call, call.account, call.params.invoice)
      const context = onTestClock(call, before.testClock)
      if (before.status === 'paid') throw invalidRequest('Invoice is already paid')
      if (before.status === 'void') throw invalidRequest('This invoice is void and cannot be paid.')
      const invoice = before.status === 'draft' ? finalizeInvoice(context, before.id) : before
      if (invoice.status === 'paid') return answer(call, invoiceJson(call, invoice))
      if (input.paid_out_of_band === true) {
        cancelInvoiceIntent(context, invoice, 'abandoned')
        return answer(
          call,
          invoiceJson(call, payInvoice(context, invoice.id, { amount: invoice.amountDue, paymentMethod: null })),
        )
      }
      const { failure } = collectInvoice(context, invoice.id, {
        paymentMethod: input.payment_method ?? input.source,
        offSession: input.off_session ?? true,
      })
      if (failure !== null) return answerFailure(failure, call)
      return answer(call, invoiceJson(call, call.rows.invoices.require(invoice.id)))
    },
  ),
  post('PostInvoicesInvoiceSend', `${one}/send`, {}, (call) => {
    const before = find(call, call.account, call.params.invoice)
    const context = onTestClock(call, before.testClock)
    if (before.status === 'draft') finalizeInvoice(context, before.id)
    return answer(call, invoiceJson(call, sendInvoice(context, before.id)))
  }),
  post('PostInvoicesInvoiceVoid', `${one}/void`, {}, (call) => {
    const before = find(call, call.account, call.params.invoice)
    return answer(call, invoiceJson(call, voidInvoice(onTestClock(call, before.testClock), before.id)))
  }),
  post('PostInvoicesInvoiceMarkUncollectible', `${one}/mark_uncollectible`, {}, (call) => {
    const before = find(call, call.account, call.params.invoice)
    return answer(call, invoiceJson(call, markUncollectible(onTestClock(call, before.testClock), before.id)))
  }),
  get('GetInvoicesInvoiceLines', `${one}/lines`, LIST_PARAMS, (call) => {
    const invoice = find(call, call.account, call.params.invoice)
    return answerList(call, listOf(invoice.lines), 'line_item', (line) => invoiceLineJson(invoice, line))
  }),
  post(
    'PostInvoicesInvoiceAddLines',
    `${one}/add_lines`,
    {
      invoice_metadata: metadata(),
      lines: required(list(hash({ ...INVOICE_ITEM, invoice_item: text(), tax_amounts: anything() }))),
    },
    (call) => {
      const before = find(call, call.account, call.params.invoice)
      const context = onTestClock(call, before.testClock)
      requireDraft(before)
      const customer = call.rows.customers.require(before.customer)
      for (const [index, line] of call.input.lines.entries()) {
        if (line.invoice_item === undefined) {
          const members = invoiceItemOf(context, customer, line, before.currency, `lines[${index}]`)
          addInvoiceItem(context, customer, { ...members, invoice: before.id, subscription: before.subscription })
        } else takeItem(context, before.id, line.invoice_item, `lines[${index}][invoice_item]`)
      }
      return answer(call, invoiceJson(call, withMetadata(context, before.id, call.input.invoice_metadata)))
    },
  ),
  post(
    'PostInvoicesInvoiceRemoveLines',
    `${one}/remove_lines`,
    {
      invoice_metadata: metadata(),
      lines: required(list(hash({ behavior: required(oneOf('delete', 'unassign')), id: required(text()) }))),
    },
    (call) => {
      const before = find(call, call.account, call.params.invoice)
      const context = onTestClock(call, before.testClock)
      requireDraft(before)
      const removed = call.input.lines.map(({ id, behavior }) => ({ line: lineOf(before, id), behavior }))
      for (const { line, behavior } of removed) {
        if (line.invoiceItem === null)
          throw invalidRequest('Only lines of invoice items can be removed.', { param: 'lines' })
        if (behavior === 'delete') call.rows.invoiceItems.delete(line.invoiceItem)
        else call.rows.invoiceItems.update(line.invoiceItem, { invoice: null })
      }
      changeInvoice(context, before.id, {
        lines: before.lines.filter(({ id }) => !removed.some(({ line }) => line.id === id)),
      })
      return answer(call, invoiceJson(call, withMetadata(context, before.id, call.input.invoice_metadata)))
    },
  ),
  post(
    'PostInvoicesInvoiceUpdateLines',
    `${one}/update_lines`,
    {
      invoice_metadata: metadata(),
      lines: required(list(hash({ ...INVOICE_ITEM, id: required(text()), tax_amounts: anything() }))),
    },
    (call) => {
      const before = find(call, call.account, call.params.invoice)
      const context = onTestClock(call, before.testClock)
      for (const [index, line] of call.input.lines.entries())
        changeLine(context, before.id, line.id, line, `lines[${index}]`)
      return answer(call, invoiceJson(call, withMetadata(context, before.id, call.input.invoice_metadata)))
    },
  ),
  post(
    'PostInvoicesInvoiceLinesLineItemId',
    `${one}/lines/:line_item_id`,
    { ...INVOICE_ITEM, tax_amounts: anything() },
    (call) => {
      const before = find(call, call.account, call.params.invoice)
      const context = onTestClock(call, before.testClock)
      const after = changeLine(context, before.id, call.params.line_item_id, call.input, '')
      return answer(call, invoiceLineJson(after, lineOf(after, call.params.line_item_id)))
    },
  ),
  get(
    'GetInvoicePayments',
    '/v1/invoice_payments',
    {
      ...LIST_PARAMS,
      created: range(),
      invoice: text(),
      payment: hash({ payment_intent: text(), payment_record: text(), type: required(text()) }),
      status: oneOf('canceled', 'open', 'paid'),
    },
    (call) => {
      const { created, invoice, payment, status } = call.input
      const found = newestFirst(
        call.rows.invoicePayments,
        'all',
        [call.account],
        (each) =>
          isInRange(each.created, created) &&
          (invoice === undefined || each.invoice === invoice) &&
          (payment?.payment_intent === undefined || each.paymentIntent === payment.payment_intent) &&
          (status === undefined || each.status === status),
      )
      return answerList(call, found, 'invoice_payment', invoicePaymentJson)
    },
  ),
  get('GetInvoicePaymentsInvoicePayment', '/v1/invoice_payments/:invoice_payment', {}, (call) => {
    const source = { param: 'invoice_payment', inPath: true }
    const payment = findRecord(
      call.rows.invoicePayments,
      call.account,
      'invoice_payment',
      call.params.invoice_payment,
      source,
    )
    return answer(call, invoicePaymentJson(payment))
  }),
]

function find({ rows }: Pick<PaymentsContext, 'rows'>, account: string, id: string): Invoice {
  return findRecord(rows.invoices, account, 'invoice', id, byPath)
}

function lineOf({ lines }: Invoice, id: string) {
  const line = lines.find((each) => each.id === id)
  if (line === undefined)
    throw invalidRequest(`No such invoice line item: '${id}'`, { code: 'resource_missing', param: 'line_item_id' })
  return line
}

/** Plans the first attempt to collect an invoice that has been finalized by hand: an hour later. */
function planned(context: PaymentsContext, id: string) {
  const at = Math.floor(context.clock.now() / 1000) + 3600
  changeInvoice(context, id, { nextPaymentAttempt: at })
  return { id, at }
}

function takeItem(context: PaymentsContext, invoiceId: string, itemId: string, param: string): void {
  const invoice = context.rows.invoices.require(invoiceId)
  const item = findRecord(context.rows.invoiceItems, invoice.account, 'invoiceitem', itemId, { param })
  if (item.invoice !== null || item.customer !== invoice.customer) {
    throw invalidRequest('The invoice item is of another invoice or another customer.', { param })
  }
  const taken = context.rows.invoiceItems.update(item.id, { invoice: invoiceId })
  changeInvoice(context, invoiceId, { lines: [...invoice.lines, lineOfItem(context, taken)] })
}

function withMetadata(context: PaymentsContext, id: string, changes: ValuesOf<typeof FIELDS>['metadata']): Invoice {
  const invoice = context.rows.invoices.require(id)
  return changes === undefined
    ? invoice
    : changeInvoice(context, id, { metadata: mergeMetadata(invoice.metadata, changes) })
}

/** Changes a line of a draft. Throws 400 for a line that does not exist, and for an invoice that is no draft. */
function changeLine(
  context: PaymentsContext,
  invoiceId: string,
  lineId: string,
  input: InvoiceItemParams,
  path: string,
): Invoice {
  const invoice = context.rows.invoices.require(invoiceId)
  requireDraft(invoice)
  const line = lineOf(invoice, lineId)
  const customer = context.rows.customers.require(invoice.customer)
  const changesAmount = ['amount', 'price', 'price_data', 'pricing', 'quantity', 'quantity_decimal'].some(
    (name) => name in input,
  )
  const unit = input.amount === undefined && input.pricing === undefined && input.price_data === undefined
  const members = invoiceItemOf(
    context,
    customer,
    {
      ...(unit && line.price !== null ? { price: line.price } : {}),
      ...(unit && line.price === null ? { unit_amount_decimal: line.unitAmountDecimal ?? '0' } : {}),
      quantity: line.quantity,
      ...input,
    },
    invoice.currency,
    path,
  )
  return changeInvoice(context, invoiceId, {
    lines: invoice.lines.map((each) =>
      each.id === lineId
        ? {
            ...each,
            ...(changesAmount
              ? {
                  amount: members.amount,
                  price: members.price ?? null,
                  product: members.product ?? null,
                  unitAmountDecimal: members.unitAmountDecimal ?? null,
                  quantity: members.quantity ?? 1,
                }
              : {}),
            ...(input.description === undefined ? {} : { description: input.description }),
            ...(input.discountable === undefined ? {} : { discountable: input.discountable }),
            ...(input.discounts === undefined ? {} : { discounts: members.discounts ?? [] }),
            ...(members.period === undefined ? {} : { period: members.period }),
            ...(input.tax_rates === undefined ? {} : { taxRates: members.taxRates ?? null }),
            metadata: mergeMetadata(each.metadata, input.metadata),
          }
        : each,
    ),
  })
}

/** Returns the fields that parameters set. Throws 400 for records that do not exist, and for settings that do not belong together. */
function fieldsOf(
  context: PaymentsContext,
  customer: string,
  account: string,
  input: ValuesOf<typeof FIELDS>,
  before: Invoice | null,
): Partial<InvoiceInput> {
  const { rows } = context
  const collection = input.collection_method ?? before?.collectionMethod ?? 'charge_automatically'
  const advances = input.auto_advance ?? before?.autoAdvance ?? false
  if (collection === 'charge_automatically' && (input.due_date !== undefined || input.days_until_due !== undefined)) {
    throw invalidRequest(
      'You cannot set `due_date` or `days_until_due` when `collection_method` is `charge_automatically`.',
      {
        param: input.due_date === undefined ? 'days_until_due' : 'due_date',
      },
    )
  }
  if (
    before === null &&
    collection === 'send_invoice' &&
    input.due_date === undefined &&
    input.days_until_due === undefined
  ) {
    throw invalidRequest('You must pass `days_until_due` or `due_date` when `collection_method` is `send_invoice`.', {
      code: 'parameter_missing',
      param: 'days_until_due',
    })
  }
  if (typeof input.default_payment_method === 'string') {
    findRecord(rows.paymentMethods, account, 'PaymentMethod', input.default_payment_method, {
      param: 'default_payment_method',
    })
  }
  const now = Math.floor(context.clock.now() / 1000)
  const isDraft = before === null || before.status === 'draft'
  return {
    ...(input.application_fee_amount === undefined ? {} : { applicationFeeAmount: input.application_fee_amount }),
    autoAdvance: advances,
    ...(input.auto_advance === undefined && input.automatically_finalizes_at === undefined
      ? {}
      : { finalizesAt: advances && isDraft ? (input.automatically_finalizes_at ?? now + 3600) : null }),
    ...(input.automatic_tax === undefined ? {} : { automaticTax: input.automatic_tax.enabled }),
    collectionMethod: collection,
    ...(input.custom_fields === undefined ? {} : { customFields: input.custom_fields }),
    ...(input.days_until_due === undefined ? {} : { daysUntilDue: input.days_until_due }),
    ...(input.days_until_due === undefined || input.due_date !== undefined
      ? {}
      : { dueDate: now + input.days_until_due * 86_400 }),
    ...(input.default_payment_method === undefined ? {} : { defaultPaymentMethod: input.default_payment_method }),
    ...(input.default_tax_rates === undefined
      ? {}
      : { defaultTaxRates: taxRatesOf(context, account, input.default_tax_rates, 'default_tax_rates') }),
    ...(input.description === undefined ? {} : { description: input.description }),
    ...(input.discounts === undefined
      ? {}
      : {
          discounts: discountsOf(context, account, input.discounts ?? [], { customer, invoice: before?.id ?? 'new' }),
        }),
    ...(input.due_date === undefined ? {} : { dueDate: input.due_date }),
    ...(input.effective_at === undefined ? {} : { effectiveAt: input.effective_at }),
    ...(input.footer === undefined ? {} : { footer: input.footer }),
    metadata: mergeMetadata(before?.metadata ?? {}, input.metadata),
    ...(input.number === undefined ? {} : { number: input.number }),
    ...(input.on_behalf_of === undefined ? {} : { onBehalfOf: input.on_behalf_of }),
    ...(input.payment_settings === undefined
      ? {}
      : { paymentSettings: { ...(before?.paymentSettings ?? PAYMENT_SETTINGS), ...input.payment_settings } }),
    ...(input.rendering === undefined
      ? {}
      : {
          rendering: {
            amount_tax_display: input.rendering.amount_tax_display ?? null,
            pdf: { page_size: input.rendering.pdf?.page_size ?? 'auto' },
            template: input.rendering.template ?? null,
            template_version: input.rendering.template_version ?? null,
          },
        }),
    ...(input.shipping_cost === undefined
      ? {}
      : { shippingCost: shippingOf(context, account, input.shipping_cost?.shipping_rate) }),
    ...(input.shipping_details === undefined
      ? {}
      : {
          shippingDetails:
            input.shipping_details === null
              ? null
              : {
                  address: addressOf(input.shipping_details.address),
                  name: input.shipping_details.name,
                  phone: input.shipping_details.phone ?? null,
                },
        }),
    ...(input.statement_descriptor === undefined ? {} : { statementDescriptor: input.statement_descriptor }),
    ...(input.transfer_data === undefined
      ? {}
      : {
          transferData:
            input.transfer_data === null
              ? null
              : {
                  ...(input.transfer_data.amount === undefined ? {} : { amount: input.transfer_data.amount }),
                  destination: input.transfer_data.destination,
                },
        }),
  }
}

function shippingOf({ rows }: PaymentsContext, account: string, id: string | undefined): Invoice['shippingCost'] {
  if (id === undefined) return null
  const rate = findRecord(rows.shippingRates, account, 'shipping rate', id, { param: 'shipping_cost[shipping_rate]' })
  return { shippingRate: rate.id, amount: rate.amount, taxes: [] }
}
