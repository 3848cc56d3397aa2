import { isIP, type Socket } from 'node:net'
import type { Environment } from '#core/emulator-base.ts'
import type { InterceptionAuthority } from '#core/http/certificates.ts'
import { hostnameOf } from '#core/hosts.ts'
import { storedRunCertificate, storeRunCertificate } from '#core/http/run-certificate.ts'
import { shared } from '#core/shared.ts'
import { RUN_VARIABLE } from '#core/tenants/run-folder.ts'
import type { DnsRecords } from '#core/vendor-hosts.ts'
import type { Interceptor, OpenConnection, PendingCall } from './interceptor.ts'
import { renewImports, workerThreads } from './builtins.ts'
import { patchDatagrams } from './datagrams.ts'
import { patchDns } from './dns.ts'
import { FakeAddresses } from './fake-addresses.ts'
import { patchFetch } from './fetch.ts'
import { HOSTS_VARIABLE, HostsFolder, permittedHosts } from './hosts-file.ts'
import { patchHttp2Servers, patchServers } from './incoming.ts'
import type { Answerer, Decision, Layer } from './layer.ts'
import { PageRequests } from './page-requests.ts'
import { Patches } from './patches.ts'
import { HostRefusedError, refusedCall, type RecordedRefusal, type RefusedCall } from './refused-call.ts'
import { registerOption } from './register-file.ts'
import { patchSockets } from './sockets.ts'
import { SteeringServer } from './steering-server.ts'
import { patchClients, patchHttp2Clients } from './tenant-headers.ts'
import { isThisMachine } from './this-machine.ts'
import { isOfTool } from './tool-calls.ts'
import { Trust } from './trust.ts'
import { watchUndici } from './undici-requests.ts'
import { patchWorkers } from './workers.ts'

/** The interceptions of this process, and everything that is replaced while there is one. */
export class ProcessInterceptor implements Interceptor {
  readonly trust = new Trust()
  readonly addresses = new FakeAddresses()
  /** The calls of `fetch` that have not connected yet. */
  readonly pending = new Set<PendingCall>()
  /** The requests of browsers that go through the server. */
  readonly pages = new PageRequests()
  /** The layers, the latest first. */
  #layers: readonly Layer[] = []
  #server: SteeringServer | null = null
  readonly #patches = new Patches()
  /** The global objects whose `fetch` is replaced, each with the number of layers that asked for it. */
  readonly #globals = new Map<object, { holders: number; readonly patches: Patches }>()
  readonly #open = new Map<Socket, OpenConnection>()
  readonly #warned = new Set<string>()
  #unwatch: (() => void) | null = null
  #folder: HostsFolder | null = null
  /** The certificate for the programs that this process starts, with the hosts that it is for. */
  #run: { readonly of: string; readonly certificate: string } | null = null
  /** The refused calls of child processes, by their ids. */
  readonly #reported = new Map<string, ReportedRefusal>()

  /** True while there is an interception. */
  get isOn(): boolean {
    return this.#layers.length > 0
  }

  /** Adds a layer. `fetch` is replaced in `global`, the global object of the realm that the calls come from. */
  add(layer: Layer, global: object): void {
    const isFirst = !this.isOn
    this.#layers = [layer, ...this.#layers]
    if (isFirst) this.#install()
    const realm = this.#globals.get(global) ?? { holders: 0, patches: new Patches() }
    if (realm.holders === 0) patchFetch(this, realm.patches, global)
    realm.holders += 1
    this.#globals.set(global, realm)
    this.reconsider()
  }

