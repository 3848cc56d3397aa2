import type { Issue } from '../../schema/issues.ts'

/** In which order issues are listed. */
export interface Order {
  readonly sort: 'created' | 'updated' | 'comments'
  readonly descending: boolean
}

/** The order that a query asks for: newest first unless it says. What the vendor does not know counts as absent. */
export function orderOf(query: URLSearchParams): Order {
  const requested = query.get('sort')
  const sort = requested === 'updated' || requested === 'comments' ? requested : 'created'
  return { sort, descending: query.get('direction') !== 'asc' }
}

/** The state that a query asks for: open unless it says; undefined for all. */
export function stateOf(query: URLSearchParams): Issue['state'] | undefined {
  const state = query.get('state')
  return state === 'all' ? undefined : state === 'closed' ? 'closed' : 'open'
}

/** The time that `since` gives, epoch milliseconds; undefined when it is none. */
export function sinceOf(query: URLSearchParams): number | undefined {
  const at = Date.parse(query.get('since') ?? '')
  return Number.isNaN(at) ? undefined : at
}

/** Compares issues for an order; of equals the one created last is the newest. */
export function byOrder({ sort, descending }: Order): (left: Issue, right: Issue) => number {
  const key = { created: 'createdAt', updated: 'updatedAt', comments: 'comments' } as const
  const field = key[sort]
  const sign = descending ? -1 : 1
  return (left, right) => sign * (left[field] - right[field] || left.id - right.id)
}
