import { text } from '../answer.ts'
import type { Exchange, RequestHeaders } from '../exchange.ts'
import { answered, type Outcome } from '../http/outcome.ts'
import { placeOf, tagOf, tagOfRequest, TENANT_HEADER, TENANT_PATH, tenantIdOf } from './tenant-tag.ts'

/** The shortest secret that tells its tenant: shorter ones, such as the codes that people type, may be equal. */
const SHORTEST_SECRET = 16

const SECRETS = /[A-Za-z\d]{16,}/g

/** A tenant as its instance knows it. */
export interface TenantName {
  readonly id: string
  /** The id with its signature. */
  readonly tag: string
}

/** The part of a tenant, which is an instance, that its instance works with. */
interface Tenant {
  readonly tenant: TenantName | null
  close(): void
}

/** The part of an instance that its tenants work with. */
interface InstanceOfTenants<T> {
  readonly origin: string
  readonly vendorHosts: object | null
  readonly service: { readonly id: string; readonly application?: object }
  fork(name: TenantName): T
}

/** A request with the tenant that it is for. */
interface Addressed<T> {
  /** null: the instance itself. */
  readonly instance: T | null
  readonly exchange: Exchange
}

/** The tenants of one instance: isolated copies of its seeded state, each an instance that does not listen. */
export class Tenants<T extends Tenant> {
  readonly #of: InstanceOfTenants<T>
  readonly #open = new Map<string, T>()
  readonly #ended = new Set<string>()
  /** The tenants by the secrets that they have made. */
  readonly #secrets = new Map<string, T>()
  /** The functions to call when a tenant ends, by its tag. */
  readonly #endings = new Map<string, Set<() => void>>()
  #count = 0
  #own: TenantName | null = null

  constructor(of: InstanceOfTenants<T>) {
    this.#of = of
  }

