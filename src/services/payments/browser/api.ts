import { encodeForm, type Parameters } from './form-encoding.ts'

/** An error as the library's methods return it. https://docs.stripe.com/js/appendix/stripe_error */
export interface StripeError {
  readonly type: string
  readonly code?: string
  readonly message?: string
  readonly [member: string]: unknown
}

/** An object of the API. */
export interface ApiObject {
  readonly id: string
  readonly object: string
  readonly [member: string]: unknown
}

/** The result of a request: the object, or the error. */
export type ApiResult = { readonly object: ApiObject } | { readonly error: StripeError }

/** The credentials of a page. */
export interface Credentials {
  readonly key: string
  /** The connected account that the page acts for. */
  readonly account: string | undefined
  readonly apiVersion: string | undefined
}

/**
 * Sends a request to the API at `origin`. Never rejects: an answer that is no JSON, and an API that cannot be reached,
 * become errors of the vendor's types.
 */
export async function request(
  origin: string,
  { key, account, apiVersion }: Credentials,
  method: 'GET' | 'POST',
  path: string,
  parameters: Parameters = {},
): Promise<ApiResult> {
  const form = encodeForm(parameters)
  const headers: Record<string, string> = { authorization: `Bearer ${key}` }
  if (account !== undefined) headers['stripe-account'] = account
  if (apiVersion !== undefined) headers['stripe-version'] = apiVersion
  if (method === 'POST') headers['content-type'] = 'application/x-www-form-urlencoded'
  const url = method === 'GET' && form !== '' ? `${origin}${path}?${form}` : origin + path
  try {
    const response = await fetch(url, { method, headers, ...(method === 'POST' ? { body: form } : {}) })
    const answer = (await response.json()) as ApiObject & { readonly error?: StripeError } // the form of all its answers
    return answer.error === undefined ? { object: answer } : { error: answer.error }
  } catch (cause) {
    return { error: { type: 'api_connection_error', message: `The API at ${origin} did not answer: ${String(cause)}` } }
  }
}
