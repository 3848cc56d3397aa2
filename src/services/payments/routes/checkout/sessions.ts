import { invalidRequest, noSuch } from '#payments/errors.ts'
import { lineItemJson } from '#payments/json/checkout/line-item.ts'
import { checkoutSessionJson } from '#payments/json/checkout/session.ts'
import { saleOf } from '#payments/rules/checkout/session-sale.ts'
import { LIST_PARAMS, listOfRows, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { hash, isInRange, list, metadata, oneOf, range, required, text, unsettable } from '#payments/protocol/params.ts'
import { versionOf } from '#payments/protocol/request.ts'
import { answer, answerPage, get, post } from '../route.ts'
import { openPayment } from '#payments/rules/checkout/pay.ts'
import { amountsOf } from '#payments/rules/checkout/amounts.ts'
import { expireSession } from '#payments/rules/checkout/expire.ts'
import { linesOf } from '#payments/rules/checkout/lines.ts'
import { newSession, requireChargeable } from '#payments/rules/checkout/new-session.ts'
import { LINE_ITEM, SESSION_INPUT, SHIPPING_OPTION, type LineInput } from '#payments/rules/checkout/params.ts'
import { asHash, shippingOptionsOf } from '#payments/rules/checkout/settings.ts'
import type { CheckoutSession } from '#payments/schema/checkout.ts'
import { ADDRESS, addressOf } from '#payments/protocol/shared-params.ts'

const one = '/v1/checkout/sessions/:session'

const LIST = {
  ...LIST_PARAMS,
  created: range(),
  customer: text(),
  customer_details: hash({ email: required(text()) }),
  payment_intent: text(),
  payment_link: text(),
  status: oneOf('complete', 'expired', 'open'),
  subscription: text(),
}

const SESSION_CHANGES = {
  collected_information: hash({ shipping_details: hash({ address: required(hash(ADDRESS)), name: required(text()) }) }),
  line_items: list(hash(LINE_ITEM)),
  metadata: metadata(),
  payment_intent_data: SESSION_INPUT.payment_intent_data,
  shipping_options: unsettable(list(hash(SHIPPING_OPTION), { max: 5 })),
}

/** Checkout sessions. https://docs.stripe.com/api/checkout/sessions */
export const checkoutSessionsRoutes = [
  post('PostCheckoutSessions', '/v1/checkout/sessions', SESSION_INPUT, (call) => {
    const version = versionOf(call)
    const session = newSession(call, call.account, call.input, version)
    const opened = version < '2022-08-01' ? openPayment(call, session) : session
    return answer(call, checkoutSessionJson(call, opened))
  }),
  get('GetCheckoutSessions', '/v1/checkout/sessions', LIST, (call) => {
    const { created, customer, customer_details: details, payment_intent: intent, payment_link: link } = call.input
    const { status, subscription } = call.input
    const where = (session: CheckoutSession): boolean =>
      isInRange(session.created, created) &&
      (customer === undefined || session.customer === customer) &&
      (details === undefined || emailOf(session) === details.email.toLowerCase()) &&
      (intent === undefined || session.paymentIntent === intent) &&
      (link === undefined || session.paymentLink === link) &&
      (status === undefined || session.status === status) &&
      (subscription === undefined || session.subscription === subscription)
    const filtered = Object.keys(call.input).some((name) => !(name in LIST_PARAMS) && name !== 'expand')
    const found = newestFirst(call.rows.checkoutSessions, 'all', [call.account], ...(filtered ? [where] : []))
    return answerPage(call, found, 'checkout session', (session) => checkoutSessionJson(call, session))
  }),
  get('GetCheckoutSessionsSession', one, {}, (call) => answer(call, checkoutSessionJson(call, loadSession(call)))),
  post('PostCheckoutSessionsSession', one, SESSION_CHANGES, (call) => {
    const session = loadSession(call)
    const { collected_information: collected, line_items: lines, shipping_options: options } = call.input
    const changesForm = collected ?? lines ?? options ?? call.input.payment_intent_data
    if (changesForm !== undefined && session.status !== 'open') throw notOpen(session, 'update')
    const shipping = collected?.shipping_details
    const shippingOptions =
      options === undefined ? session.shippingOptions : shippingOptionsOf(call, call.account, options ?? [])
    const isOffered = session.shippingRate !== null && shippingOptions.includes(session.shippingRate)
    const after = call.rows.checkoutSessions.update(session.id, {
      metadata: mergeMetadata(session.metadata, call.input.metadata),
      lines: lines === undefined ? session.lines : updatedLines(call, session, lines),
      shippingOptions,
      shippingRate: isOffered ? session.shippingRate : (shippingOptions[0] ?? null),
      shippingDetails:
        shipping === undefined
          ? session.shippingDetails
          : { address: addressOf(shipping.address), name: shipping.name },
      paymentIntentData: { ...session.paymentIntentData, ...asHash(call.input.payment_intent_data) },
    })
    requireChargeable(call, after)
    return answer(call, checkoutSessionJson(call, after))
  }),
  post('PostCheckoutSessionsSessionExpire', `${one}/expire`, {}, (call) => {
    const session = loadSession(call)
    if (session.status !== 'open') throw notOpen(session, 'expire')
    return answer(call, checkoutSessionJson(call, expireSession(call, session)))
  }),
  get('GetCheckoutSessionsSessionLineItems', `${one}/line_items`, LIST_PARAMS, (call) => {
    const sale = saleOf(loadSession(call))
    const lines = sale === undefined ? [] : amountsOf(call, sale).lines.map((line) => ({ id: line.line.id, line }))
    return answerPage(call, listOfRows(lines), 'line item', ({ line }) => lineItemJson(line, sale?.currency ?? ''))
  }),
]

type Loading = Parameters<typeof checkoutSessionJson>[0] & {
  readonly account: string
  readonly params: { readonly session: string }
}

function loadSession({ rows, account, params }: Loading): CheckoutSession {
  const session = rows.checkoutSessions.get(params.session)
  if (session === undefined || session.account !== account) {
    throw noSuch('checkout.session', params.session, 'session', 404)
  }
  return session
}

function emailOf({ customerDetails, customerEmail }: CheckoutSession): string | undefined {
  return (customerDetails?.email ?? customerEmail)?.toLowerCase()
}

function notOpen({ status }: CheckoutSession, verb: string): Error {
  return invalidRequest(
    `Only Checkout Sessions with a status in ["open"] can be ${verb}d. This Checkout Session has a status of \`${status}\`.`,
  )
}

/** Returns the lines that replace those of a session. A line with the same price as before keeps its id. */
function updatedLines(
  call: Parameters<typeof linesOf>[0],
  session: CheckoutSession,
  lines: readonly LineInput[],
): CheckoutSession['lines'] {
  return linesOf(call, session.account, lines).map((line) => {
    const before = session.lines.find(({ price }) => price === line.price)
    return before === undefined ? line : { ...line, id: before.id }
  })
}