  /** The ids of the tenants that have not ended. */
  get ids(): readonly string[] {
    return [...this.#open.values()].flatMap(({ tenant }) => (tenant === null ? [] : [tenant.id]))
  }

  /**
   * Returns the tenant with an id, and makes it unless there is one. Default: a new one
   *
   * @throws TypeError for an id that a header cannot have, and for a service whose state backlot does not hold.
   * @throws Error for a tenant that has ended.
   */
  take(id: string = this.#nextId()): T {
    const tag = tagOf(id)
    const open = this.#open.get(tag)
    if (open !== undefined) return open
    if (this.#ended.has(id)) throw new Error(endedMessage(id))
    const tenant = this.#of.fork({ id, tag })
    this.#open.set(tag, tenant)
    return tenant
  }

  /** The tenant that the instance itself is at present; null for none. */
  get own(): TenantName | null {
    return this.#own
  }

  /**
   * Lets the instance itself be a tenant, where it serves one test at a time: requests that name it reach it from here
   * on. The tenant that it was before has ended.
   *
   * @throws TypeError for an id that a header cannot have.
   */
  become(id: string): void {
    const before = this.#own
    this.#own = { id, tag: tagOf(id) }
    if (before === null) return
    this.#ended.add(before.id)
    this.#conclude(before.tag)
  }

  /** Ends a tenant: requests that name it are refused from here on. Returns whether there was one. */
  end(id: string): boolean {
    const tenant = this.#open.get(tagOf(id))
    tenant?.close()
    return tenant !== undefined
  }

  /** Forgets a tenant that has been closed. */
  forget({ id, tag }: TenantName): void {
    const tenant = this.#open.get(tag)
    this.#open.delete(tag)
    this.#ended.add(id)
    for (const [secret, owner] of this.#secrets) if (owner === tenant) this.#secrets.delete(secret)
    this.#conclude(tag)
  }

  /** Calls a function when the tenant of a tag ends. Returns how to take that back. */
  onEnd(tag: string, end: () => void): () => void {
    const endings = this.#endings.get(tag) ?? new Set()
    this.#endings.set(tag, endings.add(end))
    return () => {
      endings.delete(end)
      if (endings.size === 0 && this.#endings.get(tag) === endings) this.#endings.delete(tag)
    }
  }

  #conclude(tag: string): void {
    const endings = this.#endings.get(tag) ?? []
    this.#endings.delete(tag)
    for (const end of endings) end()
  }

  /** Ends every tenant. */
  close(): void {
    for (const tenant of this.#open.values()) tenant.close()
  }

  /** Notes a secret that a tenant has made, by which a request without a tag finds it. */
  learn(secret: string, tenant: T): void {
    if (secret.length >= SHORTEST_SECRET) this.#secrets.set(secret, tenant)
  }

  /**
   * Returns the tenant that a request is for, by its path, its header, its cookie or the secret that it carries; null
   * for a request of the instance itself; the refusal of a request that names a tenant which has ended, or a tag that
   * this run has not signed.
   */
  addressed(exchange: Exchange): Addressed<T> | Outcome | null {
    const { target, headers } = exchange
    const inPath = target.startsWith(TENANT_PATH)
      ? (/^\/~([\w-]+\.[\w-]{16})(?=[/?]|$)/.exec(target)?.[1] ?? null)
      : null
    const tag = inPath ?? tagOfRequest(headers)
    const tenant = tag === null ? this.#bySecret(headers) : this.named(tag)
    if (tenant === null && tag === null) return null
    if (typeof tenant === 'string') return answered(text(`backlot: ${tenant}\n`, 410))
    // The vendor never sees it, nor does the request log.
    delete (headers as Record<string, unknown>)[TENANT_HEADER] // the adapter's own object
    const base = exchange.origin ?? this.#of.origin
    const origin = inPath === null ? base : `${base}${TENANT_PATH}${inPath}`
    const rest = inPath === null ? target : target.slice(TENANT_PATH.length + inPath.length)
    const advertised = this.#of.vendorHosts === null ? origin : exchange.origin
    return { instance: tenant, exchange: new AddressedExchange(exchange, rest, advertised) }
  }

  /**
   * Returns the tenant of a tag, and makes one that another process of the run has signed; null for the instance
   * itself; the reason why a tenant that has ended is refused, a tag that this run has not signed, or any tag where the
   * service is an application.
   */
  named(tag: string): T | string | null {
    if (tag === this.#own?.tag) return null
    const { id: serviceId, application } = this.#of.service
    if (application !== undefined) return tenantlessMessage(serviceId)
    const open = this.#open.get(tag)
    if (open !== undefined) return open
    const id = tenantIdOf(tag)
    if (id === null) return `${JSON.stringify(tag)} is not a tenant of this run: take the header from tenantHeaders`
    // A test of this process that this instance has had no part in is over, too.
    if (this.#ended.has(id) || (this.#own !== null && placeOf(id) !== null)) return endedMessage(id)
    return this.take(id)
  }

  #bySecret({ authorization, cookie }: RequestHeaders): T | null {
    if (this.#secrets.size === 0) return null
    const credentials = `${typeof authorization === 'string' ? decoded(authorization) : ''} ${String(cookie ?? '')}`
    // Vendors put a name in front of a secret: `ghp_…`.
    for (const [secret] of credentials.matchAll(SECRETS)) {
      const tenant = this.#secrets.get(secret)
      if (tenant !== undefined) return tenant
    }
    return null
  }

  #nextId(): string {
    this.#count += 1
    return `t${this.#count}`
  }
}

/** Returns whether a request may be one of a tenant. Every request asks, so it costs next to nothing. */
export function mayNameTenant({ target, headers }: Exchange): boolean {
  return target.startsWith(TENANT_PATH) || tagOfRequest(headers) !== null
}

/** Returns an Authorization header as text, with the user and password of basic authentication. */
function decoded(authorization: string): string {
  const basic = /^basic (.*)$/i.exec(authorization)
  return basic === null ? authorization : Buffer.from(basic[1] ?? '', 'base64').toString('latin1')
}

function tenantlessMessage(service: string): string {
  return `${service} has no tenants, as it is an application whose state backlot does not hold: define it with a schema and routes, or call it from no tenant`
}

function endedMessage(id: string): string {
  return `the tenant ${id} has ended: its test is over, and what it left running must not reach another test`
}

/**
 * An exchange with the target and the base URL of a tenant. It is a class because every request of a tenant makes one:
 * an object with accessors of its own is three times as slow.
 */
class AddressedExchange implements Exchange {
  readonly #received: Exchange
  readonly method: string
  readonly target: string
  readonly headers: RequestHeaders
  readonly body: Exchange['body']
  readonly inProcess: boolean
  declare readonly upgrades?: boolean
  declare readonly origin?: string

  constructor(received: Exchange, target: string, origin: string | undefined) {
    this.#received = received
    this.method = received.method
    this.target = target
    this.headers = received.headers
    this.body = received.body
    this.inProcess = received.inProcess
    if (received.upgrades !== undefined) this.upgrades = received.upgrades
    if (origin !== undefined) this.origin = origin
  }

  // Watching a connection costs, so it is only done for those that look at the signal.
  get clientGone(): AbortSignal {
    return this.#received.clientGone
  }

  get clientAddress(): string {
    return this.#received.clientAddress
  }
}
