import { STATUS_CODES } from 'node:http'
import { inspect } from 'node:util'
import { isBodiless, isStreamed, json, lengthOf, text, type Answer, type StreamedBody } from './answer.ts'
import { READABLE_BYTES } from './body-ring.ts'
import { Call, type BasePrincipal, type Incoming } from './call.ts'
import { control } from './control.ts'
import { LONGEST_DELAY, milliseconds } from './duration.ts'
import { Failure } from './errors.ts'
import type { Fault } from './faults.ts'
import { hostnameOf, isLoopback } from './hosts.ts'
import type { Instance } from './instance.ts'
import type { RequestEntry } from './requests.ts'
import type { Match } from './routes.ts'
import type { SpooledFile } from './spool.ts'
import { EpochEnded, type CollectionDefinitions } from './store.ts'

type AnyCall = Call<CollectionDefinitions, BasePrincipal>

const startTimer = setTimeout
const stopTimer = clearTimeout
const now = performance.now.bind(performance)
const NOTHING: Uint8Array = new Uint8Array()

/** Where the control plane of every instance is. */
const CONTROL_PREFIX = '/_backlot/'

/** What is to be done with the connection once a request has been worked on. */
export interface Outcome {
  readonly answer: Answer
  /** `drop`: close without an answer. `truncate`: send half of the body, then close. */
  readonly connection: 'keep' | 'drop' | 'truncate'
  /** To be called when the response has been handed over: sends the events of the request. */
  readonly sent: () => void
}

const DROPPED: Outcome = { answer: text(''), connection: 'drop', sent: () => undefined }

/** One request, in order. Never rejects. */
export async function respond(instance: Instance, incoming: Incoming): Promise<Outcome> {
  const { store } = instance
  const started = now()
  const { path, search } = takeApart(incoming.target)
  if (!hostAllowed(instance, incoming)) return keep(refuseHost(instance, incoming))
  if (path.startsWith(CONTROL_PREFIX))
    return keep(await control(instance, incoming, path.slice(CONTROL_PREFIX.length), search))
  if (incoming.method === 'OPTIONS' && incoming.headers['access-control-request-method'] !== undefined) {
    return store.ended ? DROPPED : keep(preflight(instance, incoming, path, search))
  }

  const entry = instance.requests.begin(incoming.method, path, search, incoming.headers, instance.clock.now())
  const { prefix, rest } = splitPrefix(instance, path)
  const meeting: Meeting = { fault: instance.faults.meet({ method: incoming.method, path: rest, prefix }) }
  if (meeting.fault !== null && (await drops(instance, entry, meeting.fault))) {
    return finish(instance, entry, started, DROPPED)
  }

  let body: Uint8Array | SpooledFile = NOTHING
  if (hasBody(incoming)) {
    try {
      body = await bodyOf(instance, incoming)
    } catch (error) {
      // The client went away before its request was whole, or sends more than can be taken.
      entry.error = traceOf(error)
      return finish(instance, entry, started, DROPPED)
    }
    instance.requests.keep(entry, 'requestBody', 'path' in body ? body.head : body)
  }
  const file = 'path' in body ? body : null
  if (store.ended) return finish(instance, entry, started, DROPPED, file)

  const { method, headers, left, clientAddress } = incoming
  const bytes = 'path' in body ? NOTHING : body
  const request = { method, path: rest, prefix, search, headers, clientAddress, bytes, file, left }
  // Which collections a call has is only known inside its service.
  const call = new Call(request, instance.context(), instance.service.dialect) as unknown as AnyCall
  const answer = await answerTo(instance, call, entry, meeting, incoming)
  for (const each of call.spooled) instance.spool.release(each)
  if (answer === null || store.ended) return finish(instance, entry, started, DROPPED, file)

  if (answer.status < 400 && call.outbox.length > 0) instance.webhooks.enqueue(call.outbox)
  instance.lookAgain()
  entry.principal = call.principal?.name ?? null
  return finish(
    instance,
    entry,
    started,
    {
      answer,
      connection: connectionAfter(meeting.fault),
      sent: () => instance.webhooks.flush(),
    },
    file,
  )
}

/** The fault that a request meets: by its path as it comes, or by its operation once that is known. */
interface Meeting {
  fault: Fault | null
}

/** Waits as the fault says; says whether that was all of the request. */
async function drops({ store }: Instance, entry: RequestEntry, fault: Fault): Promise<boolean> {
  entry.fault = fault.id
  if (fault.delay !== undefined) await pause(milliseconds(fault.delay), store.signal)
  return fault.connection === 'drop' || store.ended
}

/** The whole body: bytes, or where the service spools large ones and it is large, a file. */
function bodyOf({ service, spool }: Instance, incoming: Incoming): Promise<Uint8Array | SpooledFile> {
  return service.spoolAbove === undefined ? incoming.read() : spool.take(incoming.pieces(), service.spoolAbove)
}

