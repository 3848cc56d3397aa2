import { errorMessage } from '#core/error-message.ts'
import { fetchBounded } from '#core/http/fetch-bounded.ts'
import { isRecord } from '#core/objects.ts'
import { parseJson } from '#core/text/parse-json.ts'
import type { AuthCall } from '#auth-saas/call.ts'
import type { Failure } from '#core/errors.ts'
import { clerkFailure, paramInvalid } from '#auth-saas/errors.ts'
import { dueNow, findCheckout, findMethod, requireConfirmable, type Payer } from '#auth-saas/rules/billing/billing.ts'
import type { PriceMove } from '#auth-saas/rules/billing/prices.ts'
import type { GatewayCard, SubscriptionItem } from '#auth-saas/schema/billing.ts'

// The payments of checkouts at an instance of `payments`, which the seed names as `payment_gateway`. The vendor has a
// customer and payments there, and keeps the subscriptions itself.
// https://clerk.com/docs/guides/billing/overview

type Json = Readonly<Record<string, unknown>>

/** The customer of a payer at the gateway, and what the gateway has made for a request. */
export interface AtGateway {
  readonly customerId: string
  readonly card?: GatewayCard
  /** The id of the payment. */
  readonly paymentId?: string
  /** The secret with which a browser adds a card. */
  readonly setupSecret?: string
}

/** Adds what the gateway has made; null for an instance without a gateway, and for a request that needs none. */
interface GatewayStep {
  readonly gateway: AtGateway | null
}

/** A call whose payer is known. */
interface Paying extends AuthCall {
  readonly payer: Payer
}

/** The time that a gateway has to answer, in milliseconds: an instance that has just begun loads its code first. */
const TIMEOUT = 30_000

/** The vendor's codes of refused payments, by those of the gateway. */
const DECLINES: Readonly<Record<string, string>> = {
  expired_card: 'card_expired',
  insufficient_funds: 'card_insufficient_funds',
  processing_error: 'processing_error',
  authentication_required: 'requires_confirmation',
}

/**
 * Posts a form to the gateway.
 *
 * @throws 422 with the vendor's code for a payment that the gateway refuses, 503 when it does not answer.
 */
async function send(call: AuthCall, path: string, form: Readonly<Record<string, string>>): Promise<Json> {
  const { url, secretKey } = call.rows.paymentGateway.get()
  const target = new URL(`${url.replace(/\/$/, '')}/v1/${path}`)
  if (!call.mayContact(target)) throw unreachable(`${target.host} is not on this machine, nor of allowWebhookHosts.`)
  const headers = {
    authorization: `Bearer ${secretKey}`,
    'content-type': 'application/x-www-form-urlencoded',
  }
  const body = new URLSearchParams(form).toString()
  const answer = await fetchBounded(target, { signal: call.clientGone, timeout: TIMEOUT, headers, body }).catch(
    (error: unknown) => {
      throw unreachable(errorMessage(error))
    },
  )
  const json = parseJson(answer.bytes.toString('utf8'))
  if (!isRecord(json)) throw unreachable('It does not answer with JSON.')
  if (answer.status < 400) return json
  throw refused(isRecord(json['error']) ? json['error'] : {})
}

const unreachable = (reason: string): Failure =>
  clerkFailure(503, 'service_unavailable', 'service unavailable', `The payment gateway does not answer: ${reason}`)

/** Returns the failure of a refused card, or of another request that the gateway refuses. */
function refused(error: Json): Failure {
  const message = textOf(error, 'message')
  if (error['type'] !== 'card_error') return paramInvalid('payment_token', message)
  const kind = DECLINES[textOf(error, 'decline_code')] ?? DECLINES[textOf(error, 'code')] ?? 'card_declined'
  return clerkFailure(422, `payment_attempt_failed_${kind}`, 'payment failed', message)
}

/** Returns a text of JSON; empty for anything else. */
function textOf(json: Json, name: string): string {
  const value = json[name]
  return typeof value === 'string' ? value : ''
}

/** Returns the customer of a payer, which is made when there is none. */
async function customerOf(call: Paying): Promise<string> {
  const { rows, payer } = call
  const known = rows.gatewayCustomers.get(payer.id)
  if (known !== undefined) return known.customerId
  const user = rows.users.get(payer.id)
  const name =
    user === undefined
      ? (rows.organizations.get(payer.id)?.name ?? '')
      : `${user.firstName ?? ''} ${user.lastName ?? ''}`
  const email = rows.emailAddresses.get(user?.primaryEmailAddressId)?.emailAddress
  const form = {
    name: name.trim(),
    ...(email === undefined ? {} : { email }),
    [`metadata[${payer.kind === 'user' ? 'user_id' : 'organization_id'}]`]: payer.id,
  }
  return textOf(await send(call, 'customers', form), 'id')
}

