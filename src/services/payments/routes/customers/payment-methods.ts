import { paymentMethodJson } from '#payments/json/payment-methods.ts'
import { newestFirst } from '#payments/protocol/list.ts'
import { answer, answerPage, get } from '../route.ts'
import { findLiveCustomer } from '#payments/rules/customers/find-customer.ts'
import { findMethodOfCustomer } from '#payments/rules/payment-methods/attach.ts'
import { FILTERS, filterOf } from '#payments/rules/payment-methods/list-filter.ts'

const byPath = { param: 'payment_method', inPath: true }

const customerPath = { param: 'customer', inPath: true }

/** The payment methods of a customer. https://docs.stripe.com/api/payment_methods/customer_list */
export const customerPaymentMethodsRoutes = [
  get('GetCustomersCustomerPaymentMethods', '/v1/customers/:customer/payment_methods', FILTERS, (call) => {
    const { id } = findLiveCustomer(call, call.account, call.params.customer, customerPath)
    const methods = newestFirst(call.rows.paymentMethods, 'customer', [id], filterOf(call.input))
    return answerPage(call, methods, 'payment_method', paymentMethodJson)
  }),
  get(
    'GetCustomersCustomerPaymentMethodsPaymentMethod',
    '/v1/customers/:customer/payment_methods/:payment_method',
    {},
    (call) => {
      const { id } = findLiveCustomer(call, call.account, call.params.customer, customerPath)
      return answer(
        call,
        paymentMethodJson(findMethodOfCustomer(call, call.account, id, call.params.payment_method, byPath)),
      )
    },
  ),
]
