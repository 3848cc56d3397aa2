import type { Server } from 'node:net'
import { dns as builtin } from './builtins.ts'

/**
 * Makes a server listen at a free port of 127.0.0.1 and returns the port at once. Node looks the address up before it
 * listens, though it is no name, and only this look-up is asynchronous: it is answered here.
 *
 * @throws Error when the server does not listen then.
 */
export function listenNow(server: Server): number {
  const dns = builtin()
  const before = Object.getOwnPropertyDescriptor(dns, 'lookup') ?? {}
  Object.defineProperty(dns, 'lookup', { ...before, value: answerAtOnce })
  try {
    server.listen({ port: 0, host: '127.0.0.1', exclusive: true })
  } finally {
    Object.defineProperty(dns, 'lookup', before)
  }
  const address = server.address()
  if (typeof address !== 'object' || address === null) {
    throw new Error(`backlot cannot intercept hosts on Node.js ${process.version}: its server does not listen`)
  }
  return address.port
}

type Found = string | { readonly address: string; readonly family: number }[]
type Callback = (error: null, found: Found, family?: number) => void

function answerAtOnce(address: string, ...rest: readonly unknown[]): void {
  const callback = rest.at(-1) as Callback // the last parameter of dns.lookup
  const all = typeof rest[0] === 'object' && rest[0] !== null && 'all' in rest[0] && rest[0].all === true
  if (all) callback(null, [{ address, family: 4 }])
  else callback(null, address, 4)
}
