import { failure } from '#payments/errors.ts'
import { paymentMethodJson } from '#payments/json/payment-methods.ts'
import { newestFirst } from '#payments/protocol/list.ts'
import { answer, answerPage, get } from '../route.ts'
import { findLiveCustomer } from '#payments/rules/customers/find-customer.ts'
import { FILTERS, filterOf } from '#payments/rules/payment-methods/list-filter.ts'

const customerPath = { param: 'id', inPath: true }

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
      const method = call.rows.paymentMethods.get(call.params.payment_method)
      if (method?.customer !== id) throw failure(404, 'Invalid request', { param: 'customer' })
      return answer(call, paymentMethodJson(method))
    },
  ),
]
