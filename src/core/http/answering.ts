import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Exchange } from '../exchange.ts'
import type { Outcome } from './outcome.ts'

/** The ways to have an instance answer a request that did not arrive at its own port. */
export interface Answering {
  /** Answers an exchange; its events are sent in the next turn of the event loop. Never rejects. */
  exchange(exchange: Exchange): Promise<Outcome>
  /** Answers a request of a server of `node:http`. Never rejects. */
  request(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Answers a request that asks for another protocol. Never rejects. */
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void>
}

/**
 * The member of an emulator that has its {@link Answering}: an interception of another copy of this package finds it
 * too.
 */
export const ANSWERING: unique symbol = Symbol.for('backlot.answering')
