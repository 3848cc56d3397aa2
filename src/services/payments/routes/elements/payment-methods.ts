import { noSuch } from '#payments/errors.ts'
import { paymentMethodJson } from '#payments/json/payment-methods.ts'
import { findRecord } from '#payments/rules/records.ts'
import { required, text } from '#payments/protocol/params.ts'
import { answer, post } from '../route.ts'
import { detachPaymentMethod } from '#payments/rules/payment-methods/attach.ts'
import { findOpenSession, elementFeatures } from '#payments/rules/customers/customer-session.ts'

/**
 * The removal of a saved payment method in an element: the browser library's own operation, which the vendor does not
 * document.
 */
export const elementsPaymentMethodsRoutes = [
  post(
    'elements/detach',
    '/v1/elements/payment_methods/:payment_method/detach',
    { client_secret: required(text()) },
    (call) => {
      const session = findOpenSession(call, call.account, call.input.client_secret)
      const source = { param: 'payment_method', inPath: true }
      const { payment_method: id } = call.params
      const method = findRecord(call.rows.paymentMethods, call.account, 'PaymentMethod', id, source)
      const mayRemove = elementFeatures(session)['payment_method_remove'] === 'enabled'
      if (!mayRemove || method.customer !== session.customer) throw noSuch('PaymentMethod', id, 'payment_method', 404)
      return answer(call, paymentMethodJson(detachPaymentMethod(call, method)))
    },
    { publishable: true },
  ),
]
