import { json } from '#core/answer.ts'
import { customerJson } from '#payments/json/customers.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { isInRange, range, text } from '#payments/protocol/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, del, get, post } from '../route.ts'
import { onTestClock } from '#payments/rules/billing/test-clocks/test-clock.ts'
import { adjustBalance } from '#payments/rules/customers/balance.ts'
import { cancelSubscriptionsOf } from '#payments/rules/billing/subscriptions/cancel-now.ts'
import { findCustomer, findLiveCustomer } from '#payments/rules/customers/find-customer.ts'
import { attachPaymentMethod, findPaymentMethod } from '#payments/rules/payment-methods/attach.ts'
import { addCustomer, updateCustomer } from '#payments/rules/customers/new-customer.ts'
import { addTaxId } from '#payments/rules/customers/tax-ids.ts'
import type { Customer } from '#payments/schema/customers.ts'
import { search, SEARCH_PARAMS } from '#payments/protocol/search.ts'
import { CUSTOMER_CHANGES, changesOf, CUSTOMER_INPUT } from '#payments/rules/customers/customer-params.ts'

const one = '/v1/customers/:customer'

const byPath = { param: 'customer', inPath: true }

const SEARCHED = { created: 'numeric', email: 'string', metadata: 'token', name: 'string', phone: 'string' } as const

/** Customers. https://docs.stripe.com/api/customers */
export const customersRoutes = [
  post('PostCustomers', '/v1/customers', CUSTOMER_INPUT, (call) => {
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
      return answerPage(call, found, 'customer', customerJson)
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
  post('PostCustomersCustomer', one, CUSTOMER_CHANGES, (call) => {
    const { rows, account, input, params } = call
    const before = findLiveCustomer(call, account, params.customer, byPath)
    const { balance } = input
    updateCustomer(call, before.id, changesOf(call, account, before, input))
    if (balance !== undefined && balance !== before.balance) adjustBalance(call, before, balance - before.balance)
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
