import type { Socket, TcpSocketConnectOpts } from 'node:net'
import { dns, net as builtin, tls } from './builtins.ts'
import { stackAbove } from './call-site.ts'
import type { Patches } from './patches.ts'
import { Proxies } from './proxies.ts'
import { Refusal, refusedCall } from './refused-call.ts'
import type { Interceptor } from './interceptor.ts'
import { isThisMachine } from './this-machine.ts'
import { Writes, type Written } from './writes.ts'

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
  const known = new WeakSet<Socket>()
  const { lookup } = dns()
  const connectPlainly = Reflect.get(builtin().Socket.prototype, 'connect') as Connect // it takes all of these
  const connect = (socket: Socket, options: object): void => {
    known.add(socket)
    connectPlainly.call(socket, options)
  }
  const proxies = new Proxies(interceptor, (socket, port) => connect(socket, { host: '127.0.0.1', port }))
  const watch = (
    socket: Socket,
    { options, host, port }: Omit<Target, 'callback' | 'servername'>,
    refusal: Refusal | null,
  ): void =>
    proxies.watch(socket, {
      // The name of a proxy may be one that the look-up of this process refuses.
      connect: (other) => connect(other, { lookup, ...options, host, port }),
      steeredTo: refusal === null ? null : interceptor.server.port,
      refusal,
    })
  patchConnect(interceptor, patches, (socket, target, refusal) => {
    known.add(socket)
    if (target !== null) watch(socket, target, refusal)
  })
  // Node gives every write of a socket, of TLS too, to this method.
  patches.replace(
    builtin().Socket.prototype,
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
          const { remoteAddress: host = '127.0.0.1', remotePort: port = 0 } = this
          watch(this, { options: {}, host, port }, null)
        }
        if (!interceptor.isOn || !proxies.isWatched(this)) return original.apply(this, parameters)
        const proceed = (): void => void original.apply(this, parameters)
        return proxies.holds(this, parameters[1], proceed) ? undefined : original.apply(this, parameters)
      },
  )
}

type Opened = (socket: Socket, target: Target | null, refusal: Refusal | null) => void

/** @param opened is told of every connection, with its target where that may be a proxy */
function patchConnect(interceptor: Interceptor, patches: Patches, opened: Opened): void {
  const { TLSSocket } = tls()
  patches.replace(
    builtin().Socket.prototype,
    'connect',
    (original: Connect) =>
      function connect(this: Socket, ...parameters: unknown[]): Socket {
        const named = interceptor.isOn ? targetOf(parameters) : null
        opened(this, null, null)
        if (named === null) return original.apply(this, parameters)
        const { port } = named
        const host = interceptor.nameFor(named.host, named.servername)
        const target = { ...named, host }
        const decision = interceptor.decide(host, port)
        interceptor.watch(this, { host, port, decision })
        if (decision === 'pass') {
          // The server decides about what is asked of itself.
          if (!interceptor.isServerPort(port)) opened(this, target, null)
          return original.apply(this, parameters)
        }
        const pending = [...interceptor.pending].find((each) => each.host === host && each.port === port)
        if (pending !== undefined) interceptor.pending.delete(pending)
        const stack = pending?.stack ?? stackAbove(connect)
        if (decision === 'warn') {
          const { message } = new Refusal(host, port, stack, pending).call
          interceptor.warn(host, `${message} (it goes there, because of unhandled: 'warn')`)
          opened(this, target, null)
          return original.apply(this, parameters)
        }
        const refusal = decision === 'refuse' ? new Refusal(host, port, stack, pending) : null
        if (refusal !== null) interceptor.record(refusal)
        if (refusal !== null && pending !== undefined) return refuseAtOnce(this, refusal)
        if (this instanceof TLSSocket) interceptor.trust.extendSocket(this)
        if (refusal !== null) opened(this, target, refusal)
        return steer(interceptor, original, this, target, { host, port, stack, refusal })
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
  const others = Object.fromEntries(Object.entries(options).filter(([name]) => !ROUTE_OPTIONS.includes(name)))
  const redirected = { ...others, host: '127.0.0.1', port }
  if (port !== server.port) return original.call(client, redirected, callback)
  if (client instanceof tls().TLSSocket) server.prepare(call.host)
  let writes: Writes | undefined
  const writtenAt = (offset: number): Written => writes?.at(offset) ?? { tag: null, stack: '' }
  // Before all other listeners, which may send the first bytes.
  client.prependOnceListener('connect', () => server.announce({ ...call, client, writtenAt }))
  original.call(client, redirected, callback)
  // Connecting gives a socket the method of its class.
  writes = new Writes(client, (above) => (interceptor.withoutTenant(call.host) === null ? '' : stackAbove(above)))
  return client
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
