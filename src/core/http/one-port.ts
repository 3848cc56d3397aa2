import { ServerResponse, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { json, redirect, text, type Answer } from '../answer.ts'
import { controlAll } from '../control-all.ts'
import { CONTROL_PREFIX } from '../control-prefix.ts'
import { hostnameOf, isAddress, reachable } from '../hosts.ts'
import type { Instance } from '../instance.ts'
import { answersFor } from '../stages/host.ts'
import { listenForMany, type Listener, type ListenOptions } from './listen.ts'
import { answerNode, NodeExchange, originForm, respondToNode, respondToUpgrade, type Place } from './node-exchange.ts'
import { serviceProtocolHandlers, type OpenServer } from './service-protocol.ts'
import type { ProtocolHandler } from './first-bytes.ts'

/** The address of a port that several instances share. */
export interface OnePortOptions extends ListenOptions {
  /**
   * The URL that answers advertise, for a port behind a proxy, in which `{service}` stands for the id of a service, in
   * its host or its path. Default: the address by which a client has called
   */
  readonly baseUrl?: string
  /** Names beside `localhost` by which clients call the port. Default: none */
  readonly acceptHosts?: readonly string[]
  /** True when the instances advertise TLS. */
  readonly https: boolean
}

/** A base URL whose host has the place for the id. */
const HOST_PLACE = /^https?:\/\/[^/]*\{service\}/i

/** A request, and the instance that it is for. */
interface Addressed {
  readonly instance: Instance
  readonly place: Place
}

/**
 * Several instances behind one port, each at `http://localhost:4000/codehost/…` and at
 * `http://codehost.localhost:4000/…`. Their own protocols are told apart by the first bytes of a connection.
 */
export class OnePort {
  /** The port; 0 before {@link open} has resolved. */
  port = 0
  readonly #options: OnePortOptions
  readonly #instances: ReadonlyMap<string, Instance>
  /** The names below which the ids of services are host names. */
  readonly #suffixes: readonly string[]
  #listener: Listener | undefined
  #closing: Promise<void> | undefined
  readonly #complete: Promise<void>
  #completed: () => void = () => undefined

  constructor(instances: readonly Instance[], options: OnePortOptions) {
    this.#instances = new Map(instances.map((instance) => [instance.service.id, instance]))
    this.#options = options
    this.#complete = new Promise((resolve) => (this.#completed = resolve))
    const { hostname, baseUrl, acceptHosts = [] } = options
    const names = [
      hostname,
      baseUrl === undefined ? '' : new URL(baseUrl.replaceAll('{service}', 'x')).hostname,
      ...acceptHosts,
    ]
    this.#suffixes = ['localhost', ...names.filter((name) => name !== '' && name !== '::' && !isAddress(name))]
  }

  /**
   * Begins to listen. Requests wait until {@link complete} is called. Rejects with `PortInUse`, or with the system's
   * error.
   */
  async open(): Promise<void> {
    const listeners = {
      answer: (request: IncomingMessage, response: ServerResponse) => void this.#answer(request, response),
      upgrade: (request: IncomingMessage, stream: Duplex, head: Buffer) => void this.#upgrade(request, stream, head),
    }
    const protocols = (openServer: OpenServer): ProtocolHandler[] =>
      [...this.#instances.values()].flatMap((instance) => serviceProtocolHandlers(instance, openServer))
    this.#listener = await listenForMany(listeners, protocols, this.#options, '--one-port')
    this.port = this.#listener.port
  }

  /** Returns the part that an instance has in the port, for its life. */
  listener(): Listener {
    return { port: this.port, close: () => this.close() }
  }

  /** Returns the base URL of an instance, without a slash at the end. */
  urlOf({ service }: Instance): string {
    return this.#baseUrlOf(service.id, `${this.#scheme}://${this.#host}`)
  }

  /** Lets the requests through, those that wait first. */
  complete(): void {
    this.#completed()
  }

  /** Ends every connection and frees the port. May be called again. */
  close(): Promise<void> {
    this.#completed()
    return (this.#closing ??= this.#listener?.close() ?? Promise.resolve())
  }

  /** The host by which this machine reaches the port. */
  get #host(): string {
    const { hostname } = this.#options
    return `${hostname === '127.0.0.1' ? 'localhost' : reachable(hostname)}:${this.port}`
  }

  get #scheme(): string {
    return this.#options.https ? 'https' : 'http'
  }

  /** Returns the base URL of a service for a client that has called an origin. */
  #baseUrlOf(id: string, called: string): string {
    const base = this.#options.baseUrl ?? `${called}/{service}`
    return base.replaceAll('{service}', id).replace(/\/+$/, '')
  }

  async #answer(request: IncomingMessage, response: ServerResponse, awaitsContinue?: boolean): Promise<void> {
    await this.#complete
    const found = this.#find(request)
    if (found !== null) return respondToNode(found.instance, request, response, { place: found.place, awaitsContinue })
    return answerNode(request, response, await this.#answerItself(request, response))
  }

  async #upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    await this.#complete
    const found = this.#find(request)
    if (found !== null) return respondToUpgrade(found.instance, request, stream, head, found.place)
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(stream as Socket) // the stream of an HTTP server is one
    response.on('finish', () => stream.end())
    return answerNode(request, response, this.#refuse(request, request.url ?? '/'))
  }

  /** Finds the instance that a request is for: by its host, else by the first part of its path. */
  #find(request: IncomingMessage): Addressed | null {
    const target = originForm(request)
    const header = request.headers.host ?? this.#host
    const called = `${'encrypted' in request.socket ? 'https' : 'http'}://`
    const byHost = this.#findByHost(header, target, called)
    if (byHost !== null) return byHost
    const [, id = '', rest = ''] = /^\/([^/?]+)(.*)$/s.exec(target) ?? []
    const instance = this.#instances.get(id)
    return instance === undefined
      ? null
      : { instance, place: { target: rest, origin: this.#baseUrlOf(id, called + header) } }
  }

  #findByHost(header: string, target: string, called: string): Addressed | null {
    const name = hostnameOf(header)
    const port = /:\d+$/.exec(header)?.[0] ?? ''
    const { baseUrl } = this.#options
    if (baseUrl !== undefined && HOST_PLACE.test(baseUrl)) {
      for (const [id, instance] of this.#instances) {
        const origin = this.#baseUrlOf(id, '')
        if (new URL(origin).hostname === name) return { instance, place: { target, origin } }
      }
    }
    const suffix = this.#suffixes.find((each) => name.endsWith(`.${each}`))
    if (suffix === undefined) return null
    // The labels in front of the id belong to the service: `bucket.cloud.localhost`.
    const id =
      name
        .slice(0, -suffix.length - 1)
        .split('.')
        .at(-1) ?? ''
    const instance = this.#instances.get(id)
    if (instance === undefined) return null
    const scheme = baseUrl === undefined ? called : `${new URL(baseUrl).protocol}//`
    return { instance, place: { target, origin: `${scheme}${id}.${suffix}${port}` } }
  }

  /** Answers a request that is for none of the instances: one to the control plane of all, or a wrong one. */
  async #answerItself(request: IncomingMessage, response: ServerResponse): Promise<Answer> {
    const [first] = this.#instances.values()
    const exchange = new NodeExchange(request, response)
    const [path = '/'] = exchange.target.split('?')
    if (first === undefined) return this.#refuse(request, path)
    if (!answersFor(first, request.headers.host ?? '')) {
      return text(
        `backlot does not answer for the host ${JSON.stringify(request.headers.host)}: call it at ${this.#scheme}://${this.#host}, ` +
          `or start it with --base-url or --host\n`,
        421,
      )
    }
    const isDoor = path === CONTROL_PREFIX || `${path}/` === CONTROL_PREFIX
    if (isDoor || (path === '/' && request.headers['sec-fetch-mode'] === 'navigate')) {
      return redirect(`/${first.service.id}${CONTROL_PREFIX}`)
    }
    if (!path.startsWith(CONTROL_PREFIX)) return this.#refuse(request, path)
    return controlAll([...this.#instances.values()], exchange, path.slice(CONTROL_PREFIX.length))
  }

  #refuse({ method = 'GET' }: IncomingMessage, path: string): Answer {
    const ids = [...this.#instances.keys()]
    const example = ids[0] ?? ''
    return json(
      {
        error:
          `${method} ${path} names no service: call /${example}/… or http://${example}.localhost:${this.port}/…; ` +
          `there are ${ids.join(', ')}`,
      },
      404,
    )
  }
}
