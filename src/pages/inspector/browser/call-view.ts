import type { InspectedCall, InspectedMessage } from '#core/inspection/inspection.ts'
import { bodyView } from './body-view.ts'
import { asCurl, asFetch, asTest } from './copies.ts'
import { button, copy, el, operationOf, save, timeOf, toast } from './dom.ts'
import type { Named, Source } from './source.ts'

/** Returns all that is known of a call. `openDelivery` shows a webhook that it caused. */
export function callView(
  source: Source,
  instance: Named,
  call: InspectedCall,
  openDelivery: (id: number) => void,
): HTMLElement {
  const { url, service } = instance
  return el(
    'article',
    {},
    el(
      'h2',
      {},
      el('span', { class: (call.status ?? 500) >= 400 ? 'status bad' : 'status' }, call.status ?? 'no answer'),
      ` ${call.method} ${call.path}`,
    ),
    call.refusal !== null && el('p', { class: 'reason' }, call.refusal),
    el(
      'div',
      { class: 'actions' },
      button('Copy as curl', () => copy(asCurl(call, url), 'curl command'), { title: 'c' }),
      button('Copy as fetch', () => copy(asFetch(call, url), 'call of fetch')),
      button('Copy as test', () => copy(asTest(call, service), 'assertion'), { title: 't' }),
    ),
    factList(call),
    call.error !== null && [el('h3', {}, 'Error'), el('pre', {}, call.error)],
    call.changes !== null && [el('h3', {}, 'Changed'), el('pre', {}, call.changes === '' ? 'nothing' : call.changes)],
    call.deliveries.length > 0 && [
      el('h3', {}, 'Webhooks'),
      el(
        'div',
        { class: 'actions' },
        call.deliveries.map((id) => button(`delivery ${id}`, () => openDelivery(id))),
      ),
    ],
    side(source, instance.key, call, 'request'),
    side(source, instance.key, call, 'response'),
  )
}

/** Returns the facts of a call that are single values. */
function factList(call: InspectedCall): HTMLElement {
  const facts: readonly (readonly [string, string | null])[] = [
    ['operation', operationOf(call) ?? 'none matched'],
    ['principal', call.principal ?? 'anonymous'],
    ['time', timeOf(call.startedAt)],
    ['duration', call.durationMs === null ? 'under way' : `${call.durationMs.toFixed(1)} ms`],
    ['size', call.size === null ? null : `${call.size} bytes`],
    ['fault', call.fault],
  ]
  return el(
    'dl',
    {},
    facts.map(([name, value]) => (value === null ? null : [el('dt', {}, name), el('dd', {}, value)])),
  )
}

function side(source: Source, key: string, call: InspectedCall, name: 'request' | 'response'): HTMLElement {
  const message = call[name]
  const size = Number(message.headers['content-length'] ?? 0)
  const hasBytes = message.body === null && size > 0
  return el(
    'section',
    {},
    el('h3', {}, name === 'request' ? 'Request' : 'Answer'),
    messageView(message),
    hasBytes && source.report === null && button('Download the bytes', () => download(source, key, call.id, name)),
    hasBytes && el('p', { class: 'soft' }, `${size} bytes that are no text`),
  )
}

/** Returns the headers and the body of one side of an exchange. */
export function messageView(message: InspectedMessage): HTMLElement {
  const { headers, body, truncated } = message
  const names = Object.keys(headers)
  return el(
    'div',
    {},
    names.length > 0 &&
      el(
        'details',
        {},
        el('summary', { class: 'soft' }, `${names.length} headers`),
        el(
          'dl',
          { class: 'mono' },
          names.map((name) => [el('dt', {}, name), el('dd', {}, headers[name] ?? '')]),
        ),
      ),
    body !== null && body !== '' && bodyView(body, headers['content-type'] ?? ''),
    truncated && el('p', { class: 'soft' }, 'The body is longer: this is the part of it that is kept.'),
  )
}

async function download(source: Source, key: string, id: number, name: string): Promise<void> {
  const base64 = await source.bytes(key, id, name)
  if (base64 === null) return toast('the bytes are no longer kept')
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  save(bytes, `call-${id}-${name}.bin`)
}
