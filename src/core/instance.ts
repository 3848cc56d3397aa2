import { randomUUID } from 'node:crypto'
import type { Answer } from './answer.ts'
import type { Context } from './call.ts'
import type { Emission } from './emission.ts'
import { changesData, type ChangesData } from './calls/changes.ts'
import { findCalls } from './calls/find-calls.ts'
import type { ReceivedCall } from './calls/received-call.ts'
import { CopiedFiles, type CopiedState } from './seed/copied-state.ts'
import { StoredClock, type Timer } from './clock.ts'
import { CommandRunner } from './command-runner.ts'
import type { Environment } from './emulator-base.ts'
import type { Exchange } from './exchange.ts'
import { FaultList } from './faults.ts'
import { isLoopback } from './hosts.ts'
import { storedIds, type Ids } from './ids.ts'
import { InstanceContent } from './instance-content.ts'
import { contextOf } from './instance-context.ts'
import type { InstanceOptions } from './instance-options.ts'
import { RequestLog } from './request-log/requests.ts'
import type { AnyService, SystemCollections } from './service.ts'
import { operationsOf } from './service-routes.ts'
import { collectionsOf, isSystemCollection } from './system-collections.ts'
import { Sockets } from './http/sockets.ts'
import { Spool } from './http/spool.ts'
import {
  type RowDifferences,
  type FileNames,
  type ServiceChanges,
  type ServiceState,
  type Snapshot,
  Store,
  type StoreSnapshot,
  type StoreVersion,
} from './store.ts'
import { VendorHosts } from './vendor-hosts.ts'
import { TENANT_HEADER, TENANT_PATH } from './tenants/tenant-tag.ts'
import { Tenants, type TenantName } from './tenants/tenants.ts'
import { deliveryRules } from './webhooks/delivery-rules.ts'
import { Dispatcher, RETRY } from './webhooks.ts'

/** The instance that a tenant belongs to, with the state that the tenant begins with. */
interface Tenancy extends TenantName {
  readonly of: Instance
  readonly store: Store<SystemCollections>
}

/** A service with its state; it does not know the network. */
export class Instance {
  readonly service: AnyService
  readonly requests = new RequestLog()
  readonly faults: FaultList
  readonly clock: StoredClock
  readonly ids: Ids
  readonly webhooks: Dispatcher
  readonly sockets = new Sockets((work) => this.perform((context) => work(context as never))) // an endpoint of one service
  readonly spool = new Spool()
  readonly acceptedHostnames: readonly string[]
  /** The vendor's hosts that the instance answers for; null when it answers for its own address only. */
  readonly vendorHosts: VendorHosts | null
  /** The token that the control plane requires; null for an instance that only this machine reaches. */
  readonly controlToken: string | null
  readonly allowOrigins: readonly string[]
  /** Hosts beside the loopback addresses that may receive webhooks. */
  readonly allowedWebhookHosts: readonly string[]
  readonly snapshotLimit: number
  /** Returns the page of the inspector; null for an instance that serves none. */
  inspector: (() => Promise<Answer>) | null = null
  /** Is called with the hint of a request, for whoever watches the instance. */
  onHint: ((hint: string) => void) | null = null
  /** Returns the variables that point an application at the instance; none before it is served. */
  environment: () => Environment = () => ({})
  /**
   * The base URL of the instance, without a slash at the end. Answers advertise it unless there are {@link
   * vendorHosts}.
   */
  origin = ''
  readonly #commands: CommandRunner
  #store: Store<SystemCollections>
  readonly #seeded: StoreSnapshot
  readonly #seedHasTimers: boolean
  readonly #section: unknown
  readonly #content: InstanceContent
  readonly #options: InstanceOptions
  readonly #tenancy: Tenancy | null
  #tenants: Tenants<Instance> | null = null
  #requestContext: { readonly origin: string | undefined; readonly context: Context<SystemCollections> } | undefined
  #closed = false
  #identity: string | undefined

