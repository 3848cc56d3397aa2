import { json, type Answer } from '#core/answer.ts'
import { Failure } from '#core/errors.ts'
import { declareInput } from '#core/route-input.ts'
import { routesFor, type Params, type Route } from '#core/routes.ts'
import type { PaymentsCall, SignedCall } from '#payments/call.ts'
import { invalidRequest, permissionDenied, secretKeyRequired, unknownUrl, type ErrorDetails } from '#payments/errors.ts'
import { expanded } from '#payments/protocol/expand.ts'
import { parseForm, withoutPrototypes, type RawHash } from '#payments/protocol/form.ts'
import type { FormerRequest } from './former-path.ts'
import { onceForKey } from './idempotency.ts'
import { pageOf, type PageInput, type RowList } from '#payments/protocol/list.ts'
import { pageJson, type PageJson } from '#payments/json/page.ts'
import { fieldsOf, list, readFields, text, type Fields, type ValuesOf } from '#payments/protocol/params.ts'
import { requestIdOf, versionOf } from '#payments/protocol/request.ts'
import type { ApiVersion } from '#payments/schema/api-versions.ts'
import { followOutcomes, settleOutcomes } from '#payments/rules/outcomes.ts'
import { inVersion } from '#payments/versions/objects.ts'
import { loadUpload, type UploadForm } from '#payments/steps/uploaded-file.ts'
import { inNewestVersion, nameInRequest } from '#payments/versions/requests.ts'
import { resourcesOf } from '#payments/versions/resources.ts'

/**
 * The input of a handler: the call, the path's parameters, and the checked parameters of the body or the query as
 * `input`.
 */
type Handled<P extends string, F extends Fields> = SignedCall &
  Params<P> & { readonly input: ValuesOf<F>; readonly account: string }

/** The keys that a route accepts beside a secret key, and the versions that it is in. */
interface RouteOptions {
  /** True where a publishable key may call; the handler checks the client secret. */
  readonly publishable?: boolean
  /** The first version of the API without the operation. */
  readonly until?: ApiVersion
}

type Write = <const P extends string, const F extends Fields>(
  operation: string,
  path: P,
  params: F,
  handler: (call: Handled<P, F>) => Answer,
  options?: RouteOptions,
) => Route

const verbs = routesFor<PaymentsCall>()

/**
 * Writes a route that reads: the operation's id in the vendor's description, its path, its parameters, and the handler.
 */
export const get: Write = (operation, path, params, handler, options) =>
  write(verbs.get, operation, path, params, handler, options)

/** Writes a route that changes. An idempotency key applies to it. */
export const post: Write = (operation, path, params, handler, options) =>
  write(verbs.post, operation, path, params, handler, options)

/** Writes a route that deletes. */
export const del: Write = (operation, path, params, handler, options) =>
  write(verbs.del, operation, path, params, handler, options)

/** Writes a route whose body is a form of `multipart/form-data` with a file, which the handler finds in `upload`. */
export const upload = <const P extends string, const F extends Fields>(
  operation: string,
  path: P,
  params: F,
  handler: (call: Handled<P, F> & { readonly upload: UploadForm }) => Answer,
  options?: RouteOptions,
): Route => {
  const verb = (id: string, at: string, handle: (call: PaymentsCall) => Answer): Route =>
    verbs.post(id, at, loadUpload, handle)
  return write(verb, operation, path, params, handler, options)
}

/** Returns a failure whose `param` has the name that the request has for it. */
function inRequestedWords(error: unknown, request: RawHash, newest: RawHash): unknown {
  if (!(error instanceof Failure)) return error
  const { status, message, details, headers } = error
  const { param } = details as ErrorDetails // failures of this service have these members
  if (param === undefined) return error
  return new Failure(status, message, { ...details, param: nameInRequest(request, newest, param) }, headers)
}

type Verb = (operation: string, path: string, handler: (call: PaymentsCall) => Answer) => Route

/** The parameters of every operation. Libraries name themselves in `payment_user_agent`. */
const COMMON = { expand: list(text()), payment_user_agent: text() }

