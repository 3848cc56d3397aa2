import * as v from 'valibot'
import { mergeReadyPulls } from '#codehost/rules/pulls/auto-merge.ts'
import { checkedOptions } from '#core/options.ts'
import type { CodehostContext } from '#codehost/call.ts'
import { addArtifact as insertArtifact, type ArtifactFiles } from '#codehost/rules/actions/artifacts.ts'
import { endRun, jobsOf } from '#codehost/rules/actions/run-progress.ts'
import { carryOut } from '#codehost/rules/actions/run-transitions.ts'
import type { JobConclusion, WorkflowRun } from '#codehost/schema/actions.ts'
import type { CheckConclusion } from '#codehost/schema/checks.ts'

const JOB_CONCLUSIONS = ['success', 'failure', 'cancelled', 'skipped'] as const

/** The options that select a run. */
export const which = {
  runId: v.optional(v.number()),
  repo: v.optional(v.string()),
  workflow: v.optional(v.string()),
}

const FinishRun = v.strictObject({
  ...which,
  conclusion: v.optional(v.picklist([...JOB_CONCLUSIONS, 'neutral', 'timed_out', 'action_required'])),
  jobs: v.optional(v.record(v.string(), v.picklist(JOB_CONCLUSIONS))),
  logs: v.optional(v.record(v.string(), v.string()), {}),
})

const AddArtifact = v.strictObject({
  ...which,
  name: v.pipe(v.string(), v.minLength(1)),
  content: v.optional(v.string()),
  files: v.optional(v.record(v.string(), v.union([v.string(), v.strictObject({ base64: v.string() })]))),
})

/** Selects a run: the one with this id, or the newest of a repository and workflow. */
export interface WhichRun {
  readonly runId?: number
  /** `octocat/hello-world`; any repository when absent. */
  readonly repo?: string
  /** The name, path or file name of a workflow; any workflow when absent. */
  readonly workflow?: string
}

/** The outcome of a run. */
export interface FinishRunOptions extends WhichRun {
  /** Default: the conclusion that follows from `jobs`, else the one that the workflow's seed plans, else success. */
  readonly conclusion?: CheckConclusion
  /**
   * The conclusions of single jobs, by name. The others succeed; jobs that need a job that did not succeed are skipped.
   */
  readonly jobs?: Readonly<Record<string, JobConclusion>>
  /** The logs of single jobs, by name. The others log the names of their steps. */
  readonly logs?: Readonly<Record<string, string>>
}

/** A completed run. */
export interface FinishedRun {
  readonly runId: number
  readonly conclusion: CheckConclusion | null
}

/** An artifact to add: one file with the name of the artifact, or files by path. */
export interface ArtifactOptions extends WhichRun {
  readonly name: string
  readonly content?: string
  readonly files?: ArtifactFiles
}

/**
 * Completes a workflow run at once, as if all its time had passed: the run with `runId`, else the newest that is not
 * completed. Emits the events of every transition on the way.
 *
 * @throws TypeError for unknown options.
 * @throws Error when there is no such run, the run is completed, or it lacks a named job.
 */
export function finishRun(context: CodehostContext, options: FinishRunOptions): FinishedRun {
  const { conclusion, jobs, logs, ...selector } = checkedOptions('finishRun', FinishRun, options)
  const run = findRun('finishRun', context, selector, (each) => each.status !== 'completed')
  for (const name of [...Object.keys(jobs ?? {}), ...Object.keys(logs)]) {
    if (run.jobs.some((plan) => plan.name === name || plan.key === name)) continue
    const names = run.jobs.map((plan) => plan.name).join(', ')
    throw new Error(`finishRun: run ${run.id} has no job named ${JSON.stringify(name)} (it has ${names})`)
  }
  const outcome = conclusion ?? (jobs === undefined ? run.outcome : null)
  const jobOutcomes = jobs ?? (conclusion === undefined ? run.jobOutcomes : {})
  const ending = context.rows.workflowRuns.update(run.id, { outcome, jobOutcomes })
  const ended = carryOut(context, endRun(context, ending))
  mergeReadyPulls(context)
  for (const job of jobsOf(context, ended)) {
    const log = logs[job.name] ?? logs[job.key]
    if (log !== undefined) context.rows.workflowJobs.update(job.id, { log })
  }
  return { runId: ended.id, conclusion: ended.conclusion }
}

/**
 * Adds an artifact to a run, like one of its jobs would: to the run with `runId`, else to the newest.
 *
 * @throws TypeError for unknown options.
 * @throws Error when there is no such run, or the run has an artifact with this name.
 */
export function addArtifact(context: CodehostContext, options: ArtifactOptions): { readonly artifactId: number } {
  const { name, content, files, ...selector } = checkedOptions('addArtifact', AddArtifact, options)
  const run = findRun('addArtifact', context, selector, () => true)
  if (context.rows.artifacts.find('name', run.id, name) !== undefined) {
    throw new Error(`addArtifact: run ${run.id} has an artifact named ${JSON.stringify(name)}; choose another name`)
  }
  const all = files ?? { [name]: content ?? '' }
  return { artifactId: insertArtifact(context.rows, run, name, all, context.clock.now()).id }
}

/**
 * Returns the run that options select: the newest that fits.
 *
 * @throws Error when there is none.
 */
export function findRun(
  command: string,
  { rows }: CodehostContext,
  { runId, repo, workflow }: v.InferOutput<typeof Which>,
  fits: (run: WorkflowRun) => boolean,
): WorkflowRun {
  const all = runId === undefined ? rows.workflowRuns.all() : [rows.workflowRuns.get(runId)]
  const found = all
    .filter((run): run is WorkflowRun => run !== undefined)
    .findLast((run) => {
      const { name, path } = rows.workflows.require(run.workflowId)
      const { name: repoName, ownerId } = rows.repos.require(run.repoId)
      const fullName = `${rows.accounts.require(ownerId).login}/${repoName}`
      return (
        (repo === undefined || repo.toLowerCase() === fullName.toLowerCase()) &&
        (workflow === undefined || [name, path, path.split('/').at(-1)].includes(workflow)) &&
        fits(run)
      )
    })
  if (found !== undefined) return found
  const named = Object.entries({ runId, repo, workflow }).filter(([, value]) => value !== undefined)
  const words = named.map(([name, value]) => `${name} ${JSON.stringify(value)}`).join(', ')
  const open = rows.workflowRuns.all().filter(fits)
  const there = open.length === 0 ? 'there is none' : `there are ${open.map(({ id }) => id).join(', ')}`
  throw new Error(`${command}: no such run${words === '' ? '' : ` with ${words}`}; ${there}`)
}

const Which = v.strictObject(which)
