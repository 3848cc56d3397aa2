import type { Socket, TcpSocketConnectOpts } from 'node:net'
import { dns, net as builtin, tls } from './builtins.ts'
import { stackAbove } from './call-site.ts'
import type { Patches } from './patches.ts'
import { Proxies } from './proxies.ts'
import { Refusal, refusedCall } from './refused-call.ts'
import type { Interceptor } from './interceptor.ts'
import { isThisMachine } from './this-machine.ts'

type Connect = (this: Socket, ...parameters: unknown[]) => Socket
type Write = (this: Socket, ...parameters: unknown[]) => unknown

/** Options that choose an address or a network; a connection to this machine needs none of them. */
const ROUTE_OPTIONS = [
  'path',
  'lookup',
  'family',
  'hints',
  'localAddress',
  'localPort',
  'autoSelectFamily',
  'autoSelectFamilyAttemptTimeout',
  'blockList',
]

/** The destination of a connection, as its client named it. */
interface Target {
  readonly host: string
  readonly port: number
  readonly servername: string | undefined
  readonly options: Readonly<Record<string, unknown>>
  readonly callback: unknown
}

/**
 * Redirects connections to the hosts that instances answer for to the steering server, and refuses connections to other
 * hosts. All clients of Node.js open their connections by this one method.
 */
export function patchSockets(interceptor: Interceptor, patches: Patches): void {
  const net = builtin()
  const { TLSSocket } = tls()
  const known = new WeakSet<Socket>()
  const { lookup } = dns()
  const { connect: connectPlainly }: { connect: Connect } = net.Socket.prototype
  const proxies = new Proxies(interceptor, (socket, port) => {
    known.add(socket)
    connectPlainly.call(socket, { host: '127.0.0.1', port })
  })
  /** Returns how a socket is connected with the server that the client chose, of which no name server was to know. */
  const toTarget = (options: Target['options'], host: string, port: number) => (socket: Socket) => {
    known.add(socket)
    connectPlainly.call(socket, { lookup, ...options, host, port })
  }
  patches.replace(
    net.Socket.prototype,
    'connect',
    (original: Connect) =>
      function connect(this: Socket, ...parameters: unknown[]): Socket {
        const target = interceptor.isOn ? targetOf(parameters) : null
        known.add(this)
        if (target === null) return original.apply(this, parameters)
        const { port } = target
        const host = interceptor.nameFor(target.host, target.servername)
        const decision = interceptor.decide(host, port)
        interceptor.watch(this, { host, port, decision })
        if (decision === 'pass') {
          // The server decides about what is asked of itself.
          if (!interceptor.isServerPort(port))
            proxies.watch(this, { connect: toTarget(target.options, host, port), steeredTo: null, refusal: null })
          return original.apply(this, parameters)
        }
        const pending = [...interceptor.pending].find((each) => each.host === host && each.port === port)
        if (pending !== undefined) interceptor.pending.delete(pending)
        const stack = pending?.stack ?? stackAbove(connect)
        if (decision === 'warn') {
          const { message } = new Refusal(host, port, stack, pending).call
          interceptor.warn(host, `${message} (it goes there, because of unhandled: 'warn')`)
          proxies.watch(this, { connect: toTarget(target.options, host, port), steeredTo: null, refusal: null })
          return original.apply(this, parameters)
        }
        const refusal = decision === 'refuse' ? new Refusal(host, port, stack, pending) : null
        if (refusal !== null) interceptor.record(refusal)
        if (refusal !== null && pending !== undefined) return refuseAtOnce(this, refusal)
        if (this instanceof TLSSocket) interceptor.trust.extendSocket(this)
        if (refusal !== null) {
          const steeredTo = interceptor.server.port
          proxies.watch(this, { connect: toTarget(target.options, host, port), steeredTo, refusal })
        }
        return steer(interceptor, original, this, target, { host, port, stack, refusal })
      },
  )
  // Node gives every write of a socket, of TLS too, to this method.
  patches.replace(
    net.Socket.prototype,
    '_writeGeneric',
    (original: Write) =>
      function _writeGeneric(this: Socket, ...parameters: unknown[]): unknown {
        if (interceptor.isOn && !known.has(this)) {
          known.add(this)
          const error = openedBefore(interceptor, this)
          if (error !== null) {
            this.destroy(error)
            return undefined
          }
          const { remoteAddress = '127.0.0.1', remotePort = 0 } = this
          proxies.watch(this, { connect: toTarget({}, remoteAddress, remotePort), steeredTo: null, refusal: null })
        }
        const proceed = (): void => void original.apply(this, parameters)
        if (interceptor.isOn && proxies.holds(this, parameters[1], proceed)) return undefined
        return original.apply(this, parameters)
      },
  )
}

