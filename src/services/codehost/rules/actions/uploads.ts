import { DAY } from '#core/duration.ts'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import type { Artifact, WorkflowRun } from '#codehost/schema/actions.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { ActionsCache, Upload } from '#codehost/schema/results.ts'
import { cacheLimitOf, retentionOf } from './policies.ts'
import { pullOf, refOf } from './identity-claims.ts'

const GIGABYTE = 1024 ** 3

/** The fields of an upload that its beginning sets. */
type UploadFields = Pick<Upload, 'kind' | 'name'> & Partial<Pick<Upload, 'version' | 'expiresAt'>>

/** Begins an upload of a run, or begins one again. */
export function beginUpload(rows: Rows, run: WorkflowRun, fields: UploadFields): Upload {
  const { kind, name, version = '', expiresAt = null } = fields
  const before = rows.uploads.find('name', run.id, kind, name, version)
  if (before !== undefined) rows.uploads.delete(before.id)
  return rows.uploads.insert({ runId: run.id, kind, name, version, blocks: {}, content: null, expiresAt })
}

/** Returns the finished upload of a run, and forgets it; undefined when its content has not been sent. */
function takeUpload(rows: Rows, run: WorkflowRun, kind: Upload['kind'], name: string, version = '') {
  const upload = rows.uploads.find('name', run.id, kind, name, version)
  if (upload === undefined || upload.content === null) return undefined
  rows.uploads.delete(upload.id)
  return { ...upload, content: upload.content }
}

/** Makes an artifact of an upload. */
export function finishArtifact({ rows, clock }: CodehostCall, run: WorkflowRun, name: string): Artifact | undefined {
  const upload = takeUpload(rows, run, 'artifact', name)
  if (upload === undefined) return undefined
  const at = clock.now()
  return rows.artifacts.insert({
    repoId: run.repoId,
    runId: run.id,
    name,
    files: {},
    archive: upload.content,
    createdAt: at,
    updatedAt: at,
    expiresAt: upload.expiresAt ?? at + retentionOf(rows, rows.repos.require(run.repoId)),
  })
}

/** Makes a cache of an upload. */
export function finishCache(
  { rows, clock }: CodehostCall,
  run: WorkflowRun,
  key: string,
  version: string,
): ActionsCache | undefined {
  const upload = takeUpload(rows, run, 'cache', key, version)
  if (upload === undefined) return undefined
  const at = clock.now()
  const { content } = upload
  const size = Buffer.byteLength(content, 'base64')
  const place = { repoId: run.repoId, ref: refOf(rows, run), key, version }
  const repo = rows.repos.require(run.repoId)
  deleteExpired(rows, repo, at)
  const cache = rows.actionsCaches.insert({ ...place, content, size, createdAt: at, lastAccessedAt: at })
  makeRoom(rows, repo)
  return cache
}

/** Returns the caches of a repository that have not expired, those first that were restored longest ago. */
export function cachesOf(rows: Rows, repo: Repo, now: number): ActionsCache[] {
  const since = oldestAccess(rows, repo, now)
  return rows.actionsCaches.list('accessed', repo.id).filter(({ lastAccessedAt }) => lastAccessedAt >= since)
}

/** Returns the time since which a cache must have been restored, or it has expired. */
function oldestAccess(rows: Rows, repo: Repo, now: number): number {
  return now - cacheLimitOf(rows, { repo }, 'cacheRetentionDays') * DAY
}

/** Deletes the caches of a repository that have expired. */
function deleteExpired(rows: Rows, repo: Repo, now: number): void {
  const since = oldestAccess(rows, repo, now)
  for (const { id, lastAccessedAt } of rows.actionsCaches.list('accessed', repo.id)) {
    if (lastAccessedAt >= since) return
    rows.actionsCaches.delete(id)
  }
}

/** Deletes the caches that were restored longest ago, until the others have room. */
function makeRoom(rows: Rows, repo: Repo): void {
  const kept = rows.actionsCaches.list('accessed', repo.id)
  let size = kept.reduce((sum, each) => sum + each.size, 0)
  const most = cacheLimitOf(rows, { repo }, 'cacheSizeGb') * GIGABYTE
  for (const each of kept) {
    if (size <= most) return
    rows.actionsCaches.delete(each.id)
    size -= each.size
  }
}

/**
 * Finds the cache that a run restores: the exact key, then the newest whose key begins with one of the others; of the
 * run's own ref, of the base of its pull request, then of the default branch.
 * https://docs.github.com/actions/reference/workflows-and-actions/dependency-caching#cache-key-matching
 */
export function findCache(
  rows: Rows,
  run: WorkflowRun,
  key: string,
  restoreKeys: readonly string[],
  version: string,
  now: number,
): ActionsCache | undefined {
  const repo = rows.repos.require(run.repoId)
  const { defaultBranch } = repo
  const since = oldestAccess(rows, repo, now)
  const live = rows.actionsCaches.list('byKey', repo.id, version).filter((each) => each.lastAccessedAt >= since)
  const base = pullOf(rows, run)?.baseRef ?? defaultBranch
  const branches = [run.headBranch, base, defaultBranch].map((branch) => `refs/heads/${branch}`)
  const refs = new Set([refOf(rows, run), ...branches])
  for (const ref of refs) {
    const ofRef = live.filter((each) => each.ref === ref)
    const exact = ofRef.find((each) => each.key === key)
    if (exact !== undefined) return exact
    for (const prefix of [key, ...restoreKeys]) {
      const found = ofRef
        .filter((each) => each.key.startsWith(prefix))
        .toSorted((one, other) => one.createdAt - other.createdAt || one.id - other.id)
        .at(-1)
      if (found !== undefined) return found
    }
  }
  return undefined
}
