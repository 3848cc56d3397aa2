import type { Rows } from '#codehost/call.ts'
import type { Blob, Commit } from '#codehost/git/objects.ts'
import { entryAt } from '#codehost/git/trees.ts'
import type { Workflow, WorkflowPlan } from '#codehost/schema/actions.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { branchTip, objectsOf } from '../git/objects.ts'
import { readWorkflow } from './workflow-files.ts'

/** The directory of workflow files. */
export const WORKFLOWS = '.github/workflows'

// The plan of a file never changes, because blobs are immutable. All instances share this cache.
const known = new WeakMap<Blob, { readonly plan: WorkflowPlan | null }>()

/** A workflow file of a commit. */
export interface WorkflowFile {
  readonly path: string
  /** Null for a file that cannot be parsed. */
  readonly plan: WorkflowPlan | null
}

/** Returns the workflow files of a commit, by path. */
export function filesOf(rows: Rows, repo: Pick<Repo, 'id'>, commit: Commit): WorkflowFile[] {
  const objects = objectsOf(rows, repo)
  const directory = entryAt(objects, commit.tree, WORKFLOWS)
  if (directory?.mode !== '040000') return []
  const found = objects.get(directory.sha)
  if (found.kind !== 'tree') return []
  return found.entries.flatMap(({ path, sha }) => {
    const file = /\.ya?ml$/.test(path) ? objects.get(sha) : null
    return file?.kind === 'blob' ? [{ path: `${WORKFLOWS}/${path}`, plan: planIn(file) }] : []
  })
}

/** Returns the plan of the workflow file at a path of a commit; null when there is none. */
export function fileAt(rows: Rows, repo: Pick<Repo, 'id'>, commit: Commit, path: string): WorkflowPlan | null {
  const objects = objectsOf(rows, repo)
  const entry = entryAt(objects, commit.tree, path)
  const file = entry === null || !objects.has(entry.sha) ? null : objects.get(entry.sha)
  return file?.kind === 'blob' ? planIn(file) : null
}

/** Returns the plans of the workflow files of a commit that have a schedule. Other files are not parsed. */
export function scheduledPlans(rows: Rows, repo: Pick<Repo, 'id'>, commit: Commit): WorkflowPlan[] {
  const objects = objectsOf(rows, repo)
  const directory = entryAt(objects, commit.tree, WORKFLOWS)
  const found = directory?.mode === '040000' ? objects.get(directory.sha) : null
  if (found?.kind !== 'tree') return []
  return found.entries.flatMap(({ path, sha }) => {
    const file = /\.ya?ml$/.test(path) ? objects.get(sha) : null
    const plan = file?.kind === 'blob' && file.content.includes('schedule') ? planIn(file) : null
    return plan?.schedules === undefined ? [] : [plan]
  })
}

/** Returns the plan of a workflow at a commit: the plan in its file, else the seeded plan, else null. */
export function planAt(rows: Rows, repo: Repo, workflow: Workflow, commit: Commit): WorkflowPlan | null {
  const objects = objectsOf(rows, repo)
  const entry = entryAt(objects, commit.tree, workflow.path)
  const file = entry === null ? null : objects.get(entry.sha)
  return file?.kind === 'blob' ? planIn(file) : workflow.plan
}

type SyncContext = { readonly rows: Rows }

/**
 * Updates the workflows of a repository to the files on its default branch. Every read of workflows calls this first;
 * it costs little while the files are unchanged. Returns the tip of the default branch; null when the branch does not
 * exist.
 */
export function syncWorkflows({ rows }: SyncContext, repo: Repo): Commit | null {
  const tip = branchTip(rows, repo, repo.defaultBranch)
  const directory = tip === null ? null : entryAt(objectsOf(rows, repo), tip.tree, WORKFLOWS)
  const sha = directory?.sha ?? ''
  if (tip === null || rows.workflowDirectories.get(repo.id) === sha) return tip
  rows.workflowDirectories.set(sha, repo.id)
  const files = filesOf(rows, repo, tip)
  for (const file of files) registerWorkflow(rows, repo, file, tip.committer.at, true)
  const paths = new Set(files.map(({ path }) => path))
  for (const workflow of rows.workflows.list('listed', repo.id)) {
    if (!workflow.onDefaultBranch || workflow.plan !== null || paths.has(workflow.path)) continue
    const at = tip.committer.at
    rows.workflows.update(workflow.id, { state: 'deleted', updatedAt: at, deletedAt: at })
  }
  return tip
}

/**
 * Returns the workflow of a file and adds it when it is new. In a fork a new workflow is disabled until a user enables
 * it.
 */
export function registerWorkflow(
  rows: Rows,
  repo: Repo,
  { path, plan }: WorkflowFile,
  at: number,
  onDefaultBranch: boolean,
): Workflow {
  const before = rows.workflows.find('path', repo.id, path)
  const name = plan?.name ?? path
  if (before === undefined) {
    return rows.workflows.insert({
      repoId: repo.id,
      path,
      name,
      state: repo.fork ? 'disabled_fork' : 'active',
      plan: null,
      onDefaultBranch,
      conclusion: null,
      jobConclusions: {},
      createdAt: at,
      updatedAt: at,
      deletedAt: null,
    })
  }
  if (!onDefaultBranch || (before.name === name && before.onDefaultBranch && before.state !== 'deleted')) return before
  const state = before.state === 'deleted' ? 'active' : before.state
  return rows.workflows.update(before.id, { name, state, onDefaultBranch, updatedAt: at, deletedAt: null })
}

function planIn(file: Blob): WorkflowPlan | null {
  const before = known.get(file)
  if (before !== undefined) return before.plan
  const plan = file.encoding === 'utf-8' ? readWorkflow(file.content) : null
  known.set(file, { plan })
  return plan
}
