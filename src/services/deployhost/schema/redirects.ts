import { collection } from '#core/store.ts'
import type { Sortable } from './accounts.ts'

/** A redirect of a project, one for each source. The members are the vendor's; absent where they were not set. */
export interface BulkRedirect {
  /** A path. */
  readonly source: string
  readonly destination: string
  readonly statusCode?: 301 | 302 | 307 | 308 | undefined
  readonly permanent?: boolean | undefined
  readonly caseSensitive?: boolean | undefined
  readonly query?: boolean | undefined
  readonly preserveQueryParams?: boolean | undefined
}

/** All redirects of a project at one time. https://vercel.com/docs/redirects/bulk-redirects */
export interface RedirectVersion extends Sortable {
  /** 24 digits and letters. */
  readonly id: string
  readonly projectId: string
  readonly name: string | null
  readonly redirects: readonly BulkRedirect[]
  /** `staging` before it serves visitors, `live` while it does. */
  readonly state: 'staging' | 'live' | 'past'
  readonly creatorId: string
  readonly lastModified: number
}

/** The collection of redirects. */
export const redirectCollections = {
  redirectVersions: collection<RedirectVersion>()({
    unique: {
      live: [({ state, projectId }) => (state === 'live' ? projectId : null)],
      staging: [({ state, projectId }) => (state === 'staging' ? projectId : null)],
    },
    indexes: { bySortKey: ['sortKey'], byProject: ['projectId', 'sortKey'] },
    references: { projectId: { to: 'projects', onDelete: 'cascade' } },
  }),
}
