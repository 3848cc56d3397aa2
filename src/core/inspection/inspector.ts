import { ownMember } from '../objects.ts'
import { json, type Answer } from '../answer.ts'
import type { Exchange } from '../exchange.ts'
import type { Instance } from '../instance.ts'
import { eventStream } from './events.ts'
import { findCalls, inspect, inspectCall, inspectInstance, inspectRow, inspectRows } from './inspect.ts'
import { inspectedWith } from './running.ts'
import { errorMessage } from '../error-message.ts'

type Input = Readonly<Record<string, string>>

/** The data of the inspector, by path. */
const data: Readonly<Record<string, (instance: Instance, input: Input) => unknown>> = {
  inspection: (instance) => inspect(instance),
  'inspection/instance': (instance) => inspectInstance(instance),
  'inspection/call': (instance, { id }) => inspectCall(instance, Number(id)),
  'inspection/search': (instance, { text = '' }) => findCalls(instance, text),
  'inspection/bytes': (instance, { id, side }) => {
    const bytes = instance.requests.bytes(Number(id), side === 'request' ? 'request' : 'response')
    return { base64: bytes === null ? null : Buffer.from(bytes).toString('base64') }
  },
  'inspection/seed': (instance) => ({ [instance.service.id]: { state: instance.copiedState() } }),
  'inspection/row': (instance, input) => inspectRow(instance, input),
  'inspection/rows': (instance, input) => inspectRows(instance, input),
  instances: (instance) =>
    inspectedWith(instance).map(({ identity, service, origin }) => ({
      key: identity,
      service: service.id,
      title: service.title,
      url: origin,
    })),
}

/** Returns the instance that a path names, `instances/<key>/reset`, with the rest of it; null for another path. */
export function instanceAt(
  instance: Instance,
  path: string,
): { readonly instance: Instance; readonly path: string } | null {
  const [, key, rest] = /^instances\/([^/]+)\/(.+)$/.exec(path) ?? []
  const found = inspectedWith(instance).find(({ identity }) => identity === key)
  return found === undefined || rest === undefined ? null : { instance: found, path: rest }
}

/** Answers a request of the inspector; null for a path that is none of its own. */
export async function answerInspector(
  instance: Instance,
  exchange: Exchange,
  path: string,
  search: string,
): Promise<Answer | null> {
  if (exchange.method !== 'GET') return null
  if (path === 'events') return eventStream(() => inspectedWith(instance), exchange.clientGone)
  const read = ownMember(data, path)
  if (read === undefined) return null
  try {
    const found = await read(instance, Object.fromEntries(new URLSearchParams(search)))
    return json(found, 200, { 'cache-control': 'no-store' })
  } catch (error) {
    return json({ error: errorMessage(error) }, 404)
  }
}
