import { json } from '#core/answer.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { invalidParameter, missingParameter, noSuch } from '#payments/errors.ts'
import { paymentMethodJson } from '#payments/json/payment-methods.ts'
import { now } from '#payments/rules/new-id.ts'
import { newRecord, findRecord } from '#payments/rules/records.ts'
import { boolean, hash, integer, list, oneOf, required, text, unsettable } from '#payments/protocol/params.ts'
import { answer, del, get, post } from './route.ts'
import { detachPaymentMethod } from '#payments/rules/payment-methods/attach.ts'
import { findLiveCustomer } from '#payments/rules/customers/find-customer.ts'
import type { CustomerSession, EphemeralKey, PaymentMethod, Wire } from '#payments/schema/payments.ts'
import type { Json } from '#payments/protocol/resource.ts'

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

/** Customer sessions and ephemeral keys. https://docs.stripe.com/api/customer_sessions */
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
        ...head,
        customer,
        clientSecret: `cuss_secret_${call.ids.secret.base62(51)}`,
        expiresAt: head.created + 1800,
        components: componentsJson(components as Chosen), // each has `enabled` and, where it has some, features
      })
      return answer(call, customerSessionJson(session))
    },
  ),
  post(
    'PostEphemeralKeys',
    '/v1/ephemeral_keys',
    { customer: text(), issuing_card: text(), nonce: text(), verification_session: text() },
    (call) => {
      const { customer } = call.input
      if (customer === undefined) throw missingParameter('customer')
      findLiveCustomer(call, call.account, customer, { param: 'customer' })
      const head = newRecord(call, call.account, 'ephkey_')
      const key = call.rows.ephemeralKeys.insert({
        ...head,
        secret: `ek_test_${call.ids.secret.base62(58)}`,
        expires: head.created + 3600,
        customer,
      })
      return answer(call, ephemeralKeyJson(key))
    },
  ),
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
  del('DeleteEphemeralKeysKey', '/v1/ephemeral_keys/:key', {}, (call) => {
    const key = findRecord(call.rows.ephemeralKeys, call.account, 'ephemeral key', call.params.key, {
      param: 'key',
      inPath: true,
    })
    call.rows.ephemeralKeys.delete(key.id)
    return json(ephemeralKeyJson(key))
  }),
]

/**
 * Returns the session of a client secret.
 *
 * @throws 400 for one that does not exist or has expired.
 */
function findOpenSession(context: PaymentsContext, account: string, secret: string): CustomerSession {
  const session = context.rows.customerSessions.find('secret', secret)
  if (session?.account !== account || session.expiresAt <= now(context)) {
    throw invalidParameter('client_secret', 'The client_secret of the customer session is invalid, or has expired.')
  }
  return session
}

/** Returns the features of a session's payment element; none where it is disabled. */
function elementFeatures({ components }: CustomerSession): Wire {
  const element = components['payment_element'] as { readonly features: Wire | null } | undefined // componentsJson writes it
  return element?.features ?? {}
}

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

function customerSessionJson({ clientSecret, components, created, customer, expiresAt }: CustomerSession): Json {
  return {
    object: 'customer_session',
    client_secret: clientSecret,
    components,
    created,
    customer,
    customer_account: null,
    expires_at: expiresAt,
    livemode: false,
  }
}

function ephemeralKeyJson({ id, created, expires, secret }: EphemeralKey): Json {
  return {
    id,
    object: 'ephemeral_key',
    created,
    expires,
    livemode: false,
    secret,
  }
}
