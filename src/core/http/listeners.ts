import type { Server, Socket } from 'node:net'
import type { Instance } from '../instance.ts'
import type { ListenerHost, ListenerPorts } from './listener.ts'
import { listenAt, type Listener, type ListenOptions } from './listen.ts'
import type { AnyService } from '../service.ts'
import type { CollectionDefinitions } from '../store.ts'
import { respondToWeb } from './web-exchange.ts'

/** The open listeners of an instance. */
export interface OpenListeners {
  readonly ports: ListenerPorts
  /** Ends every connection and frees the ports. */
  close(): Promise<void>
}

/**
 * Starts the servers that the seed asks for beside HTTP. Rejects with PortInUse, and then none of them is left open.
 */
export async function openListeners(
  service: AnyService,
  section: unknown,
  instance: Instance,
  options: Pick<ListenOptions, 'hostname' | 'keepAlive' | 'tls'>,
): Promise<OpenListeners> {
  const host: ListenerHost<CollectionDefinitions> = {
    fetch: (request) => respondToWeb(instance, request),
    perform: (work) => instance.perform((context) => work(context as never)), // of one service
  }
  const open: (readonly [string, Listener])[] = []
  const close = async (): Promise<void> => {
    await Promise.all(open.map(([, listener]) => listener.close()))
  }
  try {
    for (const [name, { port, createServer }] of Object.entries(service.listeners ?? {})) {
      const requestedPort = port(section)
      if (requestedPort === null) continue
      // One after the other, so that a port that is in use leaves nothing half open.
      const server = await createServer(host, options.tls)
      const where = { ...options, port: requestedPort }
      open.push([name, await listenAt(tracked(server), where, `${service.id}.${name} in the seed`)])
    }
  } catch (error) {
    await close()
    throw error
  }
  return { ports: Object.fromEntries(open.map(([name, { port }]) => [name, port])), close }
}

function tracked(server: Server) {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const closeAllConnections = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return { server, closeAllConnections }
}
