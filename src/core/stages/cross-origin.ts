import { text, type Answer } from '../answer.ts'
import { answered } from '../outcome.ts'
import type { Passage } from './passage.ts'

/** Answers a preflight: what a browser asks before a page of another origin may send its request. */
export function answerPreflight(passage: Passage): void {
  const { method, headers } = passage.exchange
  if (passage.instance.service.application !== undefined) return // it answers its own
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return
  if (passage.store.ended) passage.drop()
  else passage.outcome = answered(preflightOfService(passage) ?? everyPageMay(passage))
}

/** The answer of a service that decides about other origins itself; null where it leaves that to backlot. */
function preflightOfService({ instance: { service }, call }: Passage): Answer | null {
  try {
    return service.crossOrigin?.preflight(call) ?? null
  } catch (error) {
    return text(`backlot's ${service.id} broke while it answered a preflight: ${String(error)}\n`, 500)
  }
}

function everyPageMay({ exchange }: Passage): Answer {
  const requested = exchange.headers['access-control-request-headers']
  return {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      ...(requested === undefined ? {} : { 'access-control-allow-headers': String(requested) }),
      'access-control-max-age': '86400',
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
  // Every page may read every answer: the stand-ins hold nothing but test data.
  return (
    service.crossOrigin?.headers(call, answer) ?? {
      'access-control-allow-origin': '*',
      'access-control-expose-headers': Object.keys(headers).join(', '),
    }
  )
}
