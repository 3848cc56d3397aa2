import type { RequestRecord } from '../request-log/requests.ts'
import { percentDecode } from '../text/percent-decode.ts'
import { bodyValue } from './body-value.ts'

/** The types of one operation, as far as they are known. */
export interface OperationTypes<P extends object = Readonly<Record<string, string>>, B = unknown> {
  /** The values of the parameters in its path. */
  readonly params: P
  /** The body that a client may send. */
  readonly body: B
}

/** A value of JSON. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue | undefined }

/** A call of an operation that a client made, with its answer. `A` is what the operation answers with. */
export interface ReceivedCall<T extends OperationTypes = OperationTypes, A = JsonValue> {
  /** Counts up from 1 since the last reset. */
  readonly id: number
  /** The vendor's id of the operation; null for a request that matched none. */
  readonly operation: string | null
  /** The operations within the body, as GraphQL has them: `mutation addComment`. Empty for others. */
  readonly carried: readonly string[]
  /** The HTTP method, in capitals. */
  readonly method: string
  /** The path as the client sent it, without the query. */
  readonly path: string
  /** The parameters in the path, decoded. */
  readonly params: T['params']
  /** The query parameters; the last value of a repeated one. */
  readonly query: Readonly<Record<string, string>>
  /** The body: JSON parsed, a form as an object of texts; other text as it is; null for none. */
  readonly body: T['body']
  /** The status of the answer; null while the request is under way, and when the connection was dropped. */
  readonly status: number | null
  /**
   * The body of the answer, in the same form. Its type is that of an answer of the operation; a call that was refused
   * has the vendor's error instead, so look at `status` where that may be. Null for none.
   */
  readonly answer: A
  /** The name of the principal; null for an anonymous request. */
  readonly principal: string | null
  /** True when the request's body is a form, whose values are texts. */
  readonly isForm: boolean
  /** The request as the log has it, with its headers, its time and the texts of its bodies. */
  readonly request: RequestRecord
}

/** Returns the call that a recorded request is. */
export function receivedCall(request: RequestRecord): ReceivedCall {
  const { id, operation, carried, method, path, query, status, principal, route } = request
  const { value: body, isForm } = bodyValue(request.request)
  return {
    id,
    operation,
    carried,
    method,
    path,
    params: route === null ? {} : (paramsOf(route, path) ?? {}),
    query,
    body,
    status,
    answer: bodyValue(request.response).value as JsonValue, // parsed from JSON, or a text
    principal,
    isForm,
    request,
  }
}

/** Returns the parameters of a template in a path, which may have a prefix; null where it does not fit. */
export function paramsOf(template: string, path: string): Record<string, string> | null {
  const wanted = template.split('/').slice(1)
  const segments = path.split('/').slice(1)
  for (let start = 0; start <= segments.length - wanted.length; start++) {
    const params = match(wanted, segments.slice(start))
    if (params !== null) return params
  }
  return null
}

function match(wanted: readonly string[], segments: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const segment = segments[index] ?? ''
    const rest = part === '*' ? segments.slice(index).join('/') : segment
    const value = percentDecode(rest) ?? rest
    if (part === '*') return { ...params, '*': value }
    if (part.startsWith(':')) params[part.replace(/^:|\{.*$/g, '')] = value
    else if (part !== segment) return null
  }
  const rest = segments.slice(wanted.length)
  return rest.every((segment) => segment === '') ? params : null
}
