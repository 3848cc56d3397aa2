import type { Answer } from '#core/answer.ts'
import type { Dialect, Failure } from '#core/errors.ts'
import type { PaymentsCall } from '#payments/call.ts'
import {
  cardError,
  failure,
  idempotencyKeyInUse,
  invalidParameter,
  invalidRequest,
  type ErrorDetails,
  type ErrorType,
} from '#payments/errors.ts'
import { requestIdOf, versionOf } from '#payments/protocol/request.ts'
import { inVersion } from '#payments/versions/objects.ts'
import { paymentIntentJson, setupIntentJson } from './intents.ts'
import { paymentMethodJson } from './payment-methods.ts'

const NAMED: Readonly<Record<string, (call: PaymentsCall) => Failure>> = {
  rate_limit: () => failure(429, 'Request rate limit exceeded.', { code: 'rate_limit' }),
  lock_timeout: () =>
    failure(
      429,
      'This object cannot be accessed right now because another API request or Stripe process is currently accessing it. If you see this error intermittently, retry the request. If you see this error frequently and are making multiple concurrent requests to a single object, make your requests serially or at a lower rate. For more details, see https://stripe.com/docs/rate-limits#object-lock-timeouts.',
      { code: 'lock_timeout' },
      { 'stripe-should-retry': 'true' },
    ),
  idempotency_key_in_use: (call) => idempotencyKeyInUse(call.header('idempotency-key') ?? ''),
  card_declined: () => cardError('Your card was declined.', { code: 'card_declined', decline_code: 'generic_decline' }),
  api_error: () => failure(500, 'An unknown error occurred', { type: 'api_error' }),
}

/** The codes whose errors have no `doc_url`. */
const UNDOCUMENTED: ReadonlySet<string> = new Set(['subscription_payment_intent_requires_action'])

/** The type of a failure that carries only a status, such as that of a fault. */
function typeOf(status: number): ErrorType {
  return status === 402 ? 'card_error' : status < 500 ? 'invalid_request_error' : 'api_error'
}

/** Writes a failure in Stripe's envelope, indented by two spaces. */
export function answerFailure({ status, message, details, headers }: Failure, call: PaymentsCall): Answer<never> {
  const {
    type = typeOf(status),
    code,
    payment_intent,
    payment_method,
    setup_intent,
    oauth,
    ...rest
  } = details as ErrorDetails // failures of this service have these members
  if (oauth !== undefined) return indented(status, headers, { error: oauth, error_description: message })
  const older = (object: object): object => inVersion(call, object, versionOf(call))
  const error = {
    ...(code === undefined ? {} : { code }),
    ...(code === undefined || UNDOCUMENTED.has(code)
      ? {}
      : { doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` }),
    message,
    ...rest,
    ...(payment_intent === undefined ? {} : { payment_intent: older(paymentIntentJson(call, payment_intent)) }),
    ...(payment_method === undefined ? {} : { payment_method: older(paymentMethodJson(payment_method)) }),
    ...(setup_intent === undefined ? {} : { setup_intent: older(setupIntentJson(call, setup_intent)) }),
    request_log_url: `https://dashboard.stripe.com/test/logs/${requestIdOf(call)}`,
    type,
  }
  return indented(status, headers, { error })
}

function indented(status: number, headers: Failure['headers'], body: object): Answer<never> {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: `${JSON.stringify(body, null, 2)}\n`,
  }
}

/** Stripe's error envelope: `{error: {type, code, param, message, …}}`. */
export const dialect: Dialect<PaymentsCall> = {
  failure: answerFailure,
  unknownRoute: (hint, { method, path }) => failure(501, `Unrecognized request URL (${method}: ${path}). ${hint}`),
  internal: () =>
    failure(500, 'An error occurred inside backlot, see the error on the record of the request.', {
      type: 'api_error',
    }),
  malformed: (reason) => invalidRequest(`Invalid request: the body is not valid JSON: ${reason}`),
  invalid: ([problem]) => invalidParameter(problem?.path.join('.') ?? '', problem?.message ?? 'Invalid request'),
  named: NAMED,
}
