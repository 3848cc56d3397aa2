import { json } from '#core/answer.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { paymentMethodJson } from '#payments/json/payment-methods.ts'
import { required, text } from '#payments/protocol/params.ts'
import { get } from '../route.ts'
import type { CustomerSession, PaymentMethod, Wire } from '#payments/schema/payments.ts'
import { findOpenSession, elementFeatures } from '#payments/rules/customers/customer-session.ts'

/**
 * The saved payment methods that an element shows: the browser library's own operation, which the vendor does not
 * document.
 */
export const elementsCustomerSessionRoutes = [
  // Two operations of the browser library's own, which the vendor does not document.
  get(
    'elements/customer_session',
    '/v1/elements/customer_session',
    { client_secret: required(text()) },
    (call) => {
      const session = findOpenSession(call, call.account, call.input.client_secret)
      const features = elementFeatures(session)
      const isShown = features['payment_method_redisplay'] === 'enabled'
      const methods = isShown ? redisplayed(call, session, features) : []
      return json({ customer: session.customer, payment_methods: methods.map(paymentMethodJson), features })
    },
    { publishable: true },
  ),
]

/** Returns the saved payment methods that a session shows, newest first. */
function redisplayed(
  { rows }: PaymentsContext,
  { customer }: CustomerSession,
  features: Wire,
): readonly PaymentMethod[] {
  const filters = features['payment_method_allow_redisplay_filters'] as readonly string[] // componentsJson writes it
  const limit =
    typeof features['payment_method_redisplay_limit'] === 'number' ? features['payment_method_redisplay_limit'] : 3
  return rows.paymentMethods
    .list('customer', customer)
    .filter(({ allowRedisplay, type }) => filters.includes(allowRedisplay) && type !== 'link')
    .toReversed()
    .slice(0, limit)
}