async function cardOf(call: AuthCall, customerId: string, token: string): Promise<GatewayCard> {
  const method = await send(call, `payment_methods/${encodeURIComponent(token)}/attach`, { customer: customerId })
  const card = isRecord(method['card']) ? method['card'] : {}
  return {
    externalId: textOf(method, 'id'),
    last4: textOf(card, 'last4'),
    cardType: textOf(card, 'brand'),
    expiryMonth: Number(card['exp_month'] ?? 1),
    expiryYear: Number(card['exp_year'] ?? 2040),
  }
}

/** Returns the token of a card that a form adds; null for none. */
function tokenOf(form: URLSearchParams): string | null {
  if (form.get('use_test_card') === 'true') return 'pm_card_visa'
  return form.get('payment_token') || null // an empty one is none
}

const hasGateway = ({ rows }: AuthCall): boolean => rows.paymentGateway.get().url !== ''

/** Adds the card of a form to the customer of the payer. */
export async function loadCard(call: Paying): Promise<GatewayStep> {
  const token = tokenOf(call.form())
  if (!hasGateway(call) || token === null) return { gateway: null }
  const customerId = await customerOf(call)
  return { gateway: { customerId, card: await cardOf(call, customerId, token) } }
}

/** Adds a secret with which a browser adds a card to the customer of the payer. */
export async function loadSetup(call: Paying): Promise<GatewayStep> {
  if (!hasGateway(call)) return { gateway: null }
  const customerId = await customerOf(call)
  const intent = await send(call, 'setup_intents', { customer: customerId, usage: 'off_session' })
  return { gateway: { customerId, setupSecret: textOf(intent, 'client_secret') } }
}

/**
 * Lets the gateway take what the checkout of the path costs now.
 *
 * @throws what {@link requireConfirmable} does, and 422 for a payment that is refused.
 */
export async function loadPayment(call: Paying): Promise<GatewayStep> {
  if (!hasGateway(call)) return { gateway: null }
  const { payer, params } = call
  const form = call.form()
  const checkout = findCheckout(call, payer.id, params['checkout_id'] ?? '')
  const token = tokenOf(form)
  const methodId = form.get('payment_method_id') || checkout.methodId // an empty one is none
  requireConfirmable(call, checkout, token ?? methodId)
  const kept = token === null && methodId !== null ? findMethod(call, payer.id, methodId) : null
  const customerId = await customerOf(call)
  const added = token === null ? {} : { card: await cardOf(call, customerId, token) }
  const amount = dueNow(call, checkout)
  if (amount === 0) return { gateway: { customerId, ...added } }
  const card = added.card?.externalId ?? kept?.externalId ?? ''
  const paymentId = await charge(call, { customerId, card, amount, metadata: { checkout_id: checkout.id } })
  return { gateway: { customerId, ...added, paymentId } }
}

/** A payment that the gateway is to take at once, in cents. */
interface Charge {
  readonly customerId: string
  readonly card: string
  readonly amount: number
  readonly metadata: Readonly<Record<string, string>>
}

/** Lets the gateway take a payment, and returns its id. */
async function charge(call: AuthCall, { customerId, card, amount, metadata }: Charge): Promise<string> {
  const intent = await send(call, 'payment_intents', {
    amount: String(amount),
    currency: 'usd',
    customer: customerId,
    payment_method: card,
    confirm: 'true',
    off_session: 'true',
    ...Object.fromEntries(Object.entries(metadata).map(([name, value]) => [`metadata[${name}]`, value])),
  })
  return textOf(intent, 'id')
}

/** A call that moves a subscription to another price. */
interface Moving extends Paying {
  readonly item: SubscriptionItem
  readonly move: PriceMove
}

/**
 * Lets the gateway take what the move of a subscription to another price costs now.
 *
 * @throws 422 for a payment that is refused, 503 when the gateway does not answer.
 */
export async function loadMovePayment(call: Moving): Promise<GatewayStep> {
  const { item, move } = call
  if (!hasGateway(call) || move.cost === 0) return { gateway: null }
  const customerId = await customerOf(call)
  const card = move.method?.externalId ?? ''
  const metadata = { subscription_item_id: item.id }
  return { gateway: { customerId, paymentId: await charge(call, { customerId, card, amount: move.cost, metadata }) } }
}
