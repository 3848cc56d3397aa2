import type { CodehostCall, Rows } from '#codehost/call.ts'
import { unprocessable, validationFailed } from '#codehost/errors.ts'
import type { Release } from '#codehost/schema/releases.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { isOn } from '../repos/switches.ts'

// Releases whose tags and assets stay as they were published.
// https://docs.github.com/code-security/supply-chain-security/understanding-your-software-supply-chain/immutable-releases

/** Returns whether the owner of a repository makes its releases immutable, whatever the repository says. */
export function isEnforcedByOwner(rows: Rows, { id, ownerId }: Repo): boolean {
  const enforced = rows.immutableReleases.get(ownerId)
  return enforced === 'all' || (enforced === 'selected' && rows.immutableRepos.find('repo', ownerId, id) !== undefined)
}

/** Returns whether new releases of a repository are immutable. */
function hasImmutableReleases(rows: Rows, repo: Repo): boolean {
  return isOn(rows, repo, 'immutable-releases') || isEnforcedByOwner(rows, repo)
}

/** Makes a release that was just published immutable, where its repository asks for that. Returns the release. */
export function sealed(rows: Rows, repo: Repo, release: Release): Release {
  if (release.draft || release.immutable === true || !hasImmutableReleases(rows, repo)) return release
  if (rows.immutableTags.find('tag', repo.id, release.tagName) === undefined) {
    rows.immutableTags.insert({ repoId: repo.id, tagName: release.tagName })
  }
  return rows.releases.update(release.id, { immutable: true })
}

/** @throws 422 when a release is immutable. */
export function refuseNewAssets({ immutable }: Release): void {
  if (immutable === true) throw unprocessable('Cannot upload assets to an immutable release.')
}

/** @throws 422 when a release is immutable. */
export function refuseAssetChanges({ immutable }: Release): void {
  if (immutable === true) throw unprocessable('Cannot change assets of an immutable release.')
}

/**
 * `before` is null for a new release.
 *
 * @throws 422 for a tag that another immutable release had, and when an immutable release would have another tag or
 *   become a draft.
 */
export function refuseSealed(
  { rows }: Pick<CodehostCall, 'rows'>,
  repo: Repo,
  { tagName, draft }: Pick<Release, 'tagName' | 'draft'>,
  before: Release | null,
): void {
  if (before?.immutable === true && (tagName !== before.tagName || draft)) {
    throw unprocessable('Cannot change the tag of an immutable release, or make it a draft.')
  }
  if (draft || tagName === before?.tagName || rows.immutableTags.find('tag', repo.id, tagName) === undefined) return
  throw validationFailed(
    { resource: 'Release', code: 'custom', field: 'tag_name', message: 'tag_name was used by an immutable release' },
    { resource: 'Release', code: 'custom', message: 'Published releases must have a valid tag' },
  )
}

/** Returns why the tag of an immutable release stays, in the vendor's sentence; null for every other ref. */
export function sealedTagViolation(
  rows: Rows,
  repo: Repo,
  ref: string,
  { before, after }: { readonly before: string | null; readonly after: string | null },
): string | null {
  if (!ref.startsWith('refs/tags/')) return null
  const tagName = ref.slice('refs/tags/'.length)
  if (rows.immutableTags.find('tag', repo.id, tagName) === undefined) return null
  const isHeld = rows.releases.find('tag', repo.id, tagName)?.immutable === true
  // The tag of a release that is gone may be deleted, and is not used again.
  if (after === null) return isHeld ? 'Cannot delete this protected ref.' : null
  return before === null ? 'Cannot create ref due to creations being restricted.' : 'Cannot update this protected ref.'
}