/** Connects a socket to the steering server instead of its target. */
function steer(
  interceptor: Interceptor,
  original: Connect,
  client: Socket,
  { options, callback }: Target,
  call: { readonly host: string; readonly port: number; readonly stack: string; readonly refusal: Refusal | null },
): Socket {
  const { server } = interceptor
  const port = call.refusal === null ? interceptor.steeringPort(call.host) : server.port
  if (port === server.port) {
    if (client instanceof tls().TLSSocket) server.prepare(call.host)
    // Before all other listeners, which may send the first bytes.
    client.prependOnceListener('connect', () => server.announce({ ...call, client }))
  }
  const others = Object.fromEntries(Object.entries(options).filter(([name]) => !ROUTE_OPTIONS.includes(name)))
  return original.call(client, { ...others, host: '127.0.0.1', port }, callback)
}

/** Ends a socket whose request is known before it connects. */
function refuseAtOnce(client: Socket, refusal: Refusal): Socket {
  process.nextTick(() => client.destroy(refusal.error))
  return client
}

/**
 * Returns the destination in the parameters of `connect`: `(options, callback)`, `(port, host, callback)`, or the list
 * of options and callback that Node makes of them first. null for a local socket, which has a path.
 */
function targetOf(parameters: readonly unknown[]): Target | null {
  const [first, second] = Array.isArray(parameters[0]) ? (parameters[0] as unknown[]) : parameters // a list of anything
  if (typeof first !== 'object' || first === null) {
    if (typeof first === 'string' && !/^\d+$/.test(first)) return null
    const host = typeof second === 'string' ? second : 'localhost'
    return { host, port: Number(first), servername: undefined, options: {}, callback: parameters.at(-1) }
  }
  const options = first as Partial<TcpSocketConnectOpts> & { path?: unknown; servername?: unknown } // checked below
  if (typeof options.path === 'string' && options.path !== '') return null
  const { host = 'localhost', port, servername } = options
  return {
    host,
    port: Number(port),
    servername: typeof servername === 'string' ? servername : undefined,
    options: first as Readonly<Record<string, unknown>>, // an object
    callback: second,
  }
}

/**
 * Returns the error for a socket that was connected to another machine before hosts were intercepted, and that a client
 * has kept for further calls; null for any other socket.
 */
function openedBefore(interceptor: Interceptor, socket: Socket): Error | null {
  const { remoteAddress, remotePort = 0 } = socket
  const {
    server,
    servername,
    _host: name,
    _tlsOptions: options,
  } = socket as {
    server?: unknown
    servername?: unknown
    _host?: unknown
    _tlsOptions?: { isServer?: boolean }
  } // members that Node's types leave out
  const isAccepted = (server !== undefined && server !== null) || options?.isServer === true
  if (remoteAddress === undefined || isThisMachine(remoteAddress) || isAccepted) return null
  const host = [servername, name].find((each) => typeof each === 'string' && each !== '')
  const called = typeof host === 'string' ? host.toLowerCase() : remoteAddress
  const decision = interceptor.decide(called, remotePort)
  if (decision === 'pass' || decision === 'warn') return null
  if (decision === 'refuse') {
    const refusal = new Refusal(called, remotePort, stackAbove(openedBefore))
    refusal.complete()
    interceptor.record(refusal)
    return refusal.error
  }
  const { origin } = refusedCall({ host: called, port: remotePort, caller: null })
  return Object.assign(
    new Error(
      `the connection to ${origin} was opened before backlot intercepted its host; it is closed, so call again`,
    ),
    { code: 'ECONNRESET' },
  )
}
