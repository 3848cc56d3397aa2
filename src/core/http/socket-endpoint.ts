/** One open WebSocket connection. */
export interface SocketConnection {
  /** Counts up from 1 in the life of an instance. */
  readonly id: number
  /** The subscriber that the connection belongs to. */
  readonly group: string
  /** Sends a text message. Does nothing once the connection has closed. */
  send(text: string): void
  /**
   * Completes the delivery with this guid: `body` is the receiver's answer. Does nothing for a delivery that has ended.
   */
  answer(guid: string, body: string): void
  /** Closes the connection with a code of RFC 6455 section 7.4; 1000 by default. */
  close(code?: number): void
}

/**
 * The service's side of a WebSocket connection. Each function runs as a transaction. A connection outlives a reset, as
 * connections of HTTP do; its next message is handled in the new state. `X` is the service's context.
 */
export interface SocketEndpoint<X> {
  /** The subscriber that the connection belongs to: deliveries to the URL `socket:<group>` are sent over it. */
  readonly group: string
  /** Called once the connection is open, before any message. */
  opened?(context: X, connection: SocketConnection): void
  /** Called with each message, in order; the bytes of a binary message are read as UTF-8. */
  received(context: X, connection: SocketConnection, text: string): void
}

/** The open connections of an instance by group, as services see them. */
export interface SocketGroups {
  /** Returns the number of open connections. */
  count(group: string): number
  /**
   * Sends a text message to every connection, or only to the one with this id. Not undone when the work under way
   * fails.
   */
  send(group: string, text: string, id?: number): void
  /** Closes every connection, or only the one with this id, after the messages that were sent. */
  close(group: string, id?: number): void
}
