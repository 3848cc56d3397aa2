import type { Rows } from '#codehost/call.ts'
import type { JobPlan, WorkflowJob, WorkflowRun } from '#codehost/schema/actions.ts'
import { valuesOf } from './concurrency.ts'
import { evaluate, isTruthy, UnknownExpression, type ExpressionScope, type ExpressionValue } from './expressions.ts'

type Result = 'success' | 'failure' | 'cancelled' | 'skipped'

/** Functions that look at other jobs. A condition without one is met only where the needs have succeeded. */
const STATE_FUNCTION = /\b(?:success|failure|always|cancelled)\s*\(/i

/**
 * Returns whether a job runs, whose needs have ended: by its `if`, or where it has none, when they have succeeded. A
 * condition about something that is not known here is met like one that the job does not have.
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax#jobsjob_idif
 */
export function isConditionMet(rows: Rows, run: WorkflowRun, plan: JobPlan, ended: readonly WorkflowJob[]): boolean {
  const results = plan.needs.map((need) => resultOf(ended, need))
  const hasSucceeded = results.every((result) => result === null || result === 'success')
  const { condition } = plan
  if (condition === undefined) return hasSucceeded
  if (!STATE_FUNCTION.test(condition) && !hasSucceeded) return false
  const failed = (): boolean => ancestorsOf(run, plan).some((key) => resultOf(ended, key) === 'failure')
  try {
    return isTruthy(evaluate(condition, scopeOf(rows, run, ended, hasSucceeded, failed)))
  } catch (error) {
    if (error instanceof UnknownExpression) return hasSucceeded || /\balways\s*\(/i.test(condition)
    throw error
  }
}

function scopeOf(
  rows: Rows,
  run: WorkflowRun,
  ended: readonly WorkflowJob[],
  hasSucceeded: boolean,
  failed: () => boolean,
): ExpressionScope {
  const states: Readonly<Record<string, () => boolean>> = {
    success: () => hasSucceeded,
    failure: failed,
    always: () => true,
    cancelled: () => false,
  }
  let values: Readonly<Record<string, string>> | undefined
  return {
    stateOf: (name) => states[name.toLowerCase()]?.(),
    valueOf: (name) => {
      values ??= valuesOf(rows, run)
      return values[name] ?? neededResult(ended, name) ?? settingOf(rows, run, name)
    },
  }
}

function neededResult(ended: readonly WorkflowJob[], name: string): Result | null | undefined {
  const [, key] = /^needs\.([\w-]+)\.result$/.exec(name) ?? []
  return key === undefined ? undefined : resultOf(ended, key)
}

/** Returns the value of an input or a variable, which is null where there is none; undefined for other names. */
function settingOf(rows: Rows, run: WorkflowRun, name: string): ExpressionValue | undefined {
  const [, context, key = ''] = /^(inputs|vars)\.([\w-]+)$/.exec(name) ?? []
  if (context === 'inputs') return null
  if (context !== 'vars') return undefined
  const { ownerId } = rows.repos.require(run.repoId)
  const upper = key.toUpperCase()
  const found =
    rows.actionsSettings.find('ofRepo', 'variables', run.repoId, upper) ??
    rows.actionsSettings.find('ofOrg', 'variables', ownerId, upper)
  return found?.value ?? null
}

/** Returns the common result of the jobs of a key, which a matrix has several of; null when there are none. */
function resultOf(ended: readonly WorkflowJob[], key: string): Result | null {
  const conclusions = ended
    .filter((job) => job.key === key || job.key.startsWith(`${key}/`))
    .map(({ conclusion }) => conclusion)
  if (conclusions.length === 0) return null
  for (const each of ['failure', 'cancelled'] as const) if (conclusions.includes(each)) return each
  return conclusions.every((each) => each === 'skipped') ? 'skipped' : 'success'
}

/** Returns the keys of the jobs that a job needs, and that those need. */
function ancestorsOf({ jobs }: WorkflowRun, { needs }: JobPlan): string[] {
  const found = new Set(needs)
  for (const key of found) for (const job of jobs) if (job.key === key) for (const need of job.needs) found.add(need)
  return [...found]
}
