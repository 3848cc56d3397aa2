import type { Rows } from '#codehost/call.ts'
import type { Commit } from '#codehost/git/objects.ts'
import type { JobPlan } from '#codehost/schema/actions.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { resolveCommit } from '../git/objects.ts'
import { fileAt } from './workflows.ts'

/** The most levels of workflows that call one another. https://docs.github.com/actions/reference/workflows-and-actions/reusing-workflow-configurations#limitations-of-reusable-workflows */
const MOST_LEVELS = 10

/** The most jobs of a run with those of called workflows; the vendor's limit of one matrix. */
const MOST_JOBS = 256

/** Where the file of a workflow is. */
interface Place {
  readonly repo: Repo
  readonly commit: Commit
}

/**
 * Returns the jobs of a workflow with those of the reusable workflows that its jobs call in their places; null when a
 * called file does not exist or cannot be called.
 * https://docs.github.com/actions/how-tos/reuse-automations/reuse-workflows
 */
export function withCalledJobs(rows: Rows, place: Place, jobs: readonly JobPlan[], level = 1): JobPlan[] | null {
  if (jobs.every(({ uses }) => uses === undefined)) return [...jobs]
  const groups = new Map<string, JobPlan[]>()
  for (const job of jobs) {
    const found = job.uses === undefined ? [job] : calledJobs(rows, place, job, job.uses, level)
    if (found === null) return null
    groups.set(job.key, [...(groups.get(job.key) ?? []), ...found])
  }
  const all = [...groups.values()].flat()
  if (all.length > MOST_JOBS) return null
  const keysOf = (need: string): string[] => [...new Set((groups.get(need) ?? []).map(({ key }) => key))]
  // A need of a job that calls a workflow is one of all its jobs.
  return all.map((job) => ({
    ...job,
    needs: job.needs.flatMap((need) => (groups.has(need) ? [need, ...keysOf(need)] : [need])),
  }))
}

function calledJobs(rows: Rows, place: Place, calling: JobPlan, uses: string, level: number): JobPlan[] | null {
  const target = level > MOST_LEVELS ? null : placeOf(rows, place, uses)
  const plan = target === null ? null : fileAt(rows, target.repo, target.commit, target.path)
  if (target === null || plan?.triggers['workflow_call'] === undefined) return null
  const jobs = withCalledJobs(rows, target, plan.jobs, level + 1)
  return jobs?.map((job) => calledJob(calling, job)) ?? null
}

/** Returns a job of a called workflow as one of the workflow whose job calls it. */
function calledJob(calling: JobPlan, job: JobPlan): JobPlan {
  const isFirst = job.needs.length === 0
  // The inputs of a call are not those of the run.
  const own = job.condition?.replaceAll(/\binputs\./g, 'called.')
  const conditions = [isFirst ? calling.condition : undefined, own].filter((each) => each !== undefined)
  const { condition: _own, ...rest } = job
  return {
    ...rest,
    key: `${calling.key}/${job.key}`,
    name: `${calling.name} / ${job.name}`,
    needs: isFirst ? calling.needs : job.needs.map((need) => `${calling.key}/${need}`),
    ...(conditions.length === 0 ? {} : { condition: conditions.map((each) => `(${each})`).join(' && ') }),
  }
}

/** Returns the file that a job calls: `./.github/workflows/x.yml`, or `owner/repo/.github/workflows/x.yml@ref`. */
function placeOf(rows: Rows, { repo, commit }: Place, uses: string): (Place & { readonly path: string }) | null {
  if (uses.startsWith('./')) return { repo, commit, path: uses.slice(2) }
  const [, login = '', name = '', path = '', ref = ''] = /^([^/]+)\/([^/]+)\/(.+)@(.+)$/.exec(uses) ?? []
  const owner = rows.accounts.find('login', login.toLowerCase())
  const target = owner === undefined ? undefined : rows.repos.find('name', owner.id, name.toLowerCase())
  const found = target === undefined ? null : resolveCommit(rows, target, ref)
  return target === undefined || found === null ? null : { repo: target, commit: found, path }
}
