import { collection, value } from '#core/store.ts'
import { cascade } from './keys.ts'

// Check suites and check runs.

/** The checks of one app on one commit. */
export interface CheckSuite {
  readonly id: number
  readonly repoId: number
  /** Null for the built-in app, which owns the checks of users. */
  readonly appId: number | null
  /** True for the suite of a workflow run. A commit can have several of these. */
  readonly ofWorkflow?: true
  readonly headSha: string
  readonly headBranch: string | null
  /** Derived from the suite's runs by rules/checks/. */
  readonly status: 'queued' | 'in_progress' | 'completed' | 'waiting' | 'pending'
  readonly conclusion: CheckConclusion | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** The conclusion of a check run, a check suite or a workflow run. */
export type CheckConclusion =
  | 'success'
  | 'failure'
  | 'neutral'
  | 'cancelled'
  | 'skipped'
  | 'timed_out'
  | 'action_required'

/** One check of a commit. The check run of a workflow job has the id of the job. */
export interface CheckRun {
  readonly id: number
  readonly repoId: number
  readonly suiteId: number
  readonly headSha: string
  readonly name: string
  readonly externalId: string
  /** Null for the app's page. */
  readonly detailsUrl: string | null
  readonly status: 'queued' | 'in_progress' | 'completed' | 'waiting' | 'requested' | 'pending'
  /** Not null if and only if the run is completed, like `completedAt`. */
  readonly conclusion: CheckConclusion | null
  readonly startedAt: number
  readonly completedAt: number | null
  readonly title: string | null
  readonly summary: string | null
  readonly text: string | null
  readonly annotations: readonly CheckAnnotation[]
  /** The buttons on the page of the run. */
  readonly actions: readonly { readonly label: string; readonly description: string; readonly identifier: string }[]
}

/** A remark about lines of a file, with wire names. */
export interface CheckAnnotation {
  readonly path: string
  readonly start_line: number
  readonly end_line: number
  readonly start_column: number | null
  readonly end_column: number | null
  readonly annotation_level: 'notice' | 'warning' | 'failure'
  readonly title: string | null
  readonly message: string
  readonly raw_details: string | null
}

/** The collections of check suites and check runs. */
export const checkCollections = {
  /** For each app id, whether the app is asked to check pushes to a repository. An app that is not listed is asked. */
  checkPreferences: value<readonly (readonly [appId: number, isAsked: boolean])[], [repoId: number]>([]),
  checkSuites: collection<CheckSuite>()({
    unique: { app: ['repoId', 'headSha', (row) => (row.ofWorkflow === true ? null : (row.appId ?? 0))] },
    indexes: { byCommit: ['repoId', 'headSha'] },
    references: { repoId: cascade('repos'), appId: cascade('apps') },
  }),
  checkRuns: collection<CheckRun>()({
    indexes: { byCommit: ['repoId', 'headSha'] },
    references: { repoId: cascade('repos'), suiteId: cascade('checkSuites') },
  }),
}
