/** Request headers as they arrived, names in lower case. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>

/**
 * One HTTP request before anything has been decided about it. An adapter makes it: `node-exchange.ts` from a request of
 * `node:http`, `web-exchange.ts` from a `Request`.
 */
export interface Exchange {
  readonly method: string
  /**
   * The request target as the client sent it, without the mount path: path and query, neither decoded nor normalized.
   */
  readonly target: string
  readonly headers: RequestHeaders
  /** The body in pieces, at the pace of its reader, to be read once; null for a request without a body. */
  readonly body: AsyncIterable<Uint8Array> | null
  /**
   * True for a client that sends the body only once it is read: it waits for `100 Continue`. RFC 9110 section 10.1.1
   */
  readonly awaitsContinue?: boolean
  /** Fires when the client closes its connection before it has the whole answer. */
  readonly clientGone: AbortSignal
  /** The IP address of the client; `127.0.0.1` for a request that came without a network. */
  readonly clientAddress: string
  /** True for a request that came without a network: its Host header names no server. */
  readonly inProcess: boolean
  /** True for a request that asks for a WebSocket over a connection that can become one. */
  readonly upgrades?: boolean
  /**
   * The base URL that the answer advertises, mount path included, without a slash at the end:
   * `https://app.test/emulate/codehost`. Absent: the instance's own
   */
  readonly origin?: string
}
