import { kindNamed } from '../schema/method-kinds.ts'
import { request, type ApiObject, type ApiResult, type Credentials, type StripeError } from './api.ts'
import { Element } from './element.ts'
import { Elements, isClientSecret } from './elements.ts'
import { IntegrationError, notBuilt } from './integration-error.ts'
import { optionsOf, type Options } from './messages.ts'
import { challengeUrl, isAnsweredElsewhere, redirectUrl, showChallenge } from './next-action.ts'

/** The two kinds of intents, which the same methods handle. */
export interface IntentKind {
  /** The member of results: `paymentIntent`. */
  readonly member: 'paymentIntent' | 'setupIntent'
  readonly path: string
  /** The member of errors that has the intent. */
  readonly errorMember: string
  /** The member of the intent that has its last error. */
  readonly lastError: string
  /** The beginning of the query parameters of a return URL. */
  readonly query: string
}

/** Payment intents. */
export const PAYMENT: IntentKind = {
  member: 'paymentIntent',
  path: '/v1/payment_intents',
  errorMember: 'payment_intent',
  lastError: 'last_payment_error',
  query: 'payment_intent',
}

/** Setup intents. */
export const SETUP: IntentKind = {
  member: 'setupIntent',
  path: '/v1/setup_intents',
  errorMember: 'setup_intent',
  lastError: 'last_setup_error',
  query: 'setup_intent',
}

/** The result of a method: the intent, or an error. */
export type IntentResult = { readonly [member: string]: ApiObject } | { readonly error: StripeError }

/** Returns the kind of intent that a client secret belongs to. */
export function kindOf(clientSecret: string): IntentKind {
  return clientSecret.startsWith('seti_') ? SETUP : PAYMENT
}

/** Returns the id of the intent that a client secret belongs to. */
function intentIdOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? ''
}

/** @throws IntegrationError for a text that is no client secret of the kind. */
export function checkClientSecret(
  method: string,
  clientSecret: unknown,
  kind?: IntentKind,
): asserts clientSecret is string {
  const fits = isClientSecret(clientSecret) && (kind === undefined || kindOf(clientSecret) === kind)
  if (!fits) {
    const of = kind === SETUP ? 'SetupIntent' : kind === PAYMENT ? 'PaymentIntent' : 'PaymentIntent or SetupIntent'
    throw new IntegrationError(
      `Invalid value for ${method}: clientSecret should be a ${of} client secret of the form \${id}_secret_\${secret}. You specified: ${String(clientSecret)}.`,
    )
  }
}

/** Reads an intent. */
export function retrieveIntent(credentials: Credentials, clientSecret: string): Promise<ApiResult> {
  const path = `${kindOf(clientSecret).path}/${intentIdOf(clientSecret)}`
  return request(SERVED_API, credentials, 'GET', path, { client_secret: clientSecret })
}

/** Confirms an intent and, unless `handleActions` is false, takes the person through what the bank asks. */
async function confirmIntent(
  credentials: Credentials,
  clientSecret: string,
  parameters: Options,
  handleActions = true,
): Promise<ApiResult> {
  const confirmed = await request(
    SERVED_API,
    credentials,
    'POST',
    `${kindOf(clientSecret).path}/${intentIdOf(clientSecret)}/confirm`,
    // The page's frame shows the bank's page, so the API is not to redirect.
    { ...parameters, use_stripe_sdk: true, client_secret: clientSecret },
  )
  if ('error' in confirmed || !handleActions) return confirmed
  return proceed(credentials, clientSecret, confirmed.object)
}

/** Takes the person through what an intent requires next. Never resolves when the browser leaves the page for it. */
export async function proceed(credentials: Credentials, clientSecret: string, intent: ApiObject): Promise<ApiResult> {
  if (intent['status'] !== 'requires_action') return { object: intent }
  if (isAnsweredElsewhere(intent)) return withError(clientSecret, await answered(credentials, clientSecret))
  const challenge = challengeUrl(intent)
  if (challenge === undefined) {
    const url = redirectUrl(intent)
    // Other actions, such as microdeposits and vouchers, are for the application.
    if (url === undefined) return { object: intent }
    return leaveFor(url)
  }
  await showChallenge(challenge)
  return withError(clientSecret, await retrieveIntent(credentials, clientSecret))
}

