import type { Clock } from './clock.ts'

/** The second argument of an application's `fetch`, beside the request: `c.env` in Hono. */
export interface ApplicationEnv {
  /** The clock of the instance, which tests set, freeze and advance; `now()` is in epoch milliseconds. */
  readonly clock: Pick<Clock, 'now'>
  /** The base URL of the instance, without a slash at the end. */
  readonly url: string
}

/** A function that answers requests, as the `fetch` of a Hono application does. */
export type FetchFunction = (request: Request, env: ApplicationEnv) => Response | Promise<Response>

/** The part of a service that answers its requests in place of routes. */
export interface Application {
  /** Answers a request. */
  fetch(request: Request, env: ApplicationEnv): Response | Promise<Response>
  /** Puts the state of the application back to a section of a seed. */
  restart(section: unknown): void
}
