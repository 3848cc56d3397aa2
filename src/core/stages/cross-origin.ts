import { text, type Answer } from '../answer.ts'
import { answered } from '../http/outcome.ts'
import type { Passage } from './passage.ts'

/** Answers a preflight: what a browser asks before a page of another origin may send its request. */
export function answerPreflight(passage: Passage): void {
  const { method, headers } = passage.exchange
  if (passage.instance.service.application !== undefined) return // it answers its own
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return
  if (passage.store.ended) passage.drop()
  else passage.outcome = answered(preflightOfService(passage) ?? preflightOfCore(passage))
}

/** The answer of a service that decides about other origins itself; null where it leaves that to backlot. */
function preflightOfService({ instance: { service }, call }: Passage): Answer | null {
  try {
    return service.crossOrigin?.preflight(call) ?? null
  } catch (error) {
    return text(`backlot's ${service.id} broke while it answered a preflight: ${String(error)}\n`, 500)
  }
}

/** Allows everything to the page: pages of unknown origins have been refused before. */
function preflightOfCore({ exchange }: Passage): Answer {
  const { origin, 'access-control-request-headers': requested } = exchange.headers
  return {
    status: 204,
    headers: {
      ...(origin === undefined ? {} : { 'access-control-allow-origin': String(origin) }),
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      ...(requested === undefined ? {} : { 'access-control-allow-headers': String(requested) }),
      'access-control-max-age': '86400',
      vary: 'origin',
    },
    body: null,
  }
}

/** The headers that let a page of another origin read an answer; none for a request that no page sent. */
export function crossOriginHeaders(
  { instance: { service }, exchange, call }: Passage,
  answer: Answer,
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  if (exchange.headers.origin === undefined || service.application !== undefined) return {}
  return (
    service.crossOrigin?.headers(call, answer) ?? {
      'access-control-allow-origin': String(exchange.headers.origin),
      vary: headers['vary'] === undefined ? 'origin' : `${headers['vary']}, origin`,
      'access-control-expose-headers': headers['access-control-expose-headers'] ?? Object.keys(headers).join(', '),
    }
  )
}
