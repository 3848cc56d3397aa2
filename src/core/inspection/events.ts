import type { Answer, StreamedBody } from '../answer.ts'
import type { Instance } from '../instance.ts'
import { elapsed, startTimer, stopTimer } from '../real-time.ts'
import { CallTrace } from './call-trace.ts'
import { summaries } from './inspect.ts'
import type { CallSummary, InspectionEvent } from './inspection.ts'

/** The time between two looks at the calls, in milliseconds. */
const PACE = 200

/** The time after which a stream without news sends something, so that a dead connection is noticed. */
const HEARTBEAT = 15_000

/** The place of a stream in the calls of one instance. */
interface Cursor {
  readonly instance: Instance
  last: number
  /** The calls that were under way. */
  open: readonly number[]
}

/**
 * Returns an answer that streams what happens to instances, until the client is gone.
 * https://html.spec.whatwg.org/#server-sent-events
 */
export function eventStream(instances: () => readonly Instance[], clientGone: AbortSignal): Answer {
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
    body: events(instances, clientGone),
  }
}

async function* events(instances: () => readonly Instance[], clientGone: AbortSignal): StreamedBody {
  const cursors = new Map<string, Cursor>()
  let sent = -HEARTBEAT
  while (!clientGone.aborted) {
    for (const instance of instances()) {
      const cursor = cursors.get(instance.identity) ?? begin(instance)
      const isNew = !cursors.has(instance.identity)
      cursors.set(instance.identity, cursor)
      const news = newsOf(cursor)
      if (!isNew && !news.reset && news.calls.length === 0) continue
      sent = elapsed()
      yield `data: ${JSON.stringify(news)}\n\n`
    }
    if (elapsed() - sent > HEARTBEAT) {
      sent = elapsed()
      yield ': \n\n'
    }
    await pause(clientGone)
  }
}

/** Begins to watch an instance: from now on it notes what each call changes. */
function begin(instance: Instance): Cursor {
  instance.requests.trace ??= new CallTrace(instance)
  return { instance, last: 0, open: [] }
}

function newsOf(cursor: Cursor): InspectionEvent {
  const { instance } = cursor
  const { count } = instance.requests
  const reset = count < cursor.last
  if (reset) [cursor.last, cursor.open] = [0, []]
  const open = new Set(cursor.open)
  const from = Math.min(cursor.last, ...cursor.open.map((id) => id - 1))
  const found = count === cursor.last && open.size === 0 ? [] : summaries(instance, from)
  const calls = found.filter(({ id, durationMs }) => id > cursor.last || (open.has(id) && durationMs !== null))
  cursor.last = count
  cursor.open = found.filter(({ durationMs }: CallSummary) => durationMs === null).map(({ id }) => id)
  return { key: instance.identity, reset, calls, now: instance.clock.now() }
}

function pause(clientGone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      stopTimer(timer)
      clientGone.removeEventListener('abort', end)
      resolve()
    }
    const timer = startTimer(end, PACE).unref()
    clientGone.addEventListener('abort', end, { once: true })
  })
}
