import { isStreamed, type StreamedBody } from '../answer.ts'
import { READABLE_BYTES } from '../body-ring.ts'
import type { Outcome } from '../outcome.ts'
import type { Passage } from './passage.ts'
import { elapsed } from '../stopwatch.ts'

/** Adds the request to the request log. */
export function startRecord(passage: Passage): void {
  passage.startedAt = elapsed()
  passage.instance.requests.begin(passage.entry)
}

/** Completes the record with the answer that is about to be sent, and releases the file of the request's body. */
export function endRecord(passage: Passage): Outcome {
  const { instance, call, entry, startedAt, outcome } = passage
  if (outcome === null) throw new Error(`no stage has answered ${call.method} ${call.path}`)
  if (startedAt === null) return outcome
  if (call.file !== null) instance.spool.release(call.file)
  for (const each of call.spooled) instance.spool.release(each)
  entry.durationMs = elapsed() - startedAt
  instance.requests.end(entry)
  if (outcome.connection === 'drop') return outcome
  const { answer } = outcome
  entry.status = answer.status
  entry.responseHeaders =
    answer.cookies === undefined ? answer.headers : { ...answer.headers, 'set-cookie': answer.cookies.join(', ') }
  if (!isStreamed(answer.body)) {
    const length = answer.headers['content-length']
    instance.requests.recordBody(entry, 'responseBody', answer.body, length === undefined ? undefined : Number(length))
    return outcome
  }
  const body = recordedStream(answer.body, (beginning) => {
    // A reset empties the log: memory for the body of a forgotten entry would never be reused.
    if (!passage.store.ended) instance.requests.recordBody(entry, 'responseBody', beginning)
  })
  return { ...outcome, answer: { ...answer, body } }
}

/** Yields the pieces of a body; `onEnd` gets the first of those that were sent, as many bytes as a record shows. */
async function* recordedStream(body: StreamedBody, onEnd: (beginning: Uint8Array) => void): StreamedBody {
  const sent: Buffer[] = []
  let room = READABLE_BYTES
  try {
    for await (const piece of body) {
      if (room > 0) {
        const shown = Buffer.from(piece).subarray(0, room)
        room -= shown.length
        sent.push(shown)
      }
      yield piece
    }
  } finally {
    onEnd(Buffer.concat(sent))
  }
}
