import { findInRepo } from '#codehost/rules/repos/find.ts'
import type { Release, ReleaseAsset } from '#codehost/schema/releases.ts'
import { canSeeRelease } from '#codehost/rules/releases/releases.ts'
import { notFound } from '#codehost/errors.ts'
import type { CallInRepo } from './access.ts'

/**
 * A step: loads the release that the path names. Runs after the step that loads the repository.
 *
 * @throws 404, also for a draft that the principal must not see.
 */
export function loadRelease(call: CallInRepo<'release_id'>): { readonly release: Release } {
  const release = findInRepo(call.rows.releases, call.repo, call.params.release_id)
  if (!canSeeRelease(call, call.repo, release)) throw notFound()
  return { release }
}

/**
 * A step: loads the asset that the path names, and its release. Runs after the step that loads the repository.
 *
 * @throws 404.
 */
export function loadAsset(call: CallInRepo<'asset_id'>): { readonly asset: ReleaseAsset; readonly release: Release } {
  const asset = findInRepo(call.rows.releaseAssets, call.repo, call.params.asset_id)
  const release = call.rows.releases.require(asset.releaseId)
  if (!canSeeRelease(call, call.repo, release)) throw notFound()
  return { asset, release }
}