  /**
   * Applies the seed; for a tenant, takes the seeded state of its instance.
   *
   * @throws what the service throws for a seed that contradicts itself.
   */
  constructor(service: AnyService, options: InstanceOptions, tenancy: Tenancy | null = null) {
    this.service = service
    this.#options = options
    this.#tenancy = tenancy
    this.acceptedHostnames = options.acceptedHostnames ?? []
    this.vendorHosts = options.vendorHosts === undefined ? null : new VendorHosts(options.vendorHosts)
    this.controlToken = options.controlToken ?? null
    this.allowOrigins = options.allowOrigins ?? []
    this.snapshotLimit = options.snapshotLimit ?? 100
    this.allowedWebhookHosts = options.allowWebhookHosts ?? []
    this.#commands = new CommandRunner(service, {
      perform: (work, origin) => this.perform(work, origin),
      look: (work) => this.#store.transaction(() => work(this.context())),
      context: () => this.context(),
    })
    const { protocol } = service
    this.faults = new FaultList({
      codes: () => [...Object.keys(service.dialect.named ?? {}), ...(protocol?.codes ?? [])],
      operations: () => [...operationsOf(service), ...(protocol?.operations ?? [])],
      isCode: protocol?.isCode,
      checkProtocol: protocol?.checkFault,
    })
    this.#store = tenancy?.store ?? new Store(collectionsOf(service))
    const { section, shared } = options
    this.#content = new InstanceContent({ service, section, shared, spool: this.spool, store: () => this.#store })
    this.clock = new StoredClock({
      rows: () => this.#store.rows,
      fire: (timer) => this.#fire(timer),
      moved: () => this.webhooks.endLate(),
    })
    this.ids = this.idsOf(() => this.#store)
    this.webhooks = this.#dispatcher()
    if (tenancy === null) {
      if (options.now !== undefined) this.clock.freeze(options.now)
      // A service may keep its events as records, so those of the seed are written too.
      if (shared.state === undefined) service.applySeed(this.context([]), section, shared)
      else this.#beginWith(shared.state)
    }
    // A tenant takes from its instance what it would find out again, as it may cost next to nothing.
    const { of = null } = tenancy ?? {}
    this.#seeded = of === null ? this.#store.snapshot() : of.#seeded
    this.#seedHasTimers = of === null ? this.clock.nextDue !== null : of.#seedHasTimers
    this.#section = section
    this.spool.pin()
    if (this.#seedHasTimers) this.clock.arm()
  }

  #dispatcher(): Dispatcher {
    const { service } = this
    return new Dispatcher({
      ...deliveryRules(
        service.webhooks,
        () => this.context(),
        () => this.tenantHeaders,
      ),
      store: () => this.#store,
      clock: this.clock,
      ids: this.ids,
      deliver: (group, guid, body, signal) => this.sockets.deliver(group, guid, body, signal),
      ended: (delivery) => {
        const { ended } = service.webhooks ?? {}
        if (ended !== undefined) this.perform((context) => ended(context, delivery))
        else this.lookAgain()
      },
      scheduleRetry: (delay, id) => this.clock.schedule(delay, RETRY, id),
      allowedHosts: this.allowedWebhookHosts,
    })
  }

  /** A unique id of this instance, across processes. */
  get identity(): string {
    return (this.#identity ??= randomUUID())
  }

  /** The base URL that answers advertise, without a slash at the end. */
  get advertised(): string {
    return this.vendorHosts?.origin ?? this.origin
  }

  /**
   * Returns true for an origin of this machine, that of the base URL `advertised`, those of the instance's pages at
   * vendor's hosts, and those of `allowOrigins`. Other vendor's hosts are not known: their pages may be those of other
   * customers.
   */
  isKnownOrigin({ origin, hostname }: URL, advertised: string): boolean {
    if (isLoopback(hostname) || this.allowOrigins.includes(origin)) return true
    if (URL.canParse(advertised) && origin === new URL(advertised).origin) return true
    return this.vendorHosts?.hasPagesAt(origin) === true
  }

  /** The state of the present epoch. */
  get store(): Store<SystemCollections> {
    return this.#store
  }

  /** Returns a context, as {@link contextOf} does. */
  context(outbox?: Emission[], origin?: string): Context<SystemCollections> {
    return contextOf(this, outbox, origin)
  }

  /**
   * Returns the context of a request. Requests of one epoch share it, as a new one costs a tenth of a short request.
   */
  requestContext(origin?: string): Context<SystemCollections> {
    const kept = this.#requestContext
    if (
      kept !== undefined &&
      kept.context.store === this.#store &&
      kept.origin === origin &&
      kept.context.origin === (origin ?? this.advertised)
    ) {
      return kept.context
    }
    const context = this.context(undefined, origin)
    this.#requestContext = { origin, context }
    return context
  }

  /** The tenant that this instance is; null for an instance of its own. */
  get tenant(): TenantName | null {
    return this.#tenancy
  }

  /** The header that names the tenant which this instance is; none for an instance that is none. */
  get tenantHeaders(): Readonly<Record<string, string>> {
    const name = this.#tenancy ?? this.#tenants?.own ?? null
    return name === null ? {} : { [TENANT_HEADER]: name.tag }
  }

  /** True when a request may be one of a tenant although it does not name it. */
  get hasTenants(): boolean {
    return this.#tenants !== null
  }

  /** The isolated copies of the seeded state behind this instance. */
  get tenants(): Tenants<Instance> {
    return (this.#tenants ??= new Tenants<Instance>(this))
  }

  /**
   * Returns an instance of its own with the seeded state of this one, which shares its rows until either changes them.
   *
   * @throws Error for an application, whose state backlot does not hold, and for an instance that is closed.
   */
  fork(name: TenantName): Instance {
    this.#requireOwnState('tenant')
    if (this.#closed) throw new Error(`this ${this.service.id} instance is closed`)
    const store = this.#store.fork(this.#seeded)
    const fork = new Instance(this.service, this.#options, { ...name, of: this, store })
    fork.origin = `${this.origin}${TENANT_PATH}${name.tag}`
    return fork
  }

  /** Returns the ids that follow the positions of a store. */
  idsOf(store: () => Store<SystemCollections>): Ids {
    const { tenants } = this.#tenancy?.of ?? {}
    return storedIds(
      this.service.id,
      () => store().rows.idPosition,
      () => this.origin,
      tenants === undefined ? undefined : (secret) => tenants.learn(secret, this),
    )
  }

  /** Puts all state back to the seed, and gives up the work that is under way. */
  reset(): void {
    this.#content.beginAgain()
    this.#succeed(this.#seeded, 'the reset')
    this.requests.clear()
    this.faults.clear()
    this.service.application?.restart(this.#section)
  }

  /** Returns the state as it is now: records, tokens, timers, clock and ids, but not the request log and the faults. */
  snapshot(): Snapshot {
    this.#requireOwnState('snapshot')
    this.spool.pin()
    return this.#store.snapshot() as unknown as Snapshot // opaque to everyone else
  }

  /** Goes back to a snapshot of this instance, and gives up the work that is under way. */
  restore(snapshot: Snapshot): void {
    this.#requireOwnState('restore')
    this.#succeed(snapshot as unknown as StoreSnapshot, 'the restore') // only snapshot() makes one
  }

  /**
   * Returns the calls of an operation, or all, oldest first.
   *
   * @throws TypeError for an operation that the service does not have.
   */
  calls(operation?: string): ReceivedCall[] {
    return findCalls(this.service, this.requests.list(), operation)
  }

  /** Returns the present state, for {@link differencesSince}. */
  mark(): StoreSnapshot {
    return this.#store.snapshot()
  }

  /** Returns the rows that differ between a moment and now, by collection. */
  differencesSince(mark: StoreSnapshot): ReadonlyMap<string, RowDifferences> {
    return this.#store.differencesSince(mark)
  }

  /** Returns the differences in the service's own collections. */
  withoutSystem(differences: ReadonlyMap<string, RowDifferences>): ReadonlyMap<string, RowDifferences> {
    return new Map([...differences].filter(([name]) => !isSystemCollection(name)))
  }

  /**
   * Returns what differs from the seed.
   *
   * @throws Error for an application, whose state backlot does not hold.
   */
  changes(): ChangesData {
    this.#requireOwnState('changes')
    const differences = this.withoutSystem(this.differencesSince(this.#seeded))
    return changesData(differences, { now: this.clock.now(), frozen: this.clock.frozen })
  }

  /**
   * Returns the state as JSON: as {@link snapshot} does, for another process.
   *
   * @throws Error for an application, whose state backlot does not hold.
   */
  save(files: FileNames): ServiceState {
    this.#requireOwnState('save')
    return this.#content.save(files)
  }

  /**
   * Returns the state as the section of a seed: an instance that begins with it answers as this one does.
   *
   * @throws Error for an application, whose state backlot does not hold.
   */
  copiedState(): CopiedState {
    this.#requireOwnState('copy as seed')
    return this.#content.copied()
  }

  #beginWith(state: CopiedState): void {
    this.load({ ...state, seed: '' }, new CopiedFiles(this.spool, state.files))
    this.#content.beginAgain()
    if (this.#options.now !== undefined) this.clock.freeze(this.#options.now)
  }

  /** Returns the present version of the state, for {@link changesSince}. */
  version(): StoreVersion {
    return this.#store.version()
  }

  /** Returns what has changed since a version of this instance, as JSON, also when there was a reset in between. */
  changesSince(version: StoreVersion, files: FileNames): ServiceChanges {
    return this.#content.changesSince(version, files)
  }

  /**
   * Goes back to a saved state, and gives up the work that is under way. Deliveries and timers wait until {@link wake}.
   * Returns whether the state began with the seed of this instance. With `continuesDeliveries`, deliveries under way go
   * on: the state has them.
   *
   * @throws StateError when the state is of another version of the service. Nothing has changed then.
   */
  load(
    state: ServiceState,
    files: FileNames,
    { continuesDeliveries = false }: { readonly continuesDeliveries?: boolean } = {},
  ): { readonly sameSeed: boolean } {
    this.#requireOwnState('load')
    const { content, sameSeed } = this.#content.read(state, files)
    this.#store = this.#store.replacedBy(content)
    this.clock.rest()
    if (continuesDeliveries) this.webhooks.forgetUnsaved()
    else this.#giveUp('a saved state was loaded')
    return { sameSeed }
  }

  /** A digest of the seed, by which a saved state shows which seed it began with. */
  get seedDigest(): string {
    return this.#content.seedDigest
  }

  /** Sends the deliveries and arms the timers of a state that was loaded. */
  wake(): void {
    this.clock.arm()
    this.webhooks.flush()
  }

  /** Sets the function that is called before every change, and after a reset or restore. */
  watch(onChange: () => void): void {
    this.#store.watch(onChange)
  }

  /** The paths of the service's commands: `signIn`, `inbox/next`. */
  get commands(): readonly string[] {
    return this.#commands.paths
  }

  /**
   * Runs a command of the service, by its path. When the command throws, nothing has changed. A command that waits
   * returns a promise.
   */
  command(path: string, input: unknown, exchange?: Pick<Exchange, 'clientGone' | 'origin'>): unknown {
    if (this.#closed) throw new Error(`this ${this.service.id} instance is closed`)
    return this.#commands.run(path, input, exchange)
  }

  /** Describes each wait of a test that has not ended: what it waits for, for how long, and what came instead. */
  get waiting(): string[] {
    return [...this.webhooks.waiting(), ...this.#commands.describeWaits()]
  }

  /** Lets every wait look for its result again. To be called after a change. */
  lookAgain(): void {
    this.#commands.lookAgain()
  }

  /**
   * Gives up the work that is under way, for good. With `files: 'keep'`, `spool.close()` has to remove the files later.
   */
  close({ files }: { readonly files?: 'keep' } = {}): void {
    if (this.#closed) return
    this.#closed = true
    this.#tenants?.close()
    if (this.#tenancy !== null) this.#tenancy.of.tenants.forget(this.#tenancy)
    this.#store.end(`this ${this.service.id} instance is closed`)
    this.clock.close()
    this.webhooks.reset('the instance closed')
    this.sockets.end()
    this.#commands.giveUp('the instance closed')
    if (files !== 'keep') this.spool.close()
  }

  /**
   * Refuses snapshots of an application: its state is outside of the store, so the two would no longer fit together.
   */
  #requireOwnState(method: string): void {
    if (this.service.application === undefined) return
    throw new Error(
      `${this.service.id}: ${method}() is not for an application, whose state backlot does not hold: use reset() and a seed`,
    )
  }

  #succeed(snapshot: StoreSnapshot, reason: string): void {
    if (this.#closed) throw new Error(`this ${this.service.id} instance is closed`)
    this.#store = this.#store.succeed(snapshot)
    this.spool.rewind()
    this.#giveUp(reason)
    this.clock.arm()
  }

  #giveUp(reason: string): void {
    this.webhooks.reset(reason)
    this.#commands.giveUp(reason)
  }

  #fire(timer: Timer): void {
    if (timer.name === RETRY) return this.webhooks.retry(timer.payload as number) // what scheduleRetry was given
    const run = this.service.timers?.[timer.name]
    if (run === undefined) throw new Error(`${this.service.id} has no timer named ${timer.name}`)
    this.perform((context) => run(context, timer.payload as never), timer.origin) // what schedule was given
  }

  /**
   * Runs work of the service outside of a request, whole or not at all, and sends its events. `origin` is as for {@link
   * context}.
   */
  perform<T>(work: (context: Context<SystemCollections>) => T, origin?: string): T {
    const outbox: Emission[] = []
    // A service without webhooks emits nothing, so that its work can share a context as requests do.
    const isSilent = this.service.webhooks === undefined
    const result = this.#store.transaction(() =>
      work(isSilent ? this.requestContext(origin) : this.context(outbox, origin)),
    )
    this.webhooks.enqueue(outbox)
    this.webhooks.flush()
    this.lookAgain()
    return result
  }
}