function write(
  verb: unknown,
  operation: string,
  path: string,
  params: Fields,
  handler: (call: never) => Answer,
  { publishable = false, until }: RouteOptions = {},
): Route {
  const fields = { ...params, ...COMMON, ...(publishable ? { key: text() } : {}) }
  const handle = (call: PaymentsCall): Answer => {
    const signed = signedCall(call)
    checkKey(signed, path, publishable)
    requestIdOf(call)
    const version = versionOf(call)
    if (until !== undefined && version >= until) throw unknownUrl(call.method, call.path)
    const request = rawInput(call)
    const raw = inNewestVersion(call, operation, request, version)
    const inOwnWords = <T>(run: () => T): T => {
      try {
        return run()
      } catch (error) {
        throw raw === request ? error : inRequestedWords(error, request, raw)
      }
    }
    Object.assign(call, {
      input: inOwnWords(() => readFields(fieldsOf(version, fields), raw)),
      account: signed.principal.account,
    })
    const { requires } = call as FormerRequest // only a former path sets it
    requires?.(signed.principal.account)
    const work = (): Answer => {
      // The end of a change is final, a decline too: the SDKs do not try again.
      if (call.method === 'POST') call.responseHeaders['stripe-should-retry'] = 'false'
      const answer = inOwnWords(() => handler(call as never)) // the members of `Handled` were added above
      settleOutcomes(call)
      return answer
    }
    return call.method === 'POST' ? onceForKey(signed, work) : work()
  }
  declareInput(handle, { media: 'form', schema: null, names: Object.keys(fields) })
  // routesFor types a path and its parameters
  return (verb as Verb)(operation, path, handle)
}

function signedCall(call: PaymentsCall): SignedCall {
  if (call.principal === null) throw new Error(`${call.path} has no principal`)
  return call as SignedCall // checked above
}

/** Refuses a publishable key where a secret one is needed, and a restricted key without the permission. */
function checkKey({ principal, method }: SignedCall, path: string, publishable: boolean): void {
  const { kind, key, account, permissions } = principal
  if (kind === 'publishable' && !publishable) throw secretKeyRequired()
  if (permissions === null) return
  const resource = resourceOf(path)
  const needed = method === 'GET' || method === 'HEAD' ? 'read' : 'write'
  const granted = permissions[resource] ?? permissions['*'] ?? 'none'
  if (granted === 'write' || granted === needed) return
  throw permissionDenied(key, account, `rak_${resource.replace(/s$/, '')}_${needed}`)
}

/** Returns the resource of a path, as permissions name it: `payment_intents`, `checkout_sessions`. */
function resourceOf(path: string): string {
  const [, , first = '', second = ''] = path.split('/')
  const grouped = [
    'checkout',
    'billing_portal',
    'billing',
    'radar',
    'test_helpers',
    'tax',
    'reporting',
    'terminal',
    'issuing',
    'entitlements',
  ]
  return grouped.includes(first) && second !== '' ? `${first}_${second}` : first
}

/** Returns the parameters of the request: of the query for reads, of the form or the JSON body for changes. */
function rawInput(call: PaymentsCall & { readonly upload?: UploadForm }): RawHash {
  if (call.upload !== undefined) return parseForm(call.upload.fields)
  if (call.method === 'GET' || call.method === 'HEAD') return parseForm(call.search.replace(/^\?/, ''))
  const type = call.header('content-type') ?? ''
  if (!/^application\/(?:[\w.-]+\+)?json/i.test(type))
    return { ...parseForm(call.search.replace(/^\?/, '')), ...parseForm(call.text) }
  if (!call.path.startsWith('/v2/')) {
    if (call.bytes.length === 0) return {}
    throw invalidRequest(
      'Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.',
    )
  }
  const body = withoutPrototypes(call.json() ?? {})
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalidRequest('Invalid request: the body must be a JSON object.')
  }
  return body as RawHash // checked above
}

/** The members of a call that an answer needs. */
type Answering = SignedCall & { readonly input: object; readonly account: string }

/**
 * Answers an object of the API, with the expansions that the request asks for, in the version that the client speaks.
 */
export function answer<T extends object>(call: Answering, object: T): Answer<T> {
  const version = versionOf(call)
  // The type is that of the newest version, without expansions.
  return json(withExpansions(call, inVersion(call, object, version), version) as T)
}

/** Answers one page of a list. `what` is the vendor's name of the records in the refusal of a cursor: `customer`. */
export function answerPage<R, T extends object>(
  call: Answering & { readonly input: PageInput },
  rows: RowList<R>,
  what: string,
  write: (row: R) => T,
): Answer<PageJson<T>> {
  return answer(call, pageJson(pageOf(rows, call.input, what), call.path, write))
}

function withExpansions(call: Answering, object: object, version: ApiVersion): object {
  const { expand } = call.input as { readonly expand?: readonly string[] } // `write` reads it
  if (expand === undefined || expand.length === 0) return object
  followOutcomes(call) // what is expanded shows what the request has paid
  return expanded({ context: call, account: call.account, resources: resourcesOf(version) }, object, expand)
}
