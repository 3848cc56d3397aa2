import { json } from '#core/answer.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { customerJson } from '#payments/json/customers.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { isInRange, range, text, type ValuesOf } from '#payments/protocol/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, del, get, post } from '../route.ts'
import { onTestClock, requireRoomForCustomer } from '#payments/rules/billing/test-clocks/test-clock.ts'
import { setReconciliation } from '#payments/rules/customers/cash-balance.ts'
import { adjustBalance } from '#payments/rules/customers/balance.ts'
import { cancelSubscriptionsOf } from '#payments/rules/billing/subscriptions/cancel-now.ts'
import { findCustomer, findLiveCustomer } from '#payments/rules/customers/find-customer.ts'
import { attachPaymentMethod, findPaymentMethod } from '#payments/rules/payment-methods/attach.ts'
import { changeDiscount } from '#payments/rules/customers/discount.ts'
import { addCustomer, updateCustomer } from '#payments/rules/customers/new-customer.ts'
import { addSource, replaceSource, sourceIn } from '#payments/rules/customers/sources.ts'
import { requireTaxIdValue } from '#payments/rules/customers/tax-id-values.ts'
import { addTaxId } from '#payments/rules/customers/tax-ids.ts'
import type { Customer } from '#payments/schema/customers.ts'
import type { PaymentMethod } from '#payments/schema/payments.ts'
import { search, SEARCH_PARAMS } from '#payments/protocol/search.ts'
import { CUSTOMER_CHANGES, changesOf, CUSTOMER_INPUT } from '#payments/rules/customers/customer-params.ts'

const one = '/v1/customers/:customer'

const byPath = { param: 'id', inPath: true }

const SEARCHED = { created: 'numeric', email: 'string', metadata: 'token', name: 'string', phone: 'string' } as const

/** Customers. https://docs.stripe.com/api/customers */
export const customersRoutes = [
  post('PostCustomers', '/v1/customers', CUSTOMER_INPUT, (call) => {
    const { account } = call
    const { test_clock: clock, payment_method: methodId } = call.input
    const method =
      methodId === undefined ? undefined : findPaymentMethod(call, account, methodId, { param: 'payment_method' })
    const input = { ...call.input, ...defaultMethodOf(call.input, method) }
    const testClock = clock === undefined ? null : clockWithRoom(call, clock).id
    const fields = { ...changesOf(call, account, null, input), balance: 0, testClock }
    const customer = addCustomer(onTestClock(call, testClock), account, fields)
    if (input.balance !== undefined && input.balance !== 0) adjustBalance(call, customer, input.balance)
    if (method !== undefined) attachPaymentMethod(call, method, customer.id)
    reconcileBy(call, customer, input)
    const source = sourceIn(input)
    if (source !== undefined) addSource(call, customer, source)
    for (const [index, each] of (input.tax_id_data ?? []).entries()) {
      requireTaxIdValue(each, `tax_id_data[${index}][value]`)
      addTaxId(call, customer, each)
    }
    changeDiscount(onTestClock(call, testClock), customer, input)
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
        !customer.deleted && isInRange(customer.created, created) && customer.testClock === (testClock ?? null)
      const found =
        email === undefined
          ? newestFirst(customers, 'all', [call.account], where)
          : newestFirst(customers, 'email', [call.account, email], where)
      return answerPage(call, found, 'customer', customerJson)
    },
  ),
  get('GetCustomersSearch', '/v1/customers/search', SEARCH_PARAMS, (call) => {
    const where = ({ deleted }: Customer): boolean => !deleted
    const rows = call.rows.customers.walk('all', [call.account], { descending: true, where })
    return answer(call, search(rows, customerJson, SEARCHED, call.input, call.path))
  }),
  get('GetCustomersCustomer', one, {}, (call) =>
    answer(call, customerJson(findCustomer(call, call.account, call.params.customer, byPath))),
  ),
  post('PostCustomersCustomer', one, CUSTOMER_CHANGES, (call) => {
    const { rows, account, input, params } = call
    const before = findLiveCustomer(call, account, params.customer, byPath)
    const { balance } = input
    updateCustomer(call, before.id, changesOf(call, account, before, input))
    if (balance !== undefined && balance !== before.balance) adjustBalance(call, before, balance - before.balance)
    reconcileBy(call, before, input)
    const source = sourceIn(input)
    if (source !== undefined) replaceSource(call, before, source)
    changeDiscount(onTestClock(call, before.testClock), before, input)
    const after = rows.customers.require(before.id)
    call.emit({ type: 'customer.updated', kind: 'customer', row: after, before })
    return answer(call, customerJson(after))
  }),
  del('DeleteCustomersCustomer', one, {}, (call) => {
    const customer = findLiveCustomer(call, call.account, call.params.customer, byPath)
    cancelSubscriptionsOf(call, customer)
    updateCustomer(call, customer.id, { deleted: true })
    call.emit({ type: 'customer.deleted', kind: 'customer', row: customer })
    return json({ id: customer.id, object: 'customer', deleted: true })
  }),
]

/**
 * Returns the invoice settings of a new customer whose payment method is to be the default too. A test payment method
 * (`pm_card_visa`) means the one that the request makes, wherever the request names it.
 */
function defaultMethodOf(
  { payment_method: named, invoice_settings: settings }: ValuesOf<typeof CUSTOMER_INPUT>,
  method: PaymentMethod | undefined,
): Pick<ValuesOf<typeof CUSTOMER_INPUT>, 'payment_method' | 'invoice_settings'> {
  if (method === undefined) return {}
  return {
    payment_method: method.id,
    ...(settings?.default_payment_method === named
      ? { invoice_settings: { ...settings, default_payment_method: method.id } }
      : {}),
  }
}

/** Sets whether incoming money pays open payments of a customer by itself, where a request says so. */
function reconcileBy(
  call: PaymentsContext,
  customer: Customer,
  { cash_balance: balance }: Pick<ValuesOf<typeof CUSTOMER_INPUT>, 'cash_balance'>,
): void {
  const mode = balance?.settings?.reconciliation_mode
  if (mode !== undefined) setReconciliation(call, customer, mode)
}

/** Returns the test clock that a new customer is to belong to. */
function clockWithRoom({ rows, account }: Pick<PaymentsContext, 'rows'> & { readonly account: string }, id: string) {
  const clock = findRecord(rows.testClocks, account, 'test clock', id, { param: 'test_clock' })
  requireRoomForCustomer(rows, clock)
  return clock
}