/** Milliseconds between two looks at an intent that the customer answers elsewhere. */
const LOOKS_EVERY = 500

/** Reads an intent again and again, until the customer has answered. */
async function answered(credentials: Credentials, clientSecret: string): Promise<ApiResult> {
  const current = await retrieveIntent(credentials, clientSecret)
  if ('error' in current || current.object['status'] !== 'requires_action') return current
  await new Promise((resolve) => setTimeout(resolve, LOOKS_EVERY))
  return answered(credentials, clientSecret)
}

/** Turns an intent whose customer has refused into its error. */
function withError(clientSecret: string, after: ApiResult): ApiResult {
  if ('error' in after || after.object['status'] !== 'requires_payment_method') return after
  const { errorMember, lastError } = kindOf(clientSecret)
  const error = optionsOf(after.object[lastError])
  return { error: { type: 'invalid_request_error', ...error, [errorMember]: after.object } }
}

/** Sends the browser to an address. The promise never resolves: the page is about to end. */
export function leaveFor(url: string): Promise<never> {
  window.location.assign(url)
  return new Promise(() => {})
}

/** Turns an answer of the API into the result of a method. */
export function resultOf(kind: IntentKind, answer: ApiResult): IntentResult {
  return 'error' in answer ? { error: answer.error } : { [kind.member]: answer.object }
}

/** The arguments of `confirmPayment` and `confirmSetup`. */
export interface ConfirmArguments {
  readonly elements?: Elements
  readonly clientSecret?: string
  readonly confirmParams?: Options
  readonly redirect?: 'always' | 'if_required'
}

/**
 * Confirms an intent with the fields of a group: `confirmPayment` and `confirmSetup`. With `redirect: 'if_required'` it
 * resolves; otherwise the browser goes to the return URL.
 *
 * @throws IntegrationError for arguments that do not fit together.
 */
export async function confirmWithElements(
  method: string,
  kind: IntentKind,
  credentials: Credentials,
  { elements, clientSecret: ownSecret, confirmParams = {}, redirect = 'always' }: ConfirmArguments,
): Promise<IntentResult> {
  const clientSecret = ownSecret ?? elements?.clientSecret
  if (elements !== undefined && !(elements instanceof Elements)) {
    throw new IntegrationError(`Invalid value for stripe.${method}(): elements should be an Elements instance.`)
  }
  checkClientSecret(`stripe.${method}()`, clientSecret, kind)
  if (elements?.isDeferred === true && !elements.isSubmitted) {
    throw new IntegrationError(
      `elements.submit() must be called before stripe.${method}(). Call elements.submit() as soon as your customer presses pay, prior to any asynchronous work.`,
    )
  }
  const returnUrl = confirmParams['return_url']
  if (redirect === 'always' && typeof returnUrl !== 'string') {
    throw new IntegrationError(
      `stripe.${method}(): the \`return_url\` parameter is required in \`confirmParams\` unless \`redirect: 'if_required'\` is set.`,
    )
  }
  const collected =
    elements === undefined ? { parameters: confirmParams } : await collectMethod(method, kind, elements, confirmParams)
  if ('error' in collected) return { error: collected.error }
  const result = await confirmIntent(credentials, clientSecret, collected.parameters)
  if ('error' in result || redirect === 'if_required') return resultOf(kind, result)
  return leaveFor(returnUrlOf(String(returnUrl), kind, clientSecret, result.object))
}

/** Returns the return URL with the intent in its query, as the application finds it after a redirect. */
function returnUrlOf(returnUrl: string, kind: IntentKind, clientSecret: string, intent: ApiObject): string {
  const url = new URL(returnUrl, window.location.href)
  url.searchParams.set(kind.query, intent.id)
  url.searchParams.set(`${kind.query}_client_secret`, clientSecret)
  const settled = ['succeeded', 'requires_capture'].includes(String(intent['status']))
  url.searchParams.set(
    'redirect_status',
    settled ? 'succeeded' : ['processing', 'requires_action'].includes(String(intent['status'])) ? 'pending' : 'failed',
  )
  return url.href
}

