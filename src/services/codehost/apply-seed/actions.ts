import type { SeedPath } from '#core/seed/seed-path.ts'
import { SeedProblem } from '#core/service.ts'
import type { CodehostContext } from '#codehost/call.ts'
import { userAt } from './repository.ts'
import { addArtifact } from '#codehost/rules/actions/artifacts.ts'
import { insertRun, onlyJob } from '#codehost/rules/actions/new-run.ts'
import { branchTip } from '#codehost/rules/git/objects.ts'
import type { RunContext } from '#codehost/rules/actions/run-events.ts'
import { armSchedules } from '#codehost/rules/actions/schedules.ts'
import { endRun, jobsOf, queueReadyJobs, startQueuedRun } from '#codehost/rules/actions/run-progress.ts'
import { carryOut } from '#codehost/rules/actions/run-transitions.ts'
import { UNFILTERED } from '#codehost/rules/actions/workflow-files.ts'
import { planAt, syncWorkflows } from '#codehost/rules/actions/workflows.ts'
import type { JobConclusion, JobPlan, Workflow, WorkflowPlan, WorkflowRun } from '#codehost/schema/actions.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Section } from '#codehost/seed.ts'

type SeededRepo = Section['repos'][number]
type SeededWorkflow = SeededRepo['workflows'][number]
type SeededRun = SeededRepo['workflow_runs'][number]

/**
 * Seeds the workflows of all repositories and their runs.
 *
 * @throws {@link SeedProblem}.
 */
export function seedActions(context: CodehostContext, section: Section): void {
  const { rows } = context
  rows.runDuration.set(section.actions.run_ms)
  for (const [index, seeded] of section.repos.entries()) {
    const owner = rows.accounts.find('login', seeded.owner.toLowerCase())
    const repo = owner === undefined ? undefined : rows.repos.find('name', owner.id, seeded.name.toLowerCase())
    if (owner === undefined || repo === undefined) continue
    for (const [place, workflow] of seeded.workflows.entries()) {
      seedWorkflow(context, repo, workflow, ['repos', index, 'workflows', place])
    }
    armSchedules(context, repo)
    for (const [place, run] of seeded.workflow_runs.entries()) {
      seedRun(context, section, { repo, owner }, run, ['repos', index, 'workflow_runs', place])
    }
  }
}

function seedWorkflow({ rows, clock }: CodehostContext, repo: Repo, seeded: SeededWorkflow, path: SeedPath): void {
  if (rows.workflows.find('path', repo.id, seeded.path) !== undefined) {
    throw new SeedProblem([...path, 'path'], 'another workflow has this path')
  }
  const at = clock.now()
  rows.workflows.insert({
    repoId: repo.id,
    path: seeded.path,
    name: seeded.name ?? seeded.path,
    state: seeded.state,
    plan: planOf(seeded),
    onDefaultBranch: false,
    conclusion: seeded.conclusion ?? null,
    jobConclusions: conclusionsOf(seeded.jobs),
    createdAt: at,
    updatedAt: at,
    deletedAt: null,
  })
}

/** Returns the plan of a workflow without a file. By default it can be dispatched with any inputs. */
function planOf({ name, path, on, inputs, jobs }: SeededWorkflow): WorkflowPlan {
  const planned =
    inputs === undefined
      ? null
      : Object.entries(inputs).map(([key, each]) => [
          key,
          { required: each.required, default: each.default ?? null, options: each.options ?? null },
        ])
  return {
    name: name ?? path,
    runName: null,
    triggers: Object.fromEntries((on ?? ['workflow_dispatch']).map((event) => [event, UNFILTERED])),
    inputs: planned === null ? null : (Object.fromEntries(planned) as WorkflowPlan['inputs']), // built from such entries above
    jobs: jobs.map((job): JobPlan => {
      if (typeof job === 'string') return onlyJob(job)
      const { name, needs, labels, steps } = job
      return { key: name, name, needs, labels, steps }
    }),
  }
}

