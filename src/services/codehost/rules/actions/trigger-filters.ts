import type { Commit } from '#codehost/git/objects.ts'
import type { TriggerFilter, Workflow, WorkflowPlan } from '#codehost/schema/actions.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { matchesPatterns } from '../git/ref-patterns.ts'
import { isActionsEnabled } from './policies.ts'
import type { RunContext } from './run-events.ts'
import { filesOf, registerWorkflow } from './workflows.ts'

/**
 * Returns the active workflows that an event starts: those of the commit's files and the seeded ones without a file.
 * None where Actions are disabled.
 */
export function workflowsOn(
  { rows, clock }: Pick<RunContext, 'rows' | 'clock'>,
  repo: Repo,
  commit: Commit,
  event: string,
  matches: (filter: TriggerFilter) => boolean,
): { readonly workflow: Workflow; readonly plan: WorkflowPlan }[] {
  if (!isActionsEnabled(rows, repo)) return []
  const files = filesOf(rows, repo, commit)
  const found = files.flatMap((file) => {
    const filter = file.plan?.triggers[event]
    if (file.plan === null || filter === undefined || !matches(filter)) return []
    return [{ workflow: registerWorkflow(rows, repo, file, clock.now(), false), plan: file.plan }]
  })
  for (const workflow of rows.workflows.list('listed', repo.id)) {
    const filter = workflow.plan?.triggers[event]
    if (workflow.plan === null || filter === undefined || !matches(filter)) continue
    if (!files.some(({ path }) => path === workflow.path)) found.push({ workflow, plan: workflow.plan })
  }
  return found.filter(({ workflow }) => workflow.state === 'active')
}

/**
 * Returns whether a branch or tag matches the patterns of a filter. `excluded` is true when the filter names only refs
 * of the other kind, so that no ref of this kind matches.
 */
export function matchesRef(
  only: readonly string[] | null,
  ignored: readonly string[] | null,
  name: string,
  excluded: boolean,
): boolean {
  if (excluded) return false
  if (only !== null) return matchesPatterns(only, name)
  return ignored === null || !matchesPatterns(ignored, name)
}

/** Returns whether one of the changed paths matches the path filters. */
export function matchesPaths({ paths, pathsIgnore }: TriggerFilter, changed: () => readonly string[]): boolean {
  if (paths !== null) return changed().some((path) => matchesPatterns(paths, path))
  return pathsIgnore === null || changed().some((path) => !matchesPatterns(pathsIgnore, path))
}
