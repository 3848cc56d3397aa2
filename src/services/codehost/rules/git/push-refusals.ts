import type { CodehostCall, Rows } from '#codehost/call.ts'
import type { RefCommand } from '#codehost/git/push-request.ts'
import { entryAt, treeDifferences } from '#codehost/git/trees.ts'
import { covers } from '#codehost/oauth/scopes.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { hasPermissions, holdsPermission } from '../apps/gate.ts'
import { WORKFLOWS } from '../actions/workflows.ts'
import { directMoveObstacle, ruleViolations } from '../protection/direct-moves.ts'
import { branchTip, commitAt, objectsOf, peel, type GitRepo, type GitRows } from './objects.ts'
import { repoUrls } from '../repos/repo-urls.ts'
import { violationLines } from '../protection/violations.ts'
import { isRefName } from './ref-names.ts'
import { collidingRef } from './refs.ts'
import { headTarget } from './advertised-refs.ts'

/** Why a ref is not changed by a push. */
export interface PushRefusal {
  /** The reason in the status of the ref. */
  readonly reason: string
  /** The lines that the client shows with `remote:`. */
  readonly lines: readonly string[]
}

/** Where a push goes to, and what is different there. */
export interface PushTarget {
  readonly rows: GitRows
  readonly repo: GitRepo
  /** Returns why the vendor refuses a change that git allows; null when it does not. */
  refuse(command: RefCommand): PushRefusal | null
  /** Changes the refs, with all that follows from it. Returns the vendor's remarks for the client. */
  apply(commands: readonly RefCommand[]): readonly string[]
}

/** A push to a repository, and who sends it. */
export interface PushContext {
  readonly call: CodehostCall
  readonly repo: Repo
  readonly user: Account
}

/**
 * Returns why a push may not change a ref, in the vendor's words; null when it may. The objects of the push are in the
 * store. `commands` are all those of the push.
 */
export function refusalOf(
  target: PushTarget,
  commands: readonly RefCommand[],
  command: RefCommand,
): PushRefusal | null {
  return wrongName(command) ?? wrongRef(target, commands, command) ?? target.refuse(command)
}

function wrongName({ name }: RefCommand): PushRefusal | null {
  if (!name.startsWith('refs/') || !isRefName(name)) return because('funny refname')
  if (name.startsWith('refs/pull/')) return because('deny updating a hidden ref')
  const [, short] = /^refs\/(?:heads|tags)\/([0-9a-f]{40})$/i.exec(name) ?? []
  if (short === undefined) return null
  return because(
    'pre-receive hook declined',
    'error: GH002: Sorry, branch or tag names consisting of 40 hex characters are not allowed.',
    `error: Invalid branch or tag name "${short}"`,
  )
}

/** Returns what git itself finds wrong. */
function wrongRef(
  { rows, repo }: PushTarget,
  commands: readonly RefCommand[],
  command: RefCommand,
): PushRefusal | null {
  const { name, before, after } = command
  const current = rows.refs.find('name', repo.id, name)?.sha ?? null
  if (commands.filter((each) => each.name === name).length > 1) {
    return because(`multiple updates for ref '${name}' not allowed`)
  }
  if (current !== before && !(current === null && after === null)) return lockFailure(name, current, before)
  if (after === null) {
    return name === headTarget(repo) && current !== null
      ? because(`refusing to delete the current branch: ${name}`)
      : null
  }
  if (name.startsWith('refs/heads/') && commitAt(rows, repo, after) === null) {
    return because(`cannot update ref '${name}': trying to write non-commit object ${after} to branch '${name}'`)
  }
  if (current !== null) return null
  const leaving = commands.filter((each) => each.after === null).map((each) => each.name)
  const coming = commands.filter((each) => each.after !== null && each.name !== name).map((each) => each.name)
  const other =
    collidingRef(rows, repo, name, leaving) ??
    coming.find((each) => name.startsWith(`${each}/`) || each.startsWith(`${name}/`))
  return other === undefined ? null : because(`cannot lock ref '${name}': '${other}' exists; cannot create '${name}'`)
}

function lockFailure(name: string, current: string | null, before: string | null): PushRefusal {
  if (before === null) return because(`cannot lock ref '${name}': reference already exists`)
  if (current === null) return because(`cannot lock ref '${name}': unable to resolve reference '${name}'`)
  return because(`cannot lock ref '${name}': is at ${current} but expected ${before}`)
}

/** Returns what the vendor refuses in a push to a repository. */
export function hookRefusal({ call, repo, user }: PushContext, command: RefCommand): PushRefusal | null {
  const { rows } = call
  const { name, before, after } = command
  const branch = name.startsWith('refs/heads/') ? name.slice('refs/heads/'.length) : null
  const workflow = after === null ? null : unpermittedWorkflow(call, repo, command)
  if (workflow !== null) return because(workflow)
  const violations = ruleViolations(rows, repo, name, { before, after, user })
  if (violations.length > 0) {
    return because(
      'push declined due to repository rule violations',
      `error: GH013: Repository rule violations found for ${name}.`,
      `Review all repository rules at ${repoUrls(call, repo).page}/rules?ref=${encodeURIComponent(name)}`,
      '',
      ...violationLines(violations),
    )
  }
  if (branch === null) return null
  const obstacle = directMoveObstacle(rows, repo, { branch, before, after, user })
  if (obstacle === null) return null
  return because(
    'protected branch hook declined',
    `error: GH006: Protected branch update failed for ${name}.`,
    `error: ${obstacle}`,
  )
}

/**
 * Returns the reason why the credentials may not push the workflow files of a commit; null when they may.
 * https://docs.github.com/apps/oauth-apps/building-oauth-apps/scopes-for-oauth-apps#available-scopes
 */
function unpermittedWorkflow(call: CodehostCall, repo: Repo, { before, after }: RefCommand): string | null {
  const { rows, principal } = call
  const path = changedWorkflow(rows, repo, before, after ?? '')
  if (path === null || principal === null) return null
  const change = `to create or update workflow \`${path}\` without`
  if (hasPermissions(principal)) {
    const who = principal.app === null ? 'a Personal Access Token' : 'a GitHub App'
    const isAllowed = holdsPermission(call, repo, 'workflows=write')
    return isAllowed ? null : `refusing to allow ${who} ${change} \`workflows\` permission`
  }
  if (covers(principal.scopes, ['workflow'])) return null
  const kind = (principal.token?.clientId ?? null) === null ? 'a Personal Access Token' : 'an OAuth App'
  return `refusing to allow ${kind} ${change} \`workflow\` scope`
}

/** Returns a workflow file that differs from the one before and from that of the default branch; null for none. */
function changedWorkflow(rows: Rows, repo: Repo, before: string | null, after: string): string | null {
  const objects = objectsOf(rows, repo)
  const folderOf = (root: string | null): string | null =>
    root === null ? null : (entryAt(objects, root, WORKFLOWS)?.sha ?? null)
  const pushed = folderOf(peel(rows, repo, after)?.tree ?? null)
  const usual = folderOf(branchTip(rows, repo, repo.defaultBranch)?.tree ?? null)
  const previous = before === null ? usual : folderOf(peel(rows, repo, before)?.tree ?? null)
  if (pushed === usual || pushed === previous) return null
  const changed = treeDifferences(objects, previous, pushed).find((each) => each.after !== null)
  return changed === undefined ? null : `${WORKFLOWS}/${changed.path}`
}

function because(reason: string, ...lines: readonly string[]): PushRefusal {
  return { reason, lines }
}
