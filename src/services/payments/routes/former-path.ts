import type { Route } from '#core/routes.ts'
import type { PaymentsCall } from '#payments/call.ts'

/** The parameters of a path, by name. */
type PathParams = Readonly<Record<string, string>>

/** The request under a former path. */
type FormerCall = PaymentsCall & { readonly params: PathParams }

/** A member of a request under a former path, which a route calls once it has read the parameters. */
export interface FormerRequest {
  /** Refuses what the former path does not lead to. */
  readonly requires?: (account: string) => void
}

/** Differences between a request under a former path and the one under the present path. */
interface Differences {
  /** Returns the parameters of the query or the form that the former path had in itself. */
  readonly adds?: (params: PathParams) => PathParams
  /** Refuses what the former path does not lead to. */
  readonly checks?: (call: FormerCall, account: string) => void
}

/**
 * Returns the route of an operation under a path that the vendor's documents no longer name and its API still has. The
 * parameters of the former path have the names that they have in the present one.
 */
export function underFormerPath(
  routes: readonly Route[],
  present: string,
  operation: string,
  path: string,
  { adds = () => ({}), checks }: Differences = {},
): Route {
  const route = routes.find((each) => each.operation === present)
  if (route === undefined) throw new Error(`${operation}: there is no operation ${present}`)
  const run: Route['run'] = (call) => {
    const former = call as unknown as FormerCall // the routes of this service are written for its calls
    Object.assign(call, { requires: (account: string) => checks?.(former, account) } satisfies FormerRequest)
    const added = new URLSearchParams(adds(former.params)).toString()
    // Routes read the query beside the form.
    if (added !== '') {
      const value = call.search === '' ? `?${added}` : `${call.search}&${added}`
      Object.defineProperty(call, 'search', { value })
    }
    return route.run(call)
  }
  return { ...route, operation, path, run }
}
