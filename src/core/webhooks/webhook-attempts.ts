import { CONTROL_PREFIX } from '../control-prefix.ts'
import type { Clock, Delivery } from '../controls.ts'
import { isAllowedHost } from '../hosts.ts'
import { post, timedOut } from '../http/post.ts'
import { message, type RecordedMessage } from '../request-log/requests.ts'
import type { DeliveryRules } from './delivery-rules.ts'
import { elapsed, startTimer, stopTimer } from '../real-time.ts'

/** The time that a receiver has for its answer where the vendor sets none, in milliseconds of the wall clock. */
const TIMEOUT = 10_000

/** The beginning of the URL of a subscriber that is connected by WebSocket. */
const SOCKET = 'socket:'

/** The parts of a vendor's webhooks, and of the instance, that an attempt is made with. */
export interface AttemptOptions extends Pick<DeliveryRules, 'headers' | 'accepts' | 'timeout' | 'bodyOf'> {
  clock: Clock
  /** Sends a text over a WebSocket connection of a group, and resolves to its answer. */
  deliver: (group: string, guid: string, text: string, signal: AbortSignal) => Promise<string>
  /** Hosts (`example.test` or `example.test:8080`) beside the loopback addresses that may receive deliveries. */
  allowedHosts: readonly string[]
}

/** The members of a delivery that its attempt sets. */
export type AttemptOutcome = Pick<Delivery, 'state' | 'request' | 'response' | 'error' | 'durationMs'>

/** An attempt that waits for its receiver. */
interface AttemptUnderWay {
  /** Epoch milliseconds of the instance's clock. */
  readonly due: number
  readonly late: AbortController
}

/** Makes the attempts of deliveries, over HTTP or a WebSocket. It changes no state. */
export class Attempts {
  readonly #options: AttemptOptions
  readonly #underWay = new Set<AttemptUnderWay>()

  constructor(options: AttemptOptions) {
    this.#options = options
  }

  /** Makes an attempt, and resolves to its outcome; `signal` gives it up. Never rejects. */
  async make(delivery: Delivery, signal: AbortSignal): Promise<AttemptOutcome> {
    const { url } = delivery.subscription
    const { timeout = TIMEOUT, clock } = this.#options
    let { request } = delivery
    const started = elapsed()
    const attempt = { due: clock.now() + timeout, late: new AbortController() }
    this.#underWay.add(attempt)
    const either = AbortSignal.any([signal, attempt.late.signal])
    try {
      const body = this.#options.bodyOf(delivery)
      if (url.startsWith(SOCKET)) {
        request = { headers: {}, body }
        const response = await this.#overSocket(url.slice(SOCKET.length), delivery, body, either, attempt.late)
        return { state: 'delivered', request, response, error: null, durationMs: elapsed() - started }
      }
      request = { headers: this.#options.headers(delivery, body), body }
      const refusal = this.#refusal(url)
      if (refusal !== null) return { state: 'refused', request, response: null, error: refusal, durationMs: 0 }
      const response = await post(url, request.headers, request.body, either, timeout)
      const state = this.#options.accepts(response.status) ? 'delivered' : 'failed'
      return { state, request, response, error: null, durationMs: elapsed() - started }
    } catch (error) {
      const { late } = attempt
      const cause: unknown = late.signal.aborted ? late.signal.reason : error
      const reason = cause instanceof Error ? cause.message : String(cause)
      return { state: 'failed', request, response: null, error: reason, durationMs: elapsed() - started }
    } finally {
      this.#underWay.delete(attempt)
    }
  }

  /**
   * Ends the attempts whose receiver has not answered in time by the instance's clock. To be called when the clock was
   * moved.
   */
  endLate(): void {
    const { timeout, clock } = this.#options
    // A vendor that sets no time has none that a test could let pass.
    if (timeout === undefined) return
    const present = clock.now()
    for (const { due, late } of this.#underWay) if (due <= present) late.abort(new Error(timedOut(timeout)))
  }

  /** Sends a delivery over a WebSocket; its answer counts as one with the status 200. */
  async #overSocket(
    group: string,
    { guid }: Delivery,
    body: string,
    signal: AbortSignal,
    late: AbortController,
  ): Promise<RecordedMessage & { status: number }> {
    const { timeout = TIMEOUT, deliver } = this.#options
    const timer = startTimer(() => late.abort(new Error(timedOut(timeout))), timeout)
    try {
      return { ...message({}, Buffer.from(await deliver(group, guid, body, signal))), status: 200 }
    } finally {
      stopTimer(timer)
    }
  }

  /** Returns the reason why nothing is sent to a URL; null for one that may receive deliveries. */
  #refusal(url: string): string | null {
    if (!URL.canParse(url)) return `${JSON.stringify(url)} is not a URL`
    const target = new URL(url)
    const { protocol, hostname, host } = target
    if (protocol !== 'http:' && protocol !== 'https:') return `${url}: only http and https can receive webhooks`
    // Not even another instance's: a client that can create a webhook must not control an instance with it.
    if (target.pathname.includes(CONTROL_PREFIX)) return `${url}: webhooks are not sent to a control plane`
    if (isAllowedHost(target, this.#options.allowedHosts)) return null
    return `${host} is not on this machine: pass allowWebhookHosts: ['${hostname}'] (--allow-webhook-host ${hostname}) to send there`
  }
}
