import { collection } from '#core/store.ts'
import type { Sortable } from './accounts.ts'

/** A place that logs, traces or events of an account are sent to. https://vercel.com/docs/drains */
export interface Drain extends Sortable {
  /** A UUID. */
  readonly id: string
  readonly accountId: string
  readonly teamId: string | null
  readonly name: string
  /** The only projects that it is for; null: all. */
  readonly projectIds: readonly string[] | null
  readonly status: 'enabled' | 'disabled'
  /** The members below are as they were set, by their names on the wire; null for one that was not set. */
  readonly schemas: Readonly<Record<string, unknown>>
  readonly delivery: Readonly<Record<string, unknown>> | null
  readonly filterV2: Readonly<Record<string, unknown>> | null
  readonly sampling: readonly unknown[] | null
  readonly source: Readonly<Record<string, unknown>>
  readonly createdAt: number
  readonly updatedAt: number
}

/** The delivery of a drain to an endpoint that takes JSON by HTTP. */
export interface HttpDelivery {
  readonly type: 'http'
  readonly endpoint: string
  readonly encoding: 'json' | 'ndjson'
  readonly headers: Readonly<Record<string, string>>
  /** Absent: deliveries are not signed. */
  readonly secret?: string | undefined
}

/** A line of a build's log, as drains get it. */
export interface DrainedLine {
  readonly id: string
  readonly type: string
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly text: string
  readonly level?: 'error'
}

/** The collection of drains. */
export const drainCollections = {
  drains: collection<Drain>()({
    indexes: { bySortKey: ['sortKey'], byAccount: ['accountId', 'sortKey'] },
    references: { teamId: { to: 'teams', onDelete: 'cascade' } },
  }),
}
