import { json } from '../../../../core/answer.ts'
import type { PaymentsContext } from '../../call.ts'
import { invalidRequest } from '../../errors.ts'
import { invoiceJson } from '../../json/billing/invoices.ts'
import { LIST_PARAMS, newestFirst } from '../../list.ts'
import { currency, hash, isInRange, oneOf, range, required, text, unsupported } from '../../params.ts'
import { findRecord } from '../../records.ts'
import { answer, answerList, del, get, post } from '../../route.ts'
import {
  addInvoice,
  changeInvoice,
  deleteDraft,
  pendingItems,
  requireDraft,
  scheduleFinalization,
} from '../../rules/billing/invoice-draft.ts'
import { INVOICE_FIELDS, invoiceFieldsOf } from '../../rules/billing/invoice-params.ts'
import { lineOfItem } from '../../rules/billing/lines.ts'
import { invoiceMembers } from '../../rules/billing/new-subscription.ts'
import { onTestClock } from '../../rules/billing/test-clock.ts'
import { findLiveCustomer } from '../../rules/customers/find-customer.ts'
import type { Invoice } from '../../schema/billing/invoices.ts'
import { search, SEARCH_PARAMS } from '../../search.ts'

const CREATION = {
  ...INVOICE_FIELDS,
  currency: currency(),
  customer: text(),
  customer_account: unsupported(),
  from_invoice: hash({ action: required(oneOf('revision')), invoice: required(text()) }),
  pending_invoice_items_behavior: oneOf('exclude', 'include'),
  subscription: text(),
}

const LIST = {
  ...LIST_PARAMS,
  collection_method: INVOICE_FIELDS.collection_method,
  created: range(),
  customer: text(),
  customer_account: unsupported(),
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
      ...invoiceFieldsOf(context, customer.id, account, input, null),
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
  post('PostInvoicesInvoice', one, INVOICE_FIELDS, (call) => {
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
    const changes = invoiceFieldsOf(context, before.customer, account, input, before)
    const after = changeInvoice(context, before.id, changes)
    if (after.status === 'draft' && after.finalizesAt !== before.finalizesAt) scheduleFinalization(context, after)
    return answer(call, invoiceJson(call, after))
  }),
  del('DeleteInvoicesInvoice', one, {}, (call) => {
    const invoice = find(call, call.account, call.params.invoice)
    deleteDraft(onTestClock(call, invoice.testClock), invoice)
    return json({ id: invoice.id, object: 'invoice', deleted: true })
  }),
]

function find({ rows }: Pick<PaymentsContext, 'rows'>, account: string, id: string): Invoice {
  return findRecord(rows.invoices, account, 'invoice', id, byPath)
}
