import { text, type Answer } from '../answer.ts'
import type { Sockets } from './sockets.ts'

/** The end of a request: what to send, and what to do with the connection. */
export interface Outcome {
  readonly answer: Answer
  /** `drop`: close the connection without an answer. `truncate`: send half of the body, then close. */
  readonly connection: 'respond' | 'drop' | 'truncate'
  /** Sends the events of the request. To be called once the response has been handed over; null when none is queued. */
  readonly flush: (() => void) | null
  /** The WebSocket connections of the tenant that has answered; absent for the instance itself. */
  readonly sockets?: Sockets
}

/** The connection closes without an answer. */
export const DROPPED: Outcome = { answer: text(''), connection: 'drop', flush: null }

/** An answer that changes nothing about the connection and has no events. */
export function answered(answer: Answer): Outcome {
  return { answer, connection: 'respond', flush: null }
}
