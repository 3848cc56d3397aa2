import type { CodehostCall } from '#codehost/call.ts'
import type { Failure } from '#core/errors.ts'

/** The vendor's names of errors, where an error has one. */
export type FailureType =
  | 'ARGUMENT_LIMIT'
  | 'EXCESSIVE_PAGINATION'
  | 'FORBIDDEN'
  | 'INSUFFICIENT_SCOPES'
  | 'INVALID_CURSOR_ARGUMENTS'
  | 'INVALID_PAGINATION_BOUNDARIES'
  | 'MAX_NODE_LIMIT_EXCEEDED'
  | 'MISSING_PAGINATION_BOUNDARIES'
  | 'NOT_FOUND'
  | 'SERVICE_UNAVAILABLE'
  | 'STALE_DATA'
  | 'UNPROCESSABLE'

/** An error of one field, as the vendor reports it beside the data of all others. */
export class FieldFailure extends Error {
  override name = 'FieldFailure'
  readonly type: FailureType
  readonly extensions: Readonly<Record<string, unknown>> | undefined

  constructor(type: FailureType, message: string, extensions?: Readonly<Record<string, unknown>>) {
    super(message)
    this.type = type
    this.extensions = extensions
  }
}

/** `NOT_FOUND`: `Could not resolve to a Repository with the name 'octocat/nothing'.` */
export function unresolved(type: string, by: string): FieldFailure {
  return new FieldFailure('NOT_FOUND', `Could not resolve to ${article(type)} ${type} with the ${by}.`)
}

/** `NOT_FOUND`: no node has this id, or the principal may not know of it. */
export function noSuchNode(id: string): FieldFailure {
  return new FieldFailure('NOT_FOUND', `Could not resolve to a node with the global id of '${id}'`)
}

/** `FORBIDDEN`, with the vendor's sentence. */
export function fieldForbidden(message: string): FieldFailure {
  return new FieldFailure('FORBIDDEN', message)
}

/** `UNPROCESSABLE`, with the vendor's sentence. */
export function fieldUnprocessable(message: string): FieldFailure {
  return new FieldFailure('UNPROCESSABLE', message)
}

/** `FORBIDDEN`: the GitHub App, or the fine-grained token, lacks the permission for the field. */
export function fieldNotAccessible({ principal }: Pick<CodehostCall, 'principal'>): FieldFailure {
  return notAccessibleBy(principal?.fineGrained === undefined ? 'integration' : 'personal access token')
}

function notAccessibleBy(credentials: string): FieldFailure {
  return new FieldFailure('FORBIDDEN', `Resource not accessible by ${credentials}`, { saml_failure: false })
}

/** A field or a mutation that the vendor has, and backlot has not. */
export function notImplemented(type: string, field: string): FieldFailure {
  const what = type === 'Mutation' ? `the mutation \`${field}\`` : `the field \`${field}\` of the type \`${type}\``
  return new FieldFailure(
    'SERVICE_UNAVAILABLE',
    `backlot's codehost does not implement ${what}, which GitHub has. Please ask for it in backlot's issue tracker.`,
    { code: 'notImplemented', typeName: type, fieldName: field },
  )
}

/** An argument that the vendor's field has, and backlot does not know. */
export function argumentNotImplemented(type: string, field: string, argument: string): FieldFailure {
  const what = type === 'Mutation' ? `the mutation \`${field}\`` : `the field \`${field}\` of the type \`${type}\``
  const name = argument.replace(/^input\./, '')
  return new FieldFailure(
    'SERVICE_UNAVAILABLE',
    `backlot's codehost does not implement the argument \`${name}\` of ${what}, which GitHub has. ` +
      "Please ask for it in backlot's issue tracker.",
    { code: 'notImplemented', typeName: type, fieldName: field, argumentName: name },
  )
}

/** Returns a failure of the rules, which REST answers with a status, as an error of GraphQL. */
export function fieldFailureOf(failure: Failure): FieldFailure {
  const { status, message, details } = failure
  const [, credentials] = /^Resource not accessible by (.+)$/.exec(message) ?? []
  if (credentials !== undefined) return notAccessibleBy(credentials)
  if (status === 404) return new FieldFailure('NOT_FOUND', message)
  if (status === 401 || status === 403) return fieldForbidden(message)
  const { errors } = details
  return fieldUnprocessable(Array.isArray(errors) && errors.length > 0 ? errors.map(sentence).join(', ') : message)
}

/** Returns the sentence of one of the `errors` of a refused REST request. */
function sentence(error: unknown): string {
  if (typeof error === 'string') return error
  const { field = '', code, message } = error as { field?: string; code?: string; message?: string } // a FieldError
  if (message !== undefined) return message.charAt(0).toUpperCase() + message.slice(1)
  const name = field === '' ? 'Record' : `${field.charAt(0).toUpperCase()}${field.slice(1).replaceAll('_', ' ')}`
  if (code === 'missing_field') return `${name} can't be blank`
  return code === 'already_exists' ? `${name} has already been taken` : `${name} is invalid`
}

function article(type: string): string {
  return /^[AEIOU]/i.test(type) && type !== 'User' ? 'an' : 'a'
}