/** Makes the payment method of a group, unless the page names one, and returns the parameters of the confirmation. */
async function collectMethod(
  method: string,
  kind: IntentKind,
  elements: Elements,
  confirmParams: Options,
): Promise<{ readonly error: StripeError } | { readonly parameters: Options }> {
  const details = await elements.details()
  if ('error' in details) return details
  const shipping = details.shipping === undefined ? {} : { shipping: details.shipping }
  if (confirmParams['payment_method'] !== undefined || confirmParams['confirmation_token'] !== undefined) {
    return { parameters: { ...shipping, ...confirmParams } }
  }
  const element = elements.paymentElement
  if (element === undefined) {
    throw new IntegrationError(`stripe.${method}(): the Elements instance should have a mounted Payment Element.`)
  }
  const { payment_method_data: data, ...rest } = confirmParams
  const { billing_details: billing, ...more } = optionsOf(data)
  const created = await element.collectObject(
    'paymentMethod',
    { ...more, billing_details: { ...details.billing, ...optionsOf(billing) } },
    elements.siblingsOf(element),
  )
  if ('error' in created) return created
  const usage = kind === SETUP ? undefined : created.setupFutureUsage
  const future = usage === undefined ? {} : { setup_future_usage: usage }
  const { methodOptions } = created
  const options =
    methodOptions === undefined
      ? {}
      : { payment_method_options: { ...methodOptions, ...optionsOf(rest['payment_method_options']) } }
  return { parameters: { ...shipping, ...future, ...rest, ...options, payment_method: created.object.id } }
}

/**
 * Confirms an intent with a card: `confirmCardPayment`, `confirmCardSetup` and their like for bank debits.
 *
 * @throws IntegrationError for a payment method that is neither an id nor an element nor described.
 */
export async function confirmWithMethod(
  name: string,
  type: string,
  credentials: Credentials,
  groups: readonly Elements[],
  clientSecret: string,
  data: Options = {},
  options: Options = {},
): Promise<IntentResult> {
  const { payment_method: method, ...rest } = data
  if (isDescribed(type, method)) {
    const result = await confirmIntent(
      credentials,
      clientSecret,
      { ...rest, payment_method_data: { [type]: {}, ...optionsOf(method), type } },
      options['handleActions'] !== false,
    )
    return resultOf(kindOf(clientSecret), result)
  }
  const named = await methodFrom(name, type, groups, method)
  if ('error' in named) return { error: named.error }
  const parameters = named.id === undefined ? rest : { ...rest, payment_method: named.id }
  const result = await confirmIntent(credentials, clientSecret, parameters, options['handleActions'] !== false)
  return resultOf(kindOf(clientSecret), result)
}

/** Returns whether a page describes the payment method itself. An account may be an element as well, a card must be. */
function isDescribed(type: string, method: unknown): boolean {
  if (typeof method === 'string') return false
  if (kindNamed(type) !== undefined) return true
  const source = optionsOf(method)[type]
  return type !== 'card' && typeof source === 'object' && source !== null && !(source instanceof Element)
}

async function methodFrom(
  name: string,
  type: string,
  groups: readonly Elements[],
  method: unknown,
): Promise<{ readonly error: StripeError } | { readonly id: string | undefined }> {
  if (method === undefined || typeof method === 'string') return { id: method }
  const { [type]: source, ...parameters } = optionsOf(method)
  if (!(source instanceof Element)) {
    if (typeof source === 'object' && source !== null && 'token' in source) {
      throw notBuilt(`stripe.${name}() with the token of a card`)
    }
    throw new IntegrationError(
      `Invalid value for stripe.${name}(): payment_method.${type} should be an element. You can pass the id of a payment method as payment_method.`,
    )
  }
  const group = groups.find((each) => each.has(source))
  const created = await source.collectObject('paymentMethod', parameters, group?.siblingsOf(source))
  return 'error' in created ? created : { id: created.object.id }
}
