import { missingParameter } from '#payments/errors.ts'
import { newRecord } from '#payments/rules/records.ts'
import { boolean, hash, integer, list, oneOf, required, text, unsettable } from '#payments/protocol/params.ts'
import { answer, post } from '../route.ts'
import { findLiveCustomer } from '#payments/rules/customers/find-customer.ts'
import type { CustomerSession } from '#payments/schema/payments.ts'
import { customerSessionJson } from '#payments/json/customer-sessions.ts'

const REDISPLAY_FILTERS = list(oneOf('always', 'limited', 'unspecified'))

const ON_OFF = oneOf('disabled', 'enabled')

const enabled = { enabled: required(boolean()) }

const COMPONENTS = {
  active_entitlements: hash(enabled),
  buy_button: hash(enabled),
  customer_portal: hash(enabled),
  customer_sheet: hash({
    ...enabled,
    features: hash({ payment_method_allow_redisplay_filters: REDISPLAY_FILTERS, payment_method_remove: ON_OFF }),
  }),
  mobile_payment_element: hash({
    ...enabled,
    features: hash({
      payment_method_allow_redisplay_filters: REDISPLAY_FILTERS,
      payment_method_redisplay: ON_OFF,
      payment_method_remove: ON_OFF,
      payment_method_save: ON_OFF,
      payment_method_save_allow_redisplay_override: oneOf('always', 'limited', 'unspecified'),
    }),
  }),
  payment_element: hash({
    ...enabled,
    features: hash({
      payment_method_allow_redisplay_filters: REDISPLAY_FILTERS,
      payment_method_redisplay: ON_OFF,
      payment_method_redisplay_limit: integer({ min: 1, max: 10 }),
      payment_method_remove: ON_OFF,
      payment_method_save: ON_OFF,
      payment_method_save_usage: unsettable(oneOf('off_session', 'on_session')),
    }),
  }),
  pricing_table: hash(enabled),
}

/** Customer sessions. https://docs.stripe.com/api/customer_sessions */
export const customerSessionsRoutes = [
  post(
    'PostCustomerSessions',
    '/v1/customer_sessions',
    { components: required(hash(COMPONENTS)), customer: text(), customer_account: text() },
    (call) => {
      const { customer, components } = call.input
      if (customer === undefined) throw missingParameter('customer')
      findLiveCustomer(call, call.account, customer, { param: 'customer' })
      const head = newRecord(call, call.account, 'cuss_')
      const session = call.rows.customerSessions.insert({
        customer,
        clientSecret: `cuss_secret_${call.ids.secret.base62(51)}`,
        expiresAt: head.created + 1800,
        components: componentsJson(components as Chosen),
        ...head, // each has `enabled` and, where it has some, features
      })
      return answer(call, customerSessionJson(session))
    },
  ),
]

type Chosen = Readonly<
  Record<string, { readonly enabled: boolean; readonly features?: Readonly<Record<string, unknown>> } | undefined>
>

/** Returns the components of a session: those that the request names, the others disabled. */
function componentsJson(chosen: Chosen): CustomerSession['components'] {
  const plain = (name: string): object => ({ enabled: chosen[name]?.enabled ?? false })
  const featured = (name: string, defaults: object): object => {
    const on = chosen[name]?.enabled ?? false
    return { enabled: on, features: on ? { ...defaults, ...chosen[name]?.features } : null }
  }
  return {
    active_entitlements: plain('active_entitlements'),
    buy_button: plain('buy_button'),
    customer_portal: plain('customer_portal'),
    customer_sheet: featured('customer_sheet', {
      payment_method_allow_redisplay_filters: ['always'],
      payment_method_remove: 'disabled',
    }),
    mobile_payment_element: featured('mobile_payment_element', {
      payment_method_allow_redisplay_filters: ['always'],
      payment_method_redisplay: 'disabled',
      payment_method_remove: 'disabled',
      payment_method_save: 'disabled',
      payment_method_save_allow_redisplay_override: null,
    }),
    payment_element: featured('payment_element', {
      payment_method_allow_redisplay_filters: ['always'],
      payment_method_redisplay: 'disabled',
      payment_method_redisplay_limit: null,
      payment_method_remove: 'disabled',
      payment_method_save: 'disabled',
      payment_method_save_usage: null,
    }),
    pricing_table: plain('pricing_table'),
  }
}
