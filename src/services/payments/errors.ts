import { Failure } from '#core/errors.ts'
import type { PaymentIntent, PaymentMethod, SetupIntent } from './schema/payments.ts'

// The vendor's codes and sentences: https://docs.stripe.com/error-codes, https://docs.stripe.com/api/errors

/** The types of the vendor's errors. */
export type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'

/** The members of an error beside its message. Intents and payment methods are rows, which `json/errors.ts` writes. */
export interface ErrorDetails {
  readonly type?: ErrorType
  readonly code?: string
  readonly param?: string
  readonly decline_code?: string
  readonly advice_code?: string
  readonly network_advice_code?: string
  readonly network_decline_code?: string
  readonly charge?: string
  readonly payment_intent?: PaymentIntent
  readonly payment_method?: PaymentMethod
  readonly setup_intent?: SetupIntent
  readonly payment_method_type?: string
  /** The error's name where OAuth has one: the answer then has the form of OAuth's errors. */
  readonly oauth?: string
}

/** A failure with the vendor's status, sentence and members. */
export function failure(
  status: number,
  message: string,
  details: ErrorDetails = {},
  headers: Readonly<Record<string, string>> = {},
): Failure {
  return new Failure(status, message, { type: 'invalid_request_error', ...details }, headers)
}

/** 400 with the vendor's sentence. */
export function invalidRequest(message: string, details: ErrorDetails = {}): Failure {
  return failure(400, message, details)
}

/** 400: a request names payment methods in a way that its version of the API no longer has. */
export function methodTypesGone(param: string): Failure {
  return invalidParameter(
    param,
    'The `payment_method_types` parameter is no longer supported on this API version. Use `allowed_payment_method_types` or `excluded_payment_method_types`, or let Stripe choose the payment methods.',
    'payment_method_types_no_longer_supported',
  )
}

/** 400: the version of the API no longer counts the records of a list. */
export function totalCountForbidden(param: string): Failure {
  return invalidParameter(param, 'The property total_count of lists can no longer be expanded.', 'property_forbidden')
}

/** 404: the version of the API has no such operation. */
export function unknownUrl(method: string, path: string): Failure {
  return failure(
    404,
    `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  )
}

/** 400: there is no such version of the API, or backlot does not speak it. */
export function invalidVersion(version: string, param?: string): Failure {
  const isTooOld = /^(?:201\d-\d\d-\d\d|2020-03-02)$/.test(version)
  const hint = isTooOld ? '. backlot speaks the versions from 2020-08-27 on' : ''
  return invalidRequest(`Invalid Stripe API version: ${version}${hint}`, param === undefined ? {} : { param })
}

/** 400: a parameter of the vendor's that backlot does not hold. */
export function parameterUnsupported(param: string): Failure {
  return failure(400, `backlot does not hold the parameter \`${param}\`. See docs/payments.md for what it holds.`, {
    param,
  })
}

/** 400: the value of a parameter is refused. `code` where the vendor has one. */
export function invalidParameter(param: string, message: string, code?: string): Failure {
  return failure(400, message, { ...(code === undefined ? {} : { code }), param })
}

/** 400: a moment that has to be in the future has passed. */
export function momentPassed(param: string, at: number): Failure {
  return invalidParameter(
    param,
    `The parameter \`${param}\` expects a unix timestamp representing a date and time in the future. You specified the value \`${at}\` which is in the past.`,
  )
}

