import { Failure } from '../errors.ts'
import { readWhole } from '../http/body.ts'
import { traceOf } from './errors.ts'
import type { Passage } from './passage.ts'
import { findRoute } from './route.ts'

/** Reads the body: into memory, or into a file where the service spools large bodies and this one is large. */
export function readBody(passage: Passage): void | Promise<void> {
  const { body, awaitsContinue = false } = passage.exchange
  if (body === null) return undefined
  return awaitsContinue ? takeUnlessRefused(passage, body) : take(passage, body)
}

/** Refuses a request whose body has failed. The route is known by then, so that the vendor's words are those of it. */
export function refuseBody({ bodyFailure }: Passage): void {
  if (bodyFailure !== null) throw bodyFailure
}

/** Takes the body of a client that waits for `100 Continue`, unless the service refuses the request by its head. */
async function takeUnlessRefused(passage: Passage, body: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    await findRoute(passage)
    if (passage.match !== null) passage.routes?.refuseByHead?.(passage.call)
  } catch (error) {
    if (error instanceof Failure) {
      passage.bodyFailure = error
      return
    }
    // An unforeseen error is worded by the stages that meet it again.
  }
  await take(passage, body)
}

async function take(passage: Passage, body: AsyncIterable<Uint8Array>): Promise<void> {
  const { instance, call, entry } = passage
  const { spoolAbove: given } = instance.service
  try {
    const spoolAbove = typeof given === 'function' ? given(call) : given
    const taken = spoolAbove === undefined ? await readWhole(body) : await instance.spool.take(body, spoolAbove)
    if ('path' in taken) call.file = taken
    else call.bytes = taken
    instance.requests.recordBody(entry, 'requestBody', 'path' in taken ? taken.head : taken)
  } catch (error) {
    if (error instanceof Failure) {
      passage.bodyFailure = error
      return
    }
    // The client has closed the connection before the body was whole, or sends more than can be held.
    entry.error = traceOf(error)
    passage.drop()
  }
}
