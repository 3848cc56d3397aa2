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

/** The collection of drains. */
export const drainCollections = {
  drains: collection<Drain>()({
    indexes: { bySortKey: ['sortKey'], byAccount: ['accountId', 'sortKey'] },
    references: { teamId: { to: 'teams', onDelete: 'cascade' } },
  }),
}
