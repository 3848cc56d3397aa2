import type { Rows } from '#codehost/call.ts'
import type { WorkflowJob, WorkflowRun } from '#codehost/schema/actions.ts'
import type { Repo } from '#codehost/schema/repos.ts'

/** The systems that the vendor bills, by their names in its answers. */
type BilledSystem = 'UBUNTU' | 'MACOS' | 'WINDOWS'

/** The jobs of one system, and the billed time of each in milliseconds. */
export interface SystemUsage {
  readonly system: BilledSystem
  readonly jobs: readonly { readonly id: number; readonly ms: number }[]
}

/**
 * Returns the jobs of the attempts of a run that the vendor's own runners did, by system. Time is billed for private
 * repositories only. https://docs.github.com/rest/actions/workflow-runs#get-workflow-run-usage
 */
export function usageOfRun(rows: Rows, repo: Repo, run: WorkflowRun): SystemUsage[] {
  const found = new Map<BilledSystem, { id: number; ms: number }[]>()
  for (const job of rows.workflowJobs.referring('runId', run.id)) {
    const system = systemOf(job)
    if (system === null || job.completedAt === null || job.runnerId === null) continue
    const ms = repo.private ? job.completedAt - job.startedAt : 0
    found.set(system, [...(found.get(system) ?? []), { id: job.id, ms }])
  }
  return [...found].map(([system, jobs]) => ({ system, jobs }))
}

/** Returns the whole billed time of some jobs in milliseconds. */
export function totalOf(jobs: SystemUsage['jobs']): number {
  return jobs.reduce((total, { ms }) => total + ms, 0)
}

function systemOf({ labels }: WorkflowJob): BilledSystem | null {
  if (labels.includes('self-hosted')) return null
  if (labels.some((label) => label.startsWith('macos'))) return 'MACOS'
  return labels.some((label) => label.startsWith('windows')) ? 'WINDOWS' : 'UBUNTU'
}