function seedRun(
  context: CodehostContext,
  section: Section,
  { repo, owner }: { readonly repo: Repo; readonly owner: Account },
  seeded: SeededRun,
  path: SeedPath,
): void {
  const { rows } = context
  const branch = seeded.branch ?? repo.defaultBranch
  const head = branchTip(rows, repo, branch)
  if (head === null) {
    throw new SeedProblem([...path, 'branch'], `no branch is named ${JSON.stringify(branch)}: set auto_init or files`)
  }
  const at = seeded.created_at === undefined ? context.clock.now() : Date.parse(seeded.created_at)
  if (Number.isNaN(at)) throw new SeedProblem([...path, 'created_at'], `${seeded.created_at} is not a date`)
  const then: RunContext = { ...context, clock: { now: () => at } }
  const workflow = workflowNamed(context, repo, seeded.workflow, [...path, 'workflow'])
  const known = planAt(rows, repo, workflow, head)
  const jobs = jobsSeeded(seeded)
  const plan: WorkflowPlan = {
    name: workflow.name,
    runName: null,
    triggers: {},
    inputs: null,
    jobs: jobs.length > 0 ? jobs : (known?.jobs ?? []),
  }
  const actor = seeded.actor === undefined ? owner : userAt(rows, section, seeded.actor, [...path, 'actor'])
  const title = seeded.title ?? head.message.split('\n')[0] ?? ''
  const input = { workflow, plan, event: seeded.event, headBranch: branch, head, headRepo: repo, title, actor }
  const inserted = insertRun(then, repo, input)
  const jobOutcomes = conclusionsOf(seeded.jobs)
  const derived = Object.keys(jobOutcomes).length > 0 ? null : workflow.conclusion
  const run = rows.workflowRuns.update(inserted.id, { outcome: seeded.conclusion ?? derived, jobOutcomes })
  movedTo(then, run, seeded)
  for (const { name, content, files, expired } of seeded.artifacts) {
    if (rows.artifacts.find('name', run.id, name) !== undefined) {
      throw new SeedProblem([...path, 'artifacts'], `two artifacts are named ${JSON.stringify(name)}`)
    }
    const artifact = addArtifact(rows, run, name, files ?? { [name]: content ?? '' }, at)
    if (expired) rows.artifacts.update(artifact.id, { expiresAt: at })
  }
}

/** Takes a run to its seeded status. Webhooks receive nothing while a seed is applied. */
function movedTo(context: RunContext, run: WorkflowRun, seeded: SeededRun): void {
  carryOut(context, queueReadyJobs(context, run))
  if (seeded.status === 'in_progress') carryOut(context, startQueuedRun(context, run))
  if (seeded.status === 'completed') carryOut(context, endRun(context, run))
  for (const job of jobsOf(context, run)) {
    const log = seeded.jobs.flatMap((each) =>
      typeof each !== 'string' && each.name === job.name ? (each.log ?? []) : [],
    )
    if (log[0] !== undefined) context.rows.workflowJobs.update(job.id, { log: log[0] })
  }
}

function workflowNamed(context: CodehostContext, repo: Repo, name: string, path: SeedPath): Workflow {
  syncWorkflows(context, repo)
  const all = context.rows.workflows.list('listed', repo.id)
  const found = all.find((each) => [each.name, each.path, each.path.split('/').at(-1)].includes(name))
  if (found !== undefined) return found
  const names = all.map((each) => each.name)
  throw new SeedProblem(path, `the repository has no workflow ${JSON.stringify(name)}: seed it under workflows`, names)
}

function jobsSeeded({ jobs }: SeededRun): JobPlan[] {
  return jobs.map((job) => (typeof job === 'string' ? onlyJob(job) : { ...onlyJob(job.name), steps: job.steps }))
}

function conclusionsOf(
  jobs: readonly (string | { readonly name: string; readonly conclusion?: JobConclusion | undefined })[],
): Record<string, JobConclusion> {
  return Object.fromEntries(
    jobs.flatMap((job) =>
      typeof job === 'string' || job.conclusion === undefined ? [] : [[job.name, job.conclusion] as const],
    ),
  )
}