/** 400: an empty string for a parameter that cannot be unset. */
export function parameterEmpty(param: string): Failure {
  return invalidParameter(
    param,
    `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
    'parameter_invalid_empty',
  )
}

/** 400: a required parameter is absent. */
export function missingParameter(param: string): Failure {
  return invalidParameter(param, `Missing required param: ${param}.`, 'parameter_missing')
}

/** 400: parameters that the operation does not have. */
export function unknownParameters(params: readonly string[], suggestion?: string): Failure {
  const [first = ''] = params
  const hint = suggestion === undefined || params.length > 1 ? '' : `. Did you mean ${suggestion}?`
  const message = `Received unknown parameter${params.length === 1 ? '' : 's'}: ${params.join(', ')}${hint}`
  return invalidParameter(first, message, 'parameter_unknown')
}

const OTHER_ACCOUNT =
  "; It's possible this PaymentMethod exists on one of your connected accounts, in which case you should retry this request on that connected account. Learn more at https://stripe.com/docs/connect/authentication"

/**
 * The record that an id names does not exist. `what` is the vendor's name of its kind: `customer`, `PaymentMethod`. The
 * status is 404 for a record that the path names, and 400 for one that a parameter names.
 */
export function noSuch(what: string, id: string, param: string, status: 400 | 404): Failure {
  const hint = what === 'PaymentMethod' ? OTHER_ACCOUNT : ''
  return failure(status, `No such ${what}: '${id}'${hint}`, { code: 'resource_missing', param })
}

/** 401: the request has no key. */
export function missingKey(): Failure {
  return failure(
    401,
    "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
    {},
    { 'www-authenticate': 'Bearer realm="Stripe"' },
  )
}

/** 401: no key of the account. */
export function invalidKey(key: string): Failure {
  return failure(401, `Invalid API Key provided: ${masked(key)}`, {}, { 'www-authenticate': 'Bearer realm="Stripe"' })
}

/** 401: a key of the vendor's live mode. */
export function liveKey(key: string): Failure {
  return failure(
    401,
    `Invalid API Key provided: ${masked(key)}. This is a live mode key, and backlot is a stand-in for test mode: use a key that begins with sk_test_, rk_test_ or pk_test_, and never put a live key into a test.`,
    {},
    { 'www-authenticate': 'Bearer realm="Stripe"' },
  )
}

/** 401: a publishable key where a secret one is needed. */
export function secretKeyRequired(): Failure {
  return failure(
    401,
    'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
    { code: 'secret_key_required' },
  )
}

/** 403: a restricted key without the permission. */
export function permissionDenied(key: string, account: string, permission: string): Failure {
  return failure(
    403,
    `The provided key '${masked(key)}' does not have the required permissions for this endpoint on account '${account}'. Having the '${permission}' permission would allow this request to continue.`,
  )
}

/** 403: the account of `Stripe-Account` is none that the platform may act for. */
export function accountInvalid(key: string, account: string): Failure {
  return failure(
    403,
    `The provided key '${masked(key)}' does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`,
    { code: 'account_invalid' },
  )
}

/** 400: another request used the idempotency key with other parameters. */
export function idempotencyMismatch(key: string): Failure {
  return reusedKey(key, 'with the same parameters they were first used with')
}

/** 400: an idempotency key was used before at another path. */
export function idempotencyElsewhere(key: string, before: string, path: string): Failure {
  return reusedKey(key, `for the same endpoint they were first used for ('${path}' vs '${before}')`)
}

function reusedKey(key: string, use: string): Failure {
  return failure(
    400,
    `Keys for idempotent requests can only be used ${use}. Try using a key other than '${key}' if you meant to execute a different request.`,
    { type: 'idempotency_error' },
  )
}

/** 409: another request with this idempotency key is under way. */
export function idempotencyKeyInUse(key: string): Failure {
  return failure(
    409,
    `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    { type: 'idempotency_error', code: 'idempotency_key_in_use' },
  )
}

/**
 * A failure of OAuth, with the name that its specification gives it.
 * https://docs.stripe.com/connect/oauth-reference
 */
export function oauthFailure(status: 400 | 401, oauth: string, message: string): Failure {
  return failure(status, message, { oauth })
}

/** 402: a payment that was declined. */
export function cardError(message: string, details: ErrorDetails): Failure {
  return failure(402, message, { type: 'card_error', ...details })
}

/** Returns a key as the vendor shows it: the beginning, asterisks, and the last four characters. */
function masked(key: string): string {
  const [kind = ''] = /^[a-z]+_(?:test|live)_/.exec(key) ?? []
  const hidden = key.slice(kind.length, -4)
  return `${kind}${'*'.repeat(hidden.length)}${key.slice(Math.max(kind.length, key.length - 4))}`
}
