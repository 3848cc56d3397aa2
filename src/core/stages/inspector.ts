import { redirect } from '../answer.ts'
import { CONTROL_PREFIX } from '../control-prefix.ts'
import type { Passage } from './passage.ts'

/** The paths from which a person gets to the inspector. */
const DOORS: ReadonlySet<string> = new Set(['/', CONTROL_PREFIX.slice(0, -1)])

/**
 * Leads a person who opens `/` of a service that has no page there, or the inspector's path without its last slash, to
 * the inspector. Only browsers say that they open a document: every other client gets the answer of the vendor.
 */
export function leadToInspector(passage: Passage): void {
  const { instance, call, exchange, answer } = passage
  if (!DOORS.has(passage.path) || exchange.method !== 'GET' || instance.inspector === null || answer === null) return
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = exchange.headers
  if (mode !== 'navigate' || destination !== 'document' || call.host !== null || call.search !== '') return
  const isPage = /^text\/html\b/.test(answer.headers['content-type'] ?? '')
  if (!isPage && !(answer.status >= 300 && answer.status < 400))
    passage.answer = redirect(call.mountPath + CONTROL_PREFIX)
}
