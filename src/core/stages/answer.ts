import { isBodiless, isStreamed, lengthOf, text } from '../answer.ts'
import { credentialsIn } from '../credentials.ts'
import { sendable } from '../http/header-text.ts'
import { crossOriginHeaders } from './cross-origin.ts'
import { connectionAfter } from './fault.ts'
import type { Passage } from './passage.ts'
import { checkedAnswer } from './route.ts'

/** Lets the service add what every answer of its vendor has: rate limits, entity tags, request ids. */
export function finishAnswer(passage: Passage): void {
  const { instance, call, answer } = passage
  const { finish } = instance.service
  if (answer !== null && finish !== undefined) passage.answer = checkedAnswer(finish(call, answer), 'finish')
}

/** Refuses to serve a WebSocket to a request that does not ask for one. RFC 9110 section 15.5.22 */
export function requireUpgrade(passage: Passage): void {
  const { answer, exchange } = passage
  if (answer?.socket === undefined || exchange.upgrades === true) return
  passage.answer = text('this address is for WebSockets\n', 426, { upgrade: 'websocket', connection: 'Upgrade' })
}

/**
 * Adds the headers that steps have set, those for pages of other origins, and the length of the body, in a form that
 * HTTP can send.
 */
export function addHeaders(passage: Passage): void {
  const { call, answer } = passage
  if (answer === null) return
  const { status, body } = answer
  // Copied one by one: Node 20 keeps an object that is spread first and extended later until a full garbage collection.
  const headers: Record<string, string> = {}
  for (const name in answer.headers) headers[name] = answer.headers[name] ?? ''
  for (const name in call.responseHeaders) headers[name] = call.responseHeaders[name] ?? ''
  if (passage.exchange.headers.origin !== undefined) {
    Object.assign(headers, crossOriginHeaders(passage, answer, headers))
  }
  for (const name in headers) {
    const value = headers[name] ?? ''
    const sent = sendable(name, value)
    if (sent !== value) headers[name] = sent
  }
  if (!isStreamed(body) && !isBodiless(status)) headers['content-length'] = String(lengthOf(body))
  passage.answer = { ...answer, headers }
}

/** Queues the events of a request that succeeded, lets waiting commands look again, and decides the outcome. */
export function settle(passage: Passage): void {
  const { instance, call, entry, answer, fault } = passage
  if (answer === null) return
  const { webhooks } = instance
  entry.principal = call.principal?.name ?? null
  if (answer.status === 401 || answer.status === 403) hintAtCredentials(passage, answer.status)
  // A refusal that a handler returns, such as a declined payment, keeps its changes and their events.
  if (call.outbox.length > 0) webhooks.enqueue(call.outbox, entry.id)
  instance.lookAgain()
  const flush = webhooks.hasQueued ? () => webhooks.flush() : null
  passage.outcome = { answer, connection: connectionAfter(fault), flush }
}

/**
 * Notes which keys and tokens the seed has, for a request whose own the service does not know: the vendor's words,
 * which the answer keeps, do not tell.
 */
function hintAtCredentials({ instance, exchange, entry, call, fault }: Passage, status: number): void {
  const isSent = exchange.headers.authorization !== undefined
  if (call.principal !== null || fault !== null || (status === 403 && !isSent)) return
  const known = credentialsIn(instance.environment())
  if (known.length === 0) return
  const reason = isSent ? 'the key or token is not one of the seed' : 'no key or token was sent; use one of the seed'
  entry.hint = `${reason}: ${known.map((each) => each.split('=', 1).join('')).join(', ')}`
  instance.onHint?.(`${instance.service.id}: ${call.method} ${call.path} ${status}: ${reason}: ${known.join(', ')}`)
}
