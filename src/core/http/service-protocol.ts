import type { Duplex } from 'node:stream'
import { dispatchByFirstBytes, limitGreeting, type ProtocolHandler } from './first-bytes.ts'
import type { Instance } from '../instance.ts'
import type { ConnectionProtocol, ProtocolConnection } from './protocol.ts'
import { isProxyHeader, readProxyHeader, RECOGNIZED_BYTES } from './proxy-header.ts'

/** Opens a server beside that of the instance, whose connections the handlers serve; resolves with its port. */
export type OpenServer = (handlers: readonly ProtocolHandler[]) => Promise<number>

/**
 * Returns the handlers of connections of the service's own protocol at the port of an instance; none when it has none.
 * The protocol's code is loaded with the first connection. `openServer` serves the ports that the protocol opens.
 */
export function serviceProtocolHandlers(instance: Instance, openServer: OpenServer): ProtocolHandler[] {
  const { protocol } = instance.service
  if (protocol === undefined) return []
  let serving: Promise<(connection: ProtocolConnection) => void> | undefined
  const open = async (): Promise<(connection: ProtocolConnection) => void> => {
    const { protocolHost } = await import('./protocol-host.ts')
    let ports = 0
    const openPort = (): Promise<number> => {
      ports += 1
      return openServer([...handlersOf(protocol, takeAt(ports)), REFUSING])
    }
    return protocol.open(protocolHost(instance, openPort))
  }
  const takeAt =
    (place: number): Take =>
    async (socket, called) => {
      serving ??= open()
      const serve = await serving.catch(() => {
        // A port could not be opened, as the instance is closed or the system has none left.
        serving = undefined
        socket.destroy()
      })
      if (!socket.destroyed) serve?.({ socket, place, called })
    }
  return handlersOf(protocol, takeAt(0))
}

/** The handler of all that is not the protocol, at a port for nothing else. */
const REFUSING: ProtocolHandler = { bytes: 1, recognize: () => true, take: (stream) => void stream.destroy() }

type Take = (socket: Duplex, called: string | null) => Promise<void>

/** Returns the handlers of connections of the protocol, and of those that a proxy has told the host of. */
function handlersOf({ bytes, recognize }: ConnectionProtocol<never>, take: Take): ProtocolHandler[] {
  const handlerFor = (called: string | null): ProtocolHandler => ({
    bytes,
    recognize,
    take: (socket) => void take(socket, called),
  })
  const proxied: ProtocolHandler = {
    bytes: RECOGNIZED_BYTES,
    recognize: isProxyHeader,
    take: (stream) => readHeader(stream, (called) => dispatchByFirstBytes(stream, [handlerFor(called), REFUSING])),
  }
  return [handlerFor(null), proxied]
}

/** Takes the header of a proxy from a stream that begins with one. */
function readHeader(stream: Duplex, done: (called: string | null) => void): void {
  const greeted = limitGreeting(stream)
  let bytes: Buffer = Buffer.alloc(0)
  const read = (): void => {
    const chunk = stream.read() as Buffer | null // the stream is not in object mode
    if (chunk !== null) bytes = Buffer.concat([bytes, chunk])
    const header = readProxyHeader(bytes)
    if (header === null) return void stream.once('readable', read)
    greeted()
    if (bytes.length > header.length) stream.unshift(bytes.subarray(header.length))
    done(header.host)
  }
  read()
}
