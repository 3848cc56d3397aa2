import type { Socket } from 'node:dgram'
import { dgram as builtin } from './builtins.ts'
import { stackAbove } from './call-site.ts'
import type { Interceptor } from './interceptor.ts'
import type { Patches } from './patches.ts'
import { Refusal } from './refused-call.ts'

type Method = (this: Socket, ...parameters: unknown[]) => unknown

/** Refuses datagrams to other machines: no instance answers UDP. */
export function patchDatagrams(interceptor: Interceptor, patches: Patches): void {
  const { prototype } = builtin().Socket
  const refusalOf = (port: unknown, host: unknown, above: Method): Refusal | null => {
    const name = typeof host === 'string' && host !== '' ? interceptor.nameFor(host, undefined) : 'localhost'
    const decision = interceptor.decide(name, Number(port))
    if (decision !== 'refuse' && decision !== 'steer') return null
    const refusal = new Refusal(name, Number(port), stackAbove(above), { scheme: 'udp' })
    refusal.complete()
    interceptor.record(refusal)
    return refusal
  }
  /** Ends a call as one ends whose address is not found. */
  const fail = (socket: Socket, { error }: Refusal, callback: unknown): void => {
    process.nextTick(() => {
      if (typeof callback === 'function') (callback as (reason: Error) => void)(error) // a function
      else socket.emit('error', error)
    })
  }
  patches.replace(prototype, 'send', (original: Method) => {
    return function send(this: Socket, ...parameters) {
      const [port, host] = destinationOf(parameters)
      const refusal = interceptor.isOn && port !== null ? refusalOf(port, host, send) : null
      if (refusal === null) return original.apply(this, parameters)
      return fail(this, refusal, parameters.at(-1))
    }
  })
  patches.replace(prototype, 'connect', (original: Method) => {
    return function connect(this: Socket, ...parameters) {
      const [port, host] = parameters
      const refusal = interceptor.isOn ? refusalOf(port, host, connect) : null
      if (refusal === null) return original.apply(this, parameters)
      return fail(this, refusal, parameters.at(-1))
    }
  })
}

/**
 * Returns the port and the host in the parameters of `send`: `(message, port, host, callback)`, with the offset and
 * length of the message after it or without. The port is null for a socket that is connected.
 */
function destinationOf(parameters: readonly unknown[]): readonly [port: unknown, host: unknown] {
  const [, ...rest] = parameters.filter((each) => typeof each !== 'function')
  const host = rest.findIndex((each) => typeof each === 'string' && !/^\d+$/.test(each))
  const numbers = host < 0 ? rest : rest.slice(0, host)
  const defined = numbers.filter((each) => each !== undefined && each !== null)
  // A connected socket has at most an offset and a length.
  const port = defined.length === 1 || defined.length === 3 ? defined.at(-1) : null
  return [port, host < 0 ? undefined : rest[host]]
}
