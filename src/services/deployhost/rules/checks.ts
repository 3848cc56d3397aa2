import type { ChangeContext, DeployhostContext, Rows } from '#deployhost/call.ts'
import { notFound } from '#deployhost/errors.ts'
import type { Check, Deployment } from '#deployhost/schema.ts'
import { nextSortKey } from './sort-keys.ts'

/** The fields of a new check. */
export type NewCheck = Pick<
  Check,
  'integrationId' | 'name' | 'path' | 'blocking' | 'detailsUrl' | 'externalId' | 'rerequestable'
>

/** The fields that an integration changes. */
export type CheckChanges = {
  -readonly [F in 'name' | 'path' | 'detailsUrl' | 'externalId' | 'status' | 'conclusion' | 'output']?: Check[F]
}

/** The checks of a deployment taken together. */
export interface ChecksSummary {
  readonly state: Check['status']
  /** Null before all of them are completed. */
  readonly conclusion: 'succeeded' | 'failed' | 'skipped' | 'canceled' | null
}

/**
 * Returns the deployment's check with this id.
 *
 * @throws 404.
 */
export function findCheck(rows: Rows, { id: deploymentId }: Pick<Deployment, 'id'>, id: string): Check {
  const check = rows.checks.get(id)
  if (check?.deploymentId !== deploymentId) throw notFound('Check')
  return check
}

/** Registers a check of a deployment. */
export function createCheck(
  { rows, clock, ids }: Pick<DeployhostContext, 'rows' | 'clock' | 'ids'>,
  deployment: Deployment,
  fields: NewCheck,
): Check {
  const now = Math.floor(clock.now())
  return rows.checks.insert({
    id: `check_${ids.base62(28)}`,
    sortKey: nextSortKey(rows.checks, now),
    deploymentId: deployment.id,
    ...fields,
    status: 'registered',
    conclusion: null,
    output: null,
    createdAt: now,
    updatedAt: now,
    startedAt: null,
    completedAt: null,
  })
}

/** Changes a check. It starts when it first runs, and is completed by the status or by a conclusion. */
export function updateCheck({ rows, clock }: ChangeContext, check: Check, changes: CheckChanges): Check {
  const now = Math.floor(clock.now())
  const { conclusion } = changes
  const status = changes.status ?? (conclusion === undefined ? check.status : 'completed')
  const starts = status !== 'registered' && check.startedAt === null
  const isCompleted = status === 'completed'
  return rows.checks.update(check.id, {
    ...changes,
    status,
    // A check that runs again has no conclusion.
    conclusion: isCompleted ? (conclusion ?? check.conclusion) : null,
    completedAt: isCompleted ? (check.completedAt ?? now) : null,
    ...(starts ? { startedAt: now } : {}),
    updatedAt: now,
  })
}

/** Returns the checks of a deployment taken together; null when it has none. */
export function checksSummary(rows: Rows, { id }: Pick<Deployment, 'id'>): ChecksSummary | null {
  const checks = rows.checks.list('byDeployment', id)
  if (checks.length === 0) return null
  if (checks.some(({ status }) => status !== 'completed')) {
    return { state: checks.every(({ status }) => status === 'registered') ? 'registered' : 'running', conclusion: null }
  }
  const worst = (['failed', 'canceled'] as const).find((each) => checks.some(({ conclusion }) => conclusion === each))
  const isSkipped = checks.every(({ conclusion }) => conclusion === 'skipped')
  return { state: 'completed', conclusion: worst ?? (isSkipped ? 'skipped' : 'succeeded') }
}

/** True while a check holds the hosts of a deployment back: a blocking one is not completed, or did not succeed. */
export function isBlocked(rows: Rows, { id }: Pick<Deployment, 'id'>): boolean {
  return rows.checks
    .list('byDeployment', id)
    .some(
      ({ blocking, status, conclusion }) =>
        blocking && (status !== 'completed' || conclusion === 'failed' || conclusion === 'canceled'),
    )
}
