import { permissionIncludes, permissionOf } from '../repos/permissions.ts'
import { defined } from '#core/objects.ts'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import { alreadyExists, unprocessable, validationFailed, type FieldError } from '#codehost/errors.ts'
import type { Commit } from '#codehost/git/objects.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Release } from '#codehost/schema/releases.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { branchTip, commitAt, resolveCommit } from '../git/objects.ts'
import { isRefName } from '../git/ref-names.ts'
import { refuseCollision, setRef } from '../git/refs.ts'
import { emitAndRun } from '../actions/run-transitions.ts'
import { isPublicOnly } from '../repos/visibility.ts'

/** Returns whether the principal may see drafts, which needs push permission. */
export function canSeeDrafts({ rows, principal }: Pick<CodehostCall, 'rows' | 'principal'>, repo: Repo): boolean {
  return (
    principal !== null &&
    !isPublicOnly({ principal }) &&
    permissionIncludes(permissionOf(rows, repo, principal.user), 'push')
  )
}

/** Returns whether the principal may see a release. */
export function canSeeRelease(call: Pick<CodehostCall, 'rows' | 'principal'>, repo: Repo, release: Release): boolean {
  return !release.draft || canSeeDrafts(call, repo)
}

/** Returns the newest draft of a repository that is to have a tag, if the principal may see drafts. */
export function draftFor(call: Pick<CodehostCall, 'rows' | 'principal'>, repo: Repo, tag: string): Release | undefined {
  if (!canSeeDrafts(call, repo)) return undefined
  return call.rows.releases.list('created', repo.id).findLast(({ draft, tagName }) => draft && tagName === tag)
}

/**
 * Returns the latest release: the one that a user chose, else the one with the newest commit and, among those, the
 * highest version; never a draft or a prerelease. https://docs.github.com/rest/releases/releases#get-the-latest-release
 */
export function latestRelease(rows: Rows, repo: Repo): Release | null {
  const [chosen] = rows.releases.list('latest', repo.id)
  if (chosen !== undefined) return chosen
  let best: Release | null = null
  for (const release of rows.releases.scan('full', [repo.id], { descending: true })) {
    if (best !== null && release.createdAt < best.createdAt) break
    if (best === null || isHigherVersion(release.tagName, best.tagName)) best = release
  }
  return best
}

/** Sets the release that a user chose as the latest; null for none. */
export function chooseLatest(rows: Rows, repo: Repo, release: Release | null): void {
  for (const chosen of rows.releases.list('latest', repo.id)) {
    if (chosen.id !== release?.id) rows.releases.update(chosen.id, { latest: false })
  }
  if (release !== null) rows.releases.update(release.id, { latest: true })
}

/** The fields that determine the commit of a release. */
export type ReleaseTarget = Pick<Release, 'tagName' | 'targetCommitish' | 'draft'>

/**
 * Returns the commit of a release: that of its tag, else that of its target, which is a branch or a whole SHA. `self`
 * is the release that may have the tag.
 *
 * @throws 422 for an empty repository, an invalid tag name, an unknown target, and a tag of another published release.
 */
export function commitOfRelease(rows: Rows, repo: Repo, target: ReleaseTarget, self: Release | null): Commit {
  const { tagName, targetCommitish, draft } = target
  if (rows.refs.count('byName', repo.id) === 0) throw validationFailed(custom('Repository is empty.'))
  const valid = tagName !== '' && isRefName(`refs/tags/${tagName}`)
  const badTag: FieldError[] = [{ ...custom('tag_name is not a valid tag'), field: 'tag_name' }]
  if (!draft) badTag.push(custom('Published releases must have a valid tag'))
  if (!valid) throw validationFailed(...badTag)
  const taken = draft ? undefined : rows.releases.find('tag', repo.id, tagName)
  if (taken !== undefined && taken.id !== self?.id) throw alreadyExists('Release', 'tag_name')
  const commit = tagCommit(rows, repo, tagName) ?? targetCommit(rows, repo, targetCommitish)
  if (commit !== null) return commit
  const badTarget: FieldError = { resource: 'Release', code: 'invalid', field: 'target_commitish' }
  throw validationFailed(...(draft ? [] : badTag), badTarget)
}

/** Returns the commit that a tag points to; null for an unknown tag. */
export function tagCommit(rows: Rows, repo: Repo, tagName: string): Commit | null {
  const ref = rows.refs.find('name', repo.id, `refs/tags/${tagName}`)
  return ref === undefined ? null : resolveCommit(rows, repo, ref.name)
}

/** Returns the commit of a release's target: a branch or a whole SHA. Null for an unknown target. */
export function targetCommit(rows: Rows, repo: Repo, name: string): Commit | null {
  return branchTip(rows, repo, name.replace(/^refs\/heads\//, '')) ?? commitAt(rows, repo, name)
}

/**
 * Creates the tag of a published release if it does not exist.
 *
 * @throws 422 when the name collides with another tag's path.
 */
export function ensureTag(call: CodehostCall, repo: Repo, release: Release, commit: Commit, user: Account): void {
  const name = `refs/tags/${release.tagName}`
  if (!release.draft && call.rows.refs.find('name', repo.id, name) === undefined) {
    refuseCollision(call.rows, repo, name)
    setRef(call, repo, name, commit.sha, user)
  }
}

/** @throws 422 for an empty target in an update. */
export function refuseEmptyTarget(targetCommitish: string | undefined): void {
  if (targetCommitish === '') throw unprocessable('Invalid target_commitish parameter')
}

/** Emits one `release` event for each action, and starts the workflows that run on it. */
export function emitRelease(
  call: CodehostCall,
  release: Release,
  sender: Account,
  actions: readonly string[],
  before?: Release,
): void {
  const repo = call.rows.repos.require(release.repoId)
  const tagged = resolveCommit(call.rows, repo, `refs/tags/${release.tagName}`)
  const at = tagged === null ? {} : { head: tagged, ref: release.tagName }
  for (const action of actions) {
    const edit = action === 'edited' ? defined({ before }) : {}
    const event = { event: 'release', action, repo, sender, release, ...edit } as const
    emitAndRun(call, event, { title: release.name || release.tagName, ...at })
  }
}

function custom(message: string): FieldError {
  return { resource: 'Release', code: 'custom', message }
}

/**
 * Returns whether one version is higher than another by the numbers of https://semver.org. Other names are lower than
 * every version.
 */
function isHigherVersion(a: string, b: string): boolean {
  const [left, right] = [versionOf(a), versionOf(b)]
  if (left === null || right === null) return left !== null
  for (const [index, number] of left.entries()) {
    const other = right[index] ?? 0
    if (number !== other) return number > other
  }
  return false
}

function versionOf(tagName: string): number[] | null {
  const found = /(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(tagName)
  return found === null ? null : [found[1], found[2], found[3]].map((part) => Number(part ?? 0))
}
