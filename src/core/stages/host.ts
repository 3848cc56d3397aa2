import { text } from '../answer.ts'
import { hostnameOf, isAddress, isLoopback } from '../hosts.ts'
import { answered } from '../http/outcome.ts'
import type { Instance } from '../instance.ts'
import type { Passage } from './passage.ts'

/**
 * Refuses a request whose Host header names neither this machine, nor the advertised base URL, nor a host that the
 * instance answers for: a page of another site can reach a server on this machine by a name of its own that resolves to
 * it.
 */
export function checkHost(passage: Passage): void {
  const { instance, exchange } = passage
  if (exchange.inProcess || passage.call.host !== null) return
  if (answersFor(instance, String(exchange.headers.host ?? ''))) return
  const message =
    `backlot's ${instance.service.id} does not answer for the host ${JSON.stringify(String(exchange.headers.host ?? ''))}: ` +
    `call it at ${instance.origin}, or start it with baseUrl (--base-url) or hostname (--host)\n`
  passage.outcome = answered(text(message, 421))
}

/** Returns whether a Host header names this machine, or a host that the instance answers for. */
export function answersFor({ controlToken, acceptedHostnames }: Instance, header: string): boolean {
  const host = hostnameOf(header)
  // An instance that is open to the network is called by its address. No page can have an address as its name.
  if (controlToken !== null && isAddress(host)) return true
  return isLoopback(host) || acceptedHostnames.some((each) => host === each || host.endsWith(`.${each}`))
}