/** What the vendor answers; plain words when its dialect breaks too. Null when the epoch has ended. */
async function answerTo(
  instance: Instance,
  call: AnyCall,
  entry: RequestEntry,
  meeting: Meeting,
  incoming: Incoming,
): Promise<Answer | null> {
  try {
    const answer = await answerOf(instance, call, entry, meeting)
    return answer === null ? null : withHeaders(instance, answer, call, incoming)
  } catch (error) {
    if (error instanceof EpochEnded) return null
    entry.error = traceOf(error)
    return text(`backlot's ${instance.service.id} broke while it worded its answer: ${String(error)}\n`, 500)
  }
}

/**
 * The answer of the service, of a fault, or of the dialect to what went wrong; null when the epoch has ended, or a fault drops
 * the connection.
 */
async function answerOf(
  instance: Instance,
  call: AnyCall,
  entry: RequestEntry,
  meeting: Meeting,
): Promise<Answer | null> {
  const { service } = instance
  let answer: Answer
  try {
    const match = matchOf(instance, call)
    entry.route = match?.route.path ?? null
    entry.operation = call.operation = match?.route.operation ?? null
    if (meeting.fault === null && match !== null) {
      meeting.fault = instance.faults.meet(call, match.route.operation)
      if (meeting.fault !== null && (await drops(instance, entry, meeting.fault))) return null
    }
    const injected = meeting.fault === null ? null : await answerOfFault(instance, call, meeting.fault)
    if (injected === null) {
      if (match === null) throw service.dialect.unknownRoute(unknownRoute(instance, call), call)
      call.params = match.params
      const principal = service.authenticate(call)
      call.principal = principal instanceof Promise ? await principal : principal
      const result = call.store.transaction(() => {
        const given = match.route.run(call)
        return given instanceof Promise ? given : checked(given, match.route.operation)
      })
      answer = result instanceof Promise ? checked(await result, match.route.operation) : result
    } else {
      answer = injected
    }
  } catch (error) {
    if (error instanceof EpochEnded) return null
    answer = refusal(instance, call, entry, error)
  }
  return service.finish === undefined ? answer : checked(service.finish(call, answer), 'finish')
}

/** The answer, if it is one: handlers may be written without a compiler. */
function checked(answer: Answer, giver: string): Answer {
  const given: Partial<Answer> | null | undefined = answer
  const { status, body } = given ?? {}
  const sendable = body === null || typeof body === 'string' || body instanceof Uint8Array || (body && isStreamed(body))
  if (typeof status === 'number' && sendable === true) return answer
  const shown = inspect(given, { depth: 0, breakLength: Infinity })
  throw new TypeError(`${giver} gave no answer but ${shown}: return what json(), text(), empty() or redirect() makes`)
}

/** The route of a request: by method and path, unless the service tells the operation itself. */
function matchOf({ service, router }: Instance, call: AnyCall): Match | null {
  if (service.identify === undefined) return router.match(call.method, call.path)
  const identified = service.identify(call)
  return identified === null ? null : router.identify(identified)
}

function refusal(instance: Instance, call: AnyCall, entry: RequestEntry, error: unknown): Answer {
  const { dialect } = instance.service
  if (error instanceof Failure) return dialect.failure(error, call)
  entry.error = traceOf(error)
  return dialect.failure(dialect.internal(error, call), call)
}

function traceOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

async function answerOfFault(instance: Instance, call: AnyCall, fault: Fault): Promise<Answer | null> {
  if (fault.body === undefined && fault.status === undefined && fault.code === undefined) return null
  try {
    call.principal = await instance.service.authenticate(call)
  } catch {
    // Whoever it is meets the fault; only its wording may name them.
  }
  if (fault.body !== undefined) return json(fault.body, fault.status ?? 500, fault.headers)
  const { dialect } = instance.service
  const named = fault.code === undefined ? undefined : dialect.named?.[fault.code]?.(call)
  const status = fault.status ?? named?.status ?? 500
  const failure = new Failure(
    status,
    named?.message ?? fault.code ?? STATUS_CODES[status] ?? `status ${status}`,
    named?.details,
    { ...named?.headers, ...fault.headers },
  )
  return dialect.failure(failure, call)
}

function connectionAfter(fault: Fault | null): Outcome['connection'] {
  if (fault?.connection === 'truncate') return 'truncate'
  return fault?.connection === 'commit then drop' ? 'drop' : 'keep'
}

function unknownRoute(instance: Instance, call: AnyCall): string {
  const nearest = instance.router.nearest(call.method, call.path)
  const hint = nearest === null ? '' : `; the nearest operation is ${nearest}`
  return `backlot's ${instance.service.id} does not implement ${call.method} ${call.path}${hint}`
}

