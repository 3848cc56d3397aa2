import type { Server } from 'node:net'

/** Thrown when another socket holds the port. */
export class PortInUse extends Error {
  override name = 'PortInUse'
  /** The port that is taken. */
  readonly port: number
  /** The id of the service that was to listen there; for a listener beside HTTP, its place in the seed. */
  readonly service: string

  constructor(port: number, service: string) {
    super(`port ${port} is in use (${service}): pass another port, port: 0 for any free one, or stop the other process`)
    this.port = port
    this.service = service
  }
}

/**
 * Makes a server listen. Rejects with {@link PortInUse}, which has the name of the server, or with the system's error.
 */
export function bind(
  server: Server,
  name: string,
  { port, hostname }: { readonly port: number; readonly hostname: string },
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new PortInUse(port, name) : error)
    })
    server.listen(port, hostname, resolve)
  })
}
