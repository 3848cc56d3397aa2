import * as v from 'valibot'
import { empty, json, type Answer } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { viewOfReference } from '#core/list-view.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import { requireWrite, loadRepo } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import { pageTag, releaseAssetJson } from '#codehost/json/releases/release.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { addAsset, assetName, refuseTaken } from '#codehost/rules/releases/assets.ts'
import { refuseAssetChanges, refuseNewAssets } from '#codehost/rules/releases/immutable-releases.ts'
import { canSeeRelease } from '#codehost/rules/releases/releases.ts'
import type { ReleaseAsset } from '#codehost/schema/releases.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { loadRelease, loadAsset } from '#codehost/steps/releases.ts'

const { get, post, patch, del } = routesFor<CodehostCall>()

const AssetChanges = v.object({
  name: v.optional(v.pipe(v.string(), v.minLength(1))),
  label: v.optional(v.nullable(v.string())),
})

const ofRelease = '/repos/:owner/:repo/releases/:release_id/assets'
const one = '/repos/:owner/:repo/releases/assets/:asset_id'

/** Assets of releases. https://docs.github.com/rest/releases/assets */
export const releaseAssetsRoutes = [
  get('repos/list-release-assets', ofRelease, loadRepo, loadRelease, (call) =>
    answerPage(call, viewOfReference(call.rows.releaseAssets, 'releaseId', call.release.id), (asset) =>
      releaseAssetJson(call, call.repo, call.release, asset),
    ),
  ),
  // The body is the file itself; its name and label are in the query.
  post('repos/upload-release-asset', ofRelease, requireWrite('push'), loadRelease, (call) => {
    refuseNewAssets(call.release)
    const { rows, repo, user, release, query, bytes, clock, header } = call
    const upload = {
      name: query.get('name') ?? '',
      label: query.get('label') ?? '',
      contentType: header('content-type') ?? 'application/octet-stream',
      bytes,
    }
    const asset = addAsset(rows, release, upload, user, clock.now())
    return json(releaseAssetJson(call, repo, release, asset), 201)
  }),
  get('repos/get-release-asset', one, loadRepo, loadAsset, (call) => {
    const { repo, release, asset } = call
    return wantsBytes(call) ? download(call, asset) : json(releaseAssetJson(call, repo, release, asset))
  }),
  patch('repos/update-release-asset', one, requireWrite('push'), loadAsset, body(AssetChanges), (call) => {
    const { rows, repo, release, asset: before, body, clock } = call
    refuseAssetChanges(release)
    const name = body.name === undefined ? before.name : assetName(body.name)
    refuseTaken(rows, release, name, before.id)
    const changed = { name, ...defined({ label: body.label }), updatedAt: clock.now() }
    return json(releaseAssetJson(call, repo, release, rows.releaseAssets.update(before.id, changed)))
  }),
  del('repos/delete-release-asset', one, requireWrite('push'), loadAsset, ({ rows, asset, release }) => {
    refuseAssetChanges(release)
    rows.releaseAssets.delete(asset.id)
    return empty()
  }),
  // The target of `browser_download_url`.
  get('repos/get-release-asset', '/:owner/:repo/releases/download/:tag/:name', loadRepo, (call) =>
    download(call, named(call, call.repo, call.params.tag, call.params.name)),
  ),
]

/**
 * Returns the asset with this tag and name.
 *
 * @throws 404.
 */
function named(call: CodehostCall, repo: Repo, tag: string, name: string): ReleaseAsset {
  const { rows } = call
  const release =
    rows.releases.find('tag', repo.id, tag) ??
    rows.releases.referring('repoId', repo.id).find((each) => each.draft && pageTag(each) === tag)
  const asset =
    release === undefined || !canSeeRelease(call, repo, release)
      ? undefined
      : rows.releaseAssets.find('name', release.id, name)
  if (asset === undefined) throw notFound()
  return asset
}

function wantsBytes({ header }: CodehostCall): boolean {
  return /(?:^|,)\s*application\/octet-stream\s*(?:;|,|$)/i.test(header('accept') ?? '')
}

/** Answers the file as bytes, like the vendor's storage does for every type, and counts the download. */
function download({ rows, method }: CodehostCall, { id, name, content, downloadCount }: ReleaseAsset): Answer {
  if (method === 'GET') rows.releaseAssets.update(id, { downloadCount: downloadCount + 1 })
  return {
    status: 200,
    headers: { 'content-type': 'application/octet-stream', 'content-disposition': `attachment; filename=${name}` },
    body: Buffer.from(content, 'base64'),
  }
}
