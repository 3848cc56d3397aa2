import { OAuthFailure, type OAuthErrorCode } from '#oauth/failure.ts'
import type { SignInContext } from '#oidc-c/call.ts'

/**
 * The vendor's words for one of its errors. https://learn.microsoft.com/entra/identity-platform/reference-error-codes
 */
export interface Words {
  /** `error` on the wire. */
  readonly error: string
  /** The number after AADSTS. */
  readonly number: number
  readonly sentence: string
  /** A further member of the body at an endpoint for clients. */
  readonly suberror?: string
}

/** A failure that only this vendor has, or for which it has a number of its own. */
export class StsFailure extends OAuthFailure {
  override name = 'StsFailure'
  readonly words: Words

  /** @param message What was expected and what came. */
  constructor(code: OAuthErrorCode, words: Words, message: string) {
    super(code, message)
    this.words = words
  }
}

/** The part of a context that the ids of an error are made from. */
export type StsErrorContext = Pick<SignInContext, 'ids' | 'clock'> & { readonly correlationId?: string | null }

/** Returns the vendor's body of an error: its sentence, what was expected and what came, and the ids of the request. */
export function stsErrorJson({ error, number, sentence, suberror }: Words, message: string, context: StsErrorContext) {
  const timestamp = `${new Date(context.clock.now()).toISOString().slice(0, 19).replace('T', ' ')}Z`
  const traceId = context.ids.uuid()
  const correlationId = context.correlationId ?? context.ids.uuid()
  const description = sentence === '' || sentence === message ? message : `${sentence} ${message}`
  return {
    error,
    error_description: `AADSTS${number}: ${description}\r\nTrace ID: ${traceId}\r\nCorrelation ID: ${correlationId}\r\nTimestamp: ${timestamp}`,
    error_codes: [number],
    timestamp,
    trace_id: traceId,
    correlation_id: correlationId,
    error_uri: `https://login.microsoftonline.com/error?code=${number}`,
    ...(suberror === undefined ? {} : { suberror }),
  }
}

/** The failure for a missing parameter. */
export function missing(name: string): StsFailure {
  return new StsFailure(
    'invalid_request',
    {
      error: 'invalid_request',
      number: 900144,
      sentence: `The request body must contain the following parameter: '${name}'.`,
    },
    `${name} is missing`,
  )
}

/** The failure for a malformed scope. */
export function badScope(message: string, scope: string): StsFailure {
  const sentence = `The provided value for the input parameter 'scope' is not valid. The scope '${scope}' is not valid.`
  return new StsFailure('invalid_scope', { error: 'invalid_scope', number: 70011, sentence }, message)
}

/** The failure for a permission that an API does not have. */
export function noSuchPermission(client: string, permission: string, api: string, message: string): StsFailure {
  const sentence = `The application '${client}' asked for scope '${permission}' that doesn't exist on the resource '${api}'.`
  return new StsFailure('invalid_scope', { error: 'invalid_client', number: 650053, sentence }, message)
}

/** The failure for an unknown API. */
export function noSuchResource(name: string, message: string): StsFailure {
  const sentence = `The resource principal named ${name} was not found in the tenant.`
  return new StsFailure('invalid_target', { error: 'invalid_resource', number: 500011, sentence }, message)
}

/** The failure for scopes of two APIs in one token request. */
export function severalResources(names: readonly string[]): StsFailure {
  const sentence =
    "Provided value for the input parameter 'scope' is not valid because it contains more than one resource."
  const words = { error: 'invalid_request', number: 28000, sentence }
  return new StsFailure('invalid_request', words, `scope names ${names.join(' and ')}; expected permissions of one API`)
}

/** The failure for scopes that the person has not granted. */
export function notConsented(client: string, message: string): StsFailure {
  const sentence = `The user or administrator has not consented to use the application with ID '${client}'. Send an interactive authorization request for this user and resource.`
  const words = { error: 'invalid_grant', number: 65001, sentence, suberror: 'consent_required' }
  return new StsFailure('consent_required', words, message)
}

/** The failure for a code or refresh token that comes to another tenant than its own. */
export function otherTenant(message: string): StsFailure {
  const sentence = 'Provided grant is intended to use against other tenant, thus rejected.'
  return new StsFailure('invalid_grant', { error: 'invalid_grant', number: 700005, sentence }, message)
}
