import { isStreamed, type Answer, type StreamedBody } from '../answer.ts'
import { READABLE_BYTES } from '../request-log/body-ring.ts'
import { sendable } from '../http/header-text.ts'
import type { Outcome } from '../http/outcome.ts'
import type { Passage } from './passage.ts'
import { elapsed } from '../real-time.ts'

/** Adds the request to the request log. */
export function startRecord(passage: Passage): void {
  passage.entry.beganAt = elapsed()
  passage.instance.requests.begin(passage.entry)
}

/** Completes the record with the answer that is about to be sent, and releases the file of the request's body. */
export function endRecord(passage: Passage): Outcome {
  const { instance, call, entry, outcome } = passage
  if (outcome === null) throw new Error(`no stage has answered ${call.method} ${call.path}`)
  if (entry.beganAt === null) return outcome
  if (call.file !== null) instance.spool.release(call.file)
  for (const each of call.spooled) instance.spool.release(each)
  entry.durationMs = elapsed() - entry.beganAt
  instance.requests.end(entry)
  if (outcome.connection !== 'drop') return recordAnswer(passage, outcome)
  instance.requests.complete(entry)
  return outcome
}

/** Adds the answer to the record; the body of one that is made while it is being sent, once it has been sent. */
function recordAnswer({ instance: { requests }, entry, store }: Passage, outcome: Outcome): Outcome {
  const { answer } = outcome
  entry.status = answer.status
  entry.responseHeaders = recordedHeaders(answer)
  if (!isStreamed(answer.body)) {
    const length = answer.headers['content-length']
    requests.recordBody(entry, 'responseBody', answer.body, length === undefined ? undefined : Number(length))
    requests.complete(entry)
    return outcome
  }
  const body = recordedStream(answer.body, (beginning) => {
    // A reset empties the log: memory for the body of a forgotten entry would never be reused.
    if (store.ended) return
    requests.recordBody(entry, 'responseBody', beginning)
    requests.complete(entry)
  })
  return { ...outcome, answer: { ...answer, body } }
}

function recordedHeaders({ headers, cookies }: Answer): Readonly<Record<string, string>> {
  return cookies === undefined ? headers : { ...headers, 'set-cookie': sendable('set-cookie', cookies.join(', ')) }
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