function finish(
  instance: Instance,
  entry: RequestEntry,
  started: number,
  outcome: Outcome,
  file: SpooledFile | null = null,
): Outcome {
  if (file !== null) instance.spool.release(file)
  entry.durationMs = now() - started
  if (outcome.connection === 'drop') return outcome
  const { answer } = outcome
  entry.status = answer.status
  entry.responseHeaders = answer.headers
  if (!isStreamed(answer.body)) {
    const length = answer.headers['content-length']
    instance.requests.keep(entry, 'responseBody', answer.body, length === undefined ? undefined : Number(length))
    return outcome
  }
  const { store } = instance
  const body = recorded(answer.body, (pieces) => {
    // A reset forgets the entry: what it held would never be given up.
    if (!store.ended) instance.requests.keep(entry, 'responseBody', pieces)
  })
  return { ...outcome, answer: { ...answer, body } }
}

/** The same pieces; `keep` is given the first of those that were sent, as many as are shown, once there are no more. */
async function* recorded(body: StreamedBody, keep: (pieces: Uint8Array) => void): StreamedBody {
  const sent: Buffer[] = []
  let room = READABLE_BYTES
  try {
    for await (const piece of body) {
      if (room > 0) {
        const kept = Buffer.from(piece).subarray(0, room)
        room -= kept.length
        sent.push(kept)
      }
      yield piece
    }
  } finally {
    keep(Buffer.concat(sent))
  }
}

function keep(answer: Answer): Outcome {
  return { answer, connection: 'keep', sent: () => undefined }
}

function withHeaders({ service }: Instance, answer: Answer, call: AnyCall, incoming: Incoming): Answer {
  const headers: Record<string, string> = { ...answer.headers }
  for (const name in call.responseHeaders) headers[name] = call.responseHeaders[name] ?? ''
  if (incoming.headers.origin !== undefined) {
    Object.assign(headers, service.crossOrigin?.headers(call, answer) ?? crossOrigin(headers))
  }
  const { status, body } = answer
  if (!isStreamed(body) && !isBodiless(status)) headers['content-length'] = String(lengthOf(body))
  return { status, headers, body }
}

/** Every page may read every answer: the stand-ins hold nothing but test data. */
function crossOrigin(headers: Record<string, string>): Record<string, string> {
  return { 'access-control-allow-origin': '*', 'access-control-expose-headers': Object.keys(headers).join(', ') }
}

function preflight(instance: Instance, incoming: Incoming, path: string, search: string): Answer {
  const { service } = instance
  if (service.crossOrigin !== undefined) {
    const { prefix, rest } = splitPrefix(instance, path)
    const { method, headers, left, clientAddress } = incoming
    const request = { method, path: rest, prefix, search, headers, clientAddress, bytes: NOTHING, file: null, left }
    try {
      const answer = service.crossOrigin.preflight(new Call(request, instance.context(), service.dialect))
      if (answer !== null) return answer
    } catch (error) {
      return text(`backlot's ${service.id} broke while it answered a preflight: ${String(error)}\n`, 500)
    }
  }
  const asked = incoming.headers['access-control-request-headers']
  return {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      ...(asked === undefined ? {} : { 'access-control-allow-headers': String(asked) }),
      'access-control-max-age': '86400',
    },
    body: null,
  }
}

/** A page of another site could reach a server on this machine by a name of its own that resolves to it. */
function hostAllowed(instance: Instance, incoming: Incoming): boolean {
  if (incoming.inProcess || instance.hosts === null) return true
  const host = hostnameOf(String(incoming.headers.host ?? ''))
  return isLoopback(host) || instance.hosts.some((each) => host === each || host.endsWith(`.${each}`))
}

function refuseHost(instance: Instance, incoming: Incoming): Answer {
  const host = String(incoming.headers.host ?? '')
  return text(
    `backlot's ${instance.service.id} does not answer for the host ${JSON.stringify(host)}: ` +
      `call it at ${instance.origin}, or start it with baseUrl (--base-url) or hostname (--host)\n`,
    421,
  )
}

function takeApart(target: string): { path: string; search: string } {
  const question = target.indexOf('?')
  const path = question < 0 ? target : target.slice(0, question)
  return { path: path === '' ? '/' : path, search: question < 0 ? '' : target.slice(question) }
}

function splitPrefix(instance: Instance, path: string): { prefix: string; rest: string } {
  for (const prefix of instance.service.prefixes ?? []) {
    if (path.startsWith(`${prefix}/`) || path === prefix) return { prefix, rest: path.slice(prefix.length) || '/' }
  }
  return { prefix: '', rest: path }
}

function hasBody(incoming: Incoming): boolean {
  const length = incoming.headers['content-length']
  return (length !== undefined && length !== '0') || incoming.headers['transfer-encoding'] !== undefined
}

/** Waits, but not beyond the epoch. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    // A closed instance must not keep the process alive for as long as a fault would have delayed a request.
    const timer = startTimer(resolve, Math.min(ms, LONGEST_DELAY)).unref()
    const end = (): void => {
      stopTimer(timer)
      resolve()
    }
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
}
