import type { Rows } from '../../call.ts'
import type { JobStep, WorkflowJob, WorkflowRun } from '../../schema/actions.ts'

/** The log of a job: the seed's, or one that names its steps and how they ended. */
export function jobLog({ log, steps }: WorkflowJob): string {
  return log ?? steps.map(stepLog).join('')
}

/**
 * The logs of the latest attempt of a run as the vendor archives them, by path: one a job, and one a step in a directory
 * of the job's name.
 */
export function runLogs(rows: Rows, run: WorkflowRun): Record<string, string> {
  const files: Record<string, string> = {}
  const jobs = rows.workflowJobs.list('byAttempt', run.id, run.attempt).filter(({ runnerId }) => runnerId !== null)
  for (const [index, job] of jobs.entries()) {
    const name = fileName(job.name)
    files[`${index}_${name}.txt`] = jobLog(job)
    for (const step of job.steps) files[`${name}/${step.number}_${fileName(step.name)}.txt`] = stepLog(step)
  }
  return files
}

/** What file systems take. */
function fileName(name: string): string {
  return name.replaceAll(/[\\/:*?"<>|]/g, '')
}

function stepLog({ name, number, conclusion, startedAt, completedAt }: JobStep): string {
  const lines = number === 1 ? [name] : [`##[group]${name}`, '##[endgroup]']
  if (conclusion === 'failure') lines.push('##[error]Process completed with exit code 1.')
  if (conclusion === 'cancelled') lines.push('##[error]The operation was canceled.')
  const at = (index: number): string => {
    const when = (index + 1 === lines.length ? completedAt : startedAt) ?? 0
    return new Date(when).toISOString().replace('Z', '0000Z')
  }
  return lines.map((line, index) => `${at(index)} ${line}\n`).join('')
}
