import { collection } from '#core/store.ts'
import type { Sortable } from './accounts.ts'

/** The results of a check that its integration may report. */
export const CHECK_CONCLUSIONS = ['canceled', 'failed', 'neutral', 'succeeded', 'skipped'] as const

/** The result of a check. */
type CheckConclusion = (typeof CHECK_CONCLUSIONS)[number]

/** A test of a deployment by an integration. https://vercel.com/docs/integrations/checks-overview */
export interface Check extends Sortable {
  /** `check_` and 28 digits and letters. */
  readonly id: string
  readonly deploymentId: string
  /** The client id of the integration that registered it. */
  readonly integrationId: string
  readonly name: string
  /** The page of the deployment that is tested; null for the deployment as a whole. */
  readonly path: string | null
  /** True when the deployment gets its hosts only after the check. */
  readonly blocking: boolean
  readonly detailsUrl: string | null
  readonly externalId: string | null
  readonly rerequestable: boolean
  readonly status: 'registered' | 'running' | 'completed'
  readonly conclusion: CheckConclusion | null
  /** The measured values, as the integration sent them. */
  readonly output: Readonly<Record<string, unknown>> | null
  readonly createdAt: number
  readonly updatedAt: number
  readonly startedAt: number | null
  readonly completedAt: number | null
}

/** The collection of checks. */
export const checkCollections = {
  checks: collection<Check>()({
    indexes: { bySortKey: ['sortKey'], byDeployment: ['deploymentId', 'sortKey'] },
    references: { deploymentId: { to: 'deployments', onDelete: 'cascade' } },
  }),
}
