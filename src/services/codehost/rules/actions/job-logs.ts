import type { Rows } from '#codehost/call.ts'
import type { JobStep, WorkflowJob, WorkflowRun } from '#codehost/schema/actions.ts'

/** Returns the log of a job: the seeded log, or a generated one that lists the steps and their conclusions. */
export function jobLog({ log, steps }: WorkflowJob): string {
  return log ?? steps.map(stepLog).join('')
}

/**
 * Returns the logs of one attempt of a run by path in the vendor's archive: one file for each job, and one for each
 * step in a directory named after the job.
 */
export function runLogs(rows: Rows, run: WorkflowRun, attempt: number): Record<string, string> {
  const files: Record<string, string> = {}
  const jobs = rows.workflowJobs.list('byAttempt', run.id, attempt).filter(({ runnerId }) => runnerId !== null)
  for (const [index, job] of jobs.entries()) {
    const name = fileName(job.name)
    files[`${index}_${name}.txt`] = jobLog(job)
    for (const step of job.steps) files[`${name}/${step.number}_${fileName(step.name)}.txt`] = stepLog(step)
  }
  return files
}

/** Removes the characters that file systems refuse. */
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
