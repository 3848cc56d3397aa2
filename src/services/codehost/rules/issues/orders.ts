import type { Issue } from '#codehost/schema/issues.ts'

/** The order of a list of issues. */
export interface Order {
  readonly sort: 'created' | 'updated' | 'comments'
  readonly descending: boolean
}

/** Returns the order that a query asks for; default: newest first. Unknown values count as absent. */
export function orderOf(query: URLSearchParams): Order {
  const requested = query.get('sort')
  const sort = requested === 'updated' || requested === 'comments' ? requested : 'created'
  return { sort, descending: query.get('direction') !== 'asc' }
}

/** Returns the state that a query asks for; default: open. Undefined means all states. */
export function stateOf(query: URLSearchParams): Issue['state'] | undefined {
  const state = query.get('state')
  return state === 'all' ? undefined : state === 'closed' ? 'closed' : 'open'
}

/** Returns the time of `since` in epoch milliseconds; undefined when it is absent or invalid. */
export function sinceOf(query: URLSearchParams): number | undefined {
  const at = Date.parse(query.get('since') ?? '')
  return Number.isNaN(at) ? undefined : at
}

/** Returns a comparison for an order. Of two equal issues, the one created last is the newer one. */
export function byOrder({ sort, descending }: Order): (left: Issue, right: Issue) => number {
  const key = { created: 'createdAt', updated: 'updatedAt', comments: 'comments' } as const
  const field = key[sort]
  const sign = descending ? -1 : 1
  return (left, right) => sign * (left[field] - right[field] || left.id - right.id)
}
