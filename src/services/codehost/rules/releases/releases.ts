import { isPublicOnly } from '../../access.ts'
import { permissionIncludes, permissionOf } from '../repos/permissions.ts'
import type { CodehostCall, Rows } from '../../call.ts'
import { alreadyExists, notFound, unprocessable, validationFailed, type FieldError } from '../../errors.ts'
import type { Commit } from '../../git/objects.ts'
import { eventRelease } from '../../json/release.ts'
import type { Account } from '../../schema/accounts.ts'
import type { Release, ReleaseAsset } from '../../schema/releases.ts'
import type { Repo } from '../../schema/repos.ts'
import { eventSite } from '../../webhooks.ts'
import { wholeNumber } from '../issues/paths.ts'
import { branchTip, commitAt, resolveCommit } from '../git/objects.ts'
import { isRefName } from '../git/ref-names.ts'
import { refuseCollision, setRef } from '../git/refs.ts'
import { emitAndRun } from '../actions/workflow-events.ts'

type CallInRepo<N extends string> = Pick<CodehostCall, 'rows' | 'principal'> & {
  readonly repo: Repo
  readonly params: { readonly [K in N]: string }
}

/** A step, after one that found the repository: the release of the path. 404, also for a draft of which one may not know. */
export function loadRelease(call: CallInRepo<'release_id'>): { readonly release: Release } {
  const release = call.rows.releases.get(wholeNumber(call.params.release_id))
  if (release?.repoId !== call.repo.id || !canSeeRelease(call, call.repo, release)) throw notFound()
  return { release }
}

/** A step, after one that found the repository: the asset of the path and its release. 404. */
export function loadAsset(call: CallInRepo<'asset_id'>): { readonly asset: ReleaseAsset; readonly release: Release } {
  const asset = call.rows.releaseAssets.get(wholeNumber(call.params.asset_id))
  if (asset?.repoId !== call.repo.id) throw notFound()
  const release = call.rows.releases.require(asset.releaseId)
  if (!canSeeRelease(call, call.repo, release)) throw notFound()
  return { asset, release }
}

/** Whether the principal may know of drafts: those who may push do. */
export function canSeeDrafts({ rows, principal }: Pick<CodehostCall, 'rows' | 'principal'>, repo: Repo): boolean {
  return (
    principal !== null &&
    !isPublicOnly({ principal }) &&
    permissionIncludes(permissionOf(rows, repo, principal.user), 'push')
  )
}

/** Whether the principal may know of a release. */
export function canSeeRelease(call: Pick<CodehostCall, 'rows' | 'principal'>, repo: Repo, release: Release): boolean {
  return !release.draft || canSeeDrafts(call, repo)
}

/**
 * The latest release: the one somebody chose, else the one of the youngest commit and, of those, of the highest version;
 * never a draft or a prerelease. https://docs.github.com/rest/releases/releases#get-the-latest-release
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

/** Says which release is the latest by choice from now on: this one; none when `release` is null. */
export function chooseLatest(rows: Rows, repo: Repo, release: Release | null): void {
  for (const chosen of rows.releases.list('latest', repo.id)) {
    if (chosen.id !== release?.id) rows.releases.update(chosen.id, { latest: false })
  }
  if (release !== null) rows.releases.update(release.id, { latest: true })
}

/** What decides where a release points. */
export type ReleaseTarget = Pick<Release, 'tagName' | 'targetCommitish' | 'draft'>

/**
 * The commit of a release: its tag's, and where there is none its target's, which is a branch or a whole sha. Throws 422
 * for an empty repository, a name that no tag can have, a target that is not there, and a tag that another published
 * release has; `self` is the release that may have it.
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

/** The commit that a tag of this name points to; null when there is no such tag. */
export function tagCommit(rows: Rows, repo: Repo, tagName: string): Commit | null {
  const ref = rows.refs.find('name', repo.id, `refs/tags/${tagName}`)
  return ref === undefined ? null : resolveCommit(rows, repo, ref.name)
}

/** The commit that a release may be made of: a branch's, or the one with this whole sha. Null when there is none. */
export function targetCommit(rows: Rows, repo: Repo, name: string): Commit | null {
  return branchTip(rows, repo, name.replace(/^refs\/heads\//, '')) ?? commitAt(rows, repo, name)
}

/** Makes the tag of a published release when it is not there. Throws 422 when there is one above or below it. */
export function ensureTag(call: CodehostCall, repo: Repo, release: Release, commit: Commit, user: Account): void {
  const name = `refs/tags/${release.tagName}`
  if (!release.draft && call.rows.refs.find('name', repo.id, name) === undefined) {
    refuseCollision(call.rows, repo, name)
    setRef(call, repo, name, commit.sha, user)
  }
}

/** Throws 422 for a target that an update names and that is nothing. */
export function refuseEmptyTarget(targetCommitish: string | undefined): void {
  if (targetCommitish === '') throw unprocessable('Invalid target_commitish parameter')
}

/** Emits `release` with each of the actions. */
export function emitRelease(
  call: CodehostCall,
  release: Release,
  sender: Account,
  actions: readonly string[],
  changes?: Readonly<Record<string, { readonly from: string }>>,
): void {
  const repo = call.rows.repos.require(release.repoId)
  const tagged = resolveCommit(call.rows, repo, `refs/tags/${release.tagName}`)
  const at = tagged === null ? {} : { head: tagged, ref: release.tagName }
  for (const action of actions) {
    const payload = () => ({
      ...(action === 'edited' ? { changes: changes ?? {} } : {}),
      release: eventRelease(eventSite(call), repo, release),
    })
    emitAndRun(
      call,
      { event: 'release', action, repo, sender, payload },
      { title: release.name || release.tagName, ...at },
    )
  }
}

function custom(message: string): FieldError {
  return { resource: 'Release', code: 'custom', message }
}

/** Whether one version is above another by https://semver.org, as far as it has numbers; what is no version is below. */
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