  /** Removes a layer. With the last one, everything is as it was before. */
  remove(layer: Layer, global: object): void {
    if (!this.#layers.includes(layer)) return
    this.#layers = this.#layers.filter((each) => each !== layer)
    const realm = this.#globals.get(global)
    if (realm !== undefined && --realm.holders === 0) {
      realm.patches.restore()
      this.#globals.delete(global)
    }
    if (!this.isOn) this.#uninstall()
    this.reconsider()
  }

  /** Returns the variables for child processes. */
  environment(): Environment {
    const options = registerOption()
    const { NODE_OPTIONS: before = '' } = process.env
    const all = before.includes(options) ? before : `${before} ${options}`.trim()
    return { NODE_OPTIONS: all, [HOSTS_VARIABLE]: this.#ownHostsFile() }
  }

  /**
   * Returns the path of the file by which a worker thread steers its calls: that of the parent, where it has all hosts.
   */
  hostsFile(): string {
    const [latest] = this.#layers
    return this.#layers.length === 1 && latest?.file != null ? latest.file : this.#ownHostsFile()
  }

  #ownHostsFile(): string {
    this.#folder ??= new HostsFolder()
    this.#writeHostsFile()
    return this.#folder.file
  }

  /** Records the calls that child processes have reported. */
  collect(): void {
    for (const { id, call } of this.#folder?.newLines() ?? []) {
      const known = this.#reported.get(id)
      if (known !== undefined) known.replace(call)
      else if (call !== null) {
        const refusal = new ReportedRefusal(call)
        this.#reported.set(id, refusal)
        this.record(refusal)
      }
    }
  }

  /** Writes the file from which child processes read the hosts and the port of the server. */
  #writeHostsFile(): void {
    this.#folder?.write({
      pid: process.pid,
      thread: workerThreads().threadId,
      port: this.server.port,
      authority: this.#knownRunCertificate(),
      hosts: this.#layers.flatMap(({ patterns }) => patterns.hosts),
      allow: this.#layers.flatMap(({ patterns }) => patterns.allow),
      unhandled: this.#layers[0]?.unhandled ?? 'error',
      refused: this.#folder.refusedFile,
    })
  }

  /** Returns the certificate of the authority that signs for the hosts in use, in PEM, once the server is ready. */
  async runCertificate(): Promise<string> {
    const { interceptionAuthority } = await import('#core/http/certificates.ts')
    return this.#runCertificate(await interceptionAuthority())
  }

  #runCertificate({ runCertificate }: InterceptionAuthority): string {
    const hosts = this.#hostsToPermit()
    const of = hosts.join()
    if (this.#run?.of !== of) {
      this.#run = { of, certificate: storedRunCertificate(hosts) ?? runCertificate(hosts) }
      storeRunCertificate(hosts, this.#run.certificate)
    }
    return this.#run.certificate
  }

  /** Returns the certificate for the hosts in use where it can be had at once; null while the authority is loaded. */
  #knownRunCertificate(): string | null {
    if (this.trust.authority !== null) return this.#runCertificate(this.trust.authority)
    const hosts = this.#hostsToPermit()
    const of = hosts.join()
    if (this.#run?.of === of) return this.#run.certificate
    const certificate = storedRunCertificate(hosts)
    if (certificate === null) this.trust.load(() => this.#writeHostsFile())
    else this.#run = { of, certificate }
    return certificate
  }

  #hostsToPermit(): string[] {
    return permittedHosts(this.#layers.flatMap(({ patterns }) => patterns.hosts))
  }

  /** Ends the connections that would now go elsewhere: a client must not reuse them. */
  reconsider(): void {
    if (this.isOn && this.#folder !== null) this.#writeHostsFile()
    for (const [socket, { host, port, decision }] of this.#open) {
      if (!this.isOn || this.decide(host, port) !== decision) socket.destroy()
    }
  }

  /** The server of this process to which connections are redirected. */
  get server(): SteeringServer {
    this.#server ??= new SteeringServer({
      has: (host) => this.#layers.some((layer) => layer.has(host)),
      find: (host, path, tenant) => this.find(host, path, tenant),
      all: (host) => this.#all(host),
      withoutTenant: (host) => this.withoutTenant(host),
      mayLeave: (host, port) => this.#mayLeave(host, port),
      pageOf: (method, origin, path) => this.pages.pageOf(method, origin, path),
      record: (refusal) => this.record(refusal),
      connected: () => this.trust.load(() => this.#writeHostsFile()),
    })
    return this.#server
  }

  isServerPort(port: number): boolean {
    return this.#server?.port === port
  }

  /** Returns the port to which a connection to a host is redirected. */
  steeringPort(host: string): number {
    return this.#layers.find((layer) => layer.has(host))?.steeringPort ?? this.server.port
  }

  decide(name: string, port: number | null): Decision {
    const host = name.toLowerCase().replace(/^\[|\]$/g, '')
    const [latest] = this.#layers
    if (latest === undefined) return 'pass'
    if (this.#layers.some((layer) => layer.has(host))) return 'steer'
    if (isThisMachine(host) || this.#layers.some((layer) => layer.allows(host, port))) return 'pass'
    return latest.unhandled === 'error' ? 'refuse' : latest.unhandled === 'warn' ? 'warn' : 'pass'
  }

  /** Returns whether a call of another process may leave, and writes the warning about it where there is one. */
  #mayLeave(host: string, port: number): boolean {
    const decision = this.decide(host, port)
    if (decision === 'warn') {
      const { message } = refusedCall({ host, port, caller: null })
      this.warn(host, `${message} (it goes there, because of unhandled: 'warn')`)
    }
    return decision === 'pass' || decision === 'warn'
  }

  answersInProcess(host: string): boolean {
    const name = hostnameOf(host)
    return this.#layers.find((layer) => layer.has(name))?.answersInProcess(name) === true
  }

  /**
   * Returns the instance that answers for a host and path; null when none does, or it is reached through a connection
   * only.
   */
  find(host: string, path: string, tenant: string | null = null): Answerer | null {
    const name = hostnameOf(host)
    for (const layer of this.#layers) {
      const found = layer.find(name, path, tenant)
      if (found !== null) return found
    }
    return null
  }

  #all(host: string): readonly Answerer[] {
    const name = hostnameOf(host)
    const layer = this.#layers.find((each) => each.has(name))
    return layer?.all?.(name) ?? [layer?.find(name, '/', null) ?? []].flat()
  }

  withoutTenant(host: string): string | null {
    const name = hostnameOf(host)
    return this.#layers.find((layer) => layer.has(name))?.withoutTenant?.(name) ?? null
  }

  recordsOf(host: string): DnsRecords | undefined {
    return this.#layers.find((layer) => layer.has(host))?.recordsOf(host)
  }

  /** Records a refused call in the latest layer. */
  record(refusal: RecordedRefusal): void {
    if (!isOfTool(refusal.call)) this.#layers[0]?.record(refusal)
  }

  /** Returns the name that a client calls: an address may stand for one, and TLS may name another. */
  nameFor(host: string, servername: string | undefined): string {
    if (isIP(host) === 0) return host.toLowerCase()
    const faked = this.addresses.nameOf(host)
    if (faked !== undefined) return faked
    return isThisMachine(host) || servername === undefined || servername === '' ? host : servername.toLowerCase()
  }

  /** Watches a connection until it closes. */
  watch(socket: Socket, connection: OpenConnection): void {
    if (connection.decision === 'pass' && isThisMachine(connection.host)) return
    const isKnown = this.#open.has(socket)
    this.#open.set(socket, connection)
    if (!isKnown) socket.once('close', () => this.#open.delete(socket))
  }

  /** Writes a warning about a call that leaves the machine, once for each host. */
  warn(host: string, message: string): void {
    if (this.#warned.has(host)) return
    this.#warned.add(host)
    process.stderr.write(`backlot: ${message}\n`)
  }

  #install(): void {
    patchSockets(this, this.#patches)
    patchDns(this, this.#patches)
    patchDatagrams(this, this.#patches)
    patchWorkers(this, this.#patches)
    patchServers(this.#patches)
    patchClients(this, this.#patches)
    // Loading HTTP/2 would cost every test file two milliseconds.
    if ((process.env[RUN_VARIABLE] ?? process.env[HOSTS_VARIABLE]) !== undefined) {
      patchHttp2Servers(this.#patches)
      patchHttp2Clients(this, this.#patches)
    }
    this.trust.patch(this.#patches)
    this.#unwatch = watchUndici(this)
    renewImports()
  }

  #uninstall(): void {
    this.#patches.restore()
    this.#unwatch?.()
    renewImports()
    this.#server?.close()
    this.#server = null
    this.pending.clear()
    this.pages.clear()
    this.#folder?.remove()
    this.#folder = null
    this.#reported.clear()
  }
}

/** A refused call that a child process has reported. */
class ReportedRefusal implements RecordedRefusal {
  #call: RefusedCall
  #withdrawn = false

  constructor(call: RefusedCall) {
    this.#call = call
  }

  get call(): RefusedCall {
    return this.#call
  }

  get withdrawn(): boolean {
    return this.#withdrawn
  }

  /** Sets what is known of the call now; null when no such call was made. */
  replace(call: RefusedCall | null): void {
    if (call === null) this.#withdrawn = true
    else this.#call = call
  }

  get error(): HostRefusedError {
    return new HostRefusedError(this.call, '')
  }

  settled(): Promise<void> {
    return Promise.resolve()
  }
}

/** Returns the interceptor of this process; all copies of the package share it. */
export const processInterceptor = (): ProcessInterceptor => shared('interceptor', () => new ProcessInterceptor())
