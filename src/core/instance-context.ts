import type { Context } from './call.ts'
import type { Emission } from './emission.ts'
import { isAllowedHost } from './hosts.ts'
import type { Ids } from './ids.ts'
import type { StoredClock } from './clock.ts'
import type { Sockets } from './http/sockets.ts'
import type { Spool } from './http/spool.ts'
import type { RequestLog } from './request-log/requests.ts'
import type { AnyService, SystemCollections } from './service.ts'
import type { Store } from './store.ts'
import { ownUrls, type VendorHosts } from './vendor-hosts.ts'
import { addEvent } from './webhooks/outbox.ts'
import type { Delivery, Dispatcher } from './webhooks.ts'

/** The parts of an instance that its contexts are made of. */
interface ContextSource {
  readonly service: AnyService
  /** The store of the present epoch. */
  readonly store: Store<SystemCollections>
  readonly clock: StoredClock
  readonly webhooks: Dispatcher
  readonly sockets: Sockets
  readonly spool: Spool
  readonly requests: RequestLog
  /** The base URL that answers advertise, without a slash at the end. */
  readonly advertised: string
  readonly vendorHosts: VendorHosts | null
  readonly allowedWebhookHosts: readonly string[]
  idsOf: (store: () => Store<SystemCollections>) => Ids
  isKnownOrigin: (url: URL, advertised: string) => boolean
}

/**
 * Returns the context of handlers, timers and seeds, of the instance's present epoch. Events are added to `outbox`;
 * without one they are dropped. `origin` is the base URL to advertise where it is not the instance's own; timers that
 * this context schedules advertise it too.
 */
export function contextOf(instance: ContextSource, outbox?: Emission[], origin?: string): Context<SystemCollections> {
  const { store } = instance
  const advertised = origin ?? instance.advertised
  const urls = instance.vendorHosts?.urls(advertised) ?? ownUrls(advertised)
  // Work that began before a reset must not change the state after it by these functions either.
  const present = (): ContextSource => {
    store.check()
    return instance
  }
  const context: Context<SystemCollections> = {
    store,
    rows: store.rows,
    clock: instance.clock,
    ids: instance.idsOf(() => store),
    origin: advertised,
    base: urls.api,
    urls,
    schedule: (delay, name, payload) => present().clock.schedule(delay, name, payload, origin),
    emit: (event) => outbox && addEvent(outbox, instance.service.webhooks, context, event),
    spool: (pieces, limit = usualLimit(instance.service.spoolAbove)) => instance.spool.take(pieces, limit),
    keepFile: (file) => present().spool.keep(file),
    mayContact: (url) => isAllowedHost(url, instance.allowedWebhookHosts),
    mayRedirectTo: (url) => instance.isKnownOrigin(url, advertised),
    redeliver: (id): Delivery => present().webhooks.requeue(id),
    sockets: instance.sockets,
    requestsUnderWay: () => instance.requests.underWay,
    requestsAfter: (after) => instance.requests.list(after),
  }
  return context
}

/** Returns the limit of what is not the body of a request: a function knows only those. */
function usualLimit(spoolAbove: unknown): number {
  return typeof spoolAbove === 'number' ? spoolAbove : Infinity
}
