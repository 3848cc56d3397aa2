import { OAuthFailure, type OAuthErrorCode } from '../../oauth/failure.ts'

/** What the vendor says of one of its errors. https://learn.microsoft.com/entra/identity-platform/reference-error-codes */
export interface Words {
  /** `error` on the wire. */
  readonly error: string
  /** The number after AADSTS. */
  readonly number: number
  readonly sentence: string
  /** What the answer of an endpoint that clients call says beside it. */
  readonly suberror?: string
}

/** A failure that only this vendor has, or has a number of its own for. */
export class StsFailure extends OAuthFailure {
  override name = 'StsFailure'
  readonly words: Words

  /** @param message What was expected and what came. */
  constructor(code: OAuthErrorCode, words: Words, message: string) {
    super(code, message)
    this.words = words
  }
}

/** A parameter that must be there. */
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

/** Scopes that cannot be what they are. */
export function badScope(message: string, scope: string): StsFailure {
  const sentence = `The provided value for the input parameter 'scope' is not valid. The scope '${scope}' is not valid.`
  return new StsFailure('invalid_scope', { error: 'invalid_scope', number: 70011, sentence }, message)
}

/** A permission that an API does not have. */
export function noSuchPermission(client: string, permission: string, api: string, message: string): StsFailure {
  const sentence = `The application '${client}' asked for scope '${permission}' that doesn't exist on the resource '${api}'.`
  return new StsFailure('invalid_scope', { error: 'invalid_client', number: 650053, sentence }, message)
}

/** An API that is not here. */
export function noSuchResource(name: string, message: string): StsFailure {
  const sentence = `The resource principal named ${name} was not found in the tenant.`
  return new StsFailure('invalid_target', { error: 'invalid_resource', number: 500011, sentence }, message)
}

/** Permissions of two APIs where a token is for one. */
export function severalResources(names: readonly string[]): StsFailure {
  const sentence =
    "Provided value for the input parameter 'scope' is not valid because it contains more than one resource."
  const words = { error: 'invalid_request', number: 28000, sentence }
  return new StsFailure('invalid_request', words, `scope names ${names.join(' and ')}; expected permissions of one API`)
}

/** What the person has not agreed to. */
export function notConsented(client: string, message: string): StsFailure {
  const sentence = `The user or administrator has not consented to use the application with ID '${client}'. Send an interactive authorization request for this user and resource.`
  const words = { error: 'invalid_grant', number: 65001, sentence, suberror: 'consent_required' }
  return new StsFailure('consent_required', words, message)
}

/** A code or refresh token that is sent to another tenant than that of its person. */
export function otherTenant(message: string): StsFailure {
  const sentence = 'Provided grant is intended to use against other tenant, thus rejected.'
  return new StsFailure('invalid_grant', { error: 'invalid_grant', number: 700005, sentence }, message)
}
