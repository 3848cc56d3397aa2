import type { Server } from 'node:net'
import type { Context } from '../call.ts'
import type { ServerCertificate } from './certificates.ts'
import type { CollectionDefinitions } from '../store.ts'

/** The part of an instance that a server beside HTTP works with. */
export interface ListenerHost<C extends CollectionDefinitions> {
  /** Answers a request in process, as the HTTP server answers it; the host of its URL does not matter. */
  fetch(request: Request): Promise<Response>
  /** Does work that no HTTP request asks for: completely, or when it throws not at all. Then sends its events. */
  perform<T>(work: (context: Context<C>) => T): T
}

/** A server of a service beside HTTP, such as SMTP or a driver's protocol, on a port of its own. */
export interface ServiceListener<C extends CollectionDefinitions, Section> {
  /**
   * Returns the port that the seed's section asks for, 0 for any free one; null when it does not ask for the server.
   */
  readonly port: (section: Section) => number | null
  /**
   * Creates the server; it is started and closed with the instance. Called only when the section asks for the server,
   * so this is the place to load the library of its protocol. `certificate` is set when the instance serves TLS.
   */
  readonly createServer: (host: ListenerHost<C>, certificate: ServerCertificate | undefined) => Promise<Server>
}

/** The ports of an instance's listeners that are open, by the names that the service gives them. */
export type ListenerPorts = Readonly<Record<string, number>>
