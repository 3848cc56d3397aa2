import { createHash } from 'node:crypto'
import type { Site } from '#codehost/call.ts'
import { mentionedAccounts } from '#codehost/rules/notifications/mentions.ts'
import type { Release, ReleaseAsset } from '#codehost/schema/releases.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { simpleUserByIdJson, simpleUserOrNullJson } from '../accounts/account.ts'
import { nodeId, time, timeOrNull } from '../format.ts'
import { discussionPage } from '../discussions/discussion.ts'
import { reactionRollupJson } from '../issues/reaction.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'

/** A release with its assets: `release`. */
export function releaseJson(site: Site, repo: Repo, release: Release) {
  const { url: repoUrl, page } = repoUrls(site, repo)
  const url = `${repoUrl}/releases/${release.id}`
  const uploadUrl = site.urls.real ? site.urls.of(new URL(url).pathname, 'uploads') : url
  const subject = `release ${release.id}`
  const discussion = site.rows.discussions.get(release.discussionId)
  const archive = (kind: string): string | null =>
    release.draft ? null : `${repoUrl}/${kind}/${encodeURIComponent(release.tagName)}`
  return {
    url,
    assets_url: `${url}/assets`,
    upload_url: `${uploadUrl}/assets{?name,label}`,
    html_url: `${page}/releases/tag/${pageTag(release)}`,
    id: release.id,
    author: simpleUserByIdJson(site, release.authorId),
    node_id: nodeId('RE', release.id),
    tag_name: release.tagName,
    target_commitish: release.targetCommitish,
    name: release.name,
    draft: release.draft,
    immutable: release.immutable ?? false,
    prerelease: release.prerelease,
    created_at: time(release.createdAt),
    updated_at: time(release.updatedAt),
    published_at: timeOrNull(release.publishedAt),
    assets: site.rows.releaseAssets
      .referring('releaseId', release.id)
      .map((asset) => releaseAssetJson(site, repo, release, asset)),
    tarball_url: archive('tarball'),
    zipball_url: archive('zipball'),
    body: release.body,
    discussion_url: discussion === undefined ? undefined : discussionPage(site, discussion),
    // Absent where nobody has reacted, as at the vendor.
    reactions:
      site.rows.reactions.count('bySubject', repo.id, subject) === 0
        ? undefined
        : reactionRollupJson(site.rows, repo.id, subject, url),
    mentions_count: mentionsOf(site, release),
  }
}

/** Returns the number of people whom the text of a release mentions; undefined for none, as at the vendor. */
function mentionsOf({ rows }: Site, { body }: Release): number | undefined {
  if (body?.includes('@') !== true) return undefined
  return new Set(mentionedAccounts(rows, body).map(([{ id }]) => id)).size || undefined
}

/** A file of a release: `release-asset`. */
export function releaseAssetJson(site: Site, repo: Repo, release: Release, asset: ReleaseAsset) {
  const { url, page } = repoUrls(site, repo)
  return {
    url: `${url}/releases/assets/${asset.id}`,
    id: asset.id,
    node_id: nodeId('RA', asset.id),
    name: asset.name,
    label: asset.label,
    uploader: simpleUserOrNullJson(site, asset.uploaderId),
    content_type: asset.contentType,
    state: 'uploaded',
    size: asset.size,
    digest: asset.digest,
    download_count: asset.downloadCount,
    created_at: time(asset.createdAt),
    updated_at: time(asset.updatedAt),
    browser_download_url: `${page}/releases/download/${pageTag(release)}/${encodeURIComponent(asset.name)}`,
  }
}

/** A release in a webhook payload, where names and notes are never null. */
export function eventReleaseJson(site: Site, repo: Repo, release: Release) {
  const { assets, ...rest } = releaseJson(site, repo, release)
  return {
    ...rest,
    name: release.name ?? '',
    body: release.body ?? '',
    assets: assets.map(({ digest: _digest, uploader, ...asset }) =>
      uploader === null ? asset : { ...asset, uploader },
    ),
  }
}

/** Returns the percent-encoded tag for a release's page URL. A draft gets a name that cannot be guessed. */
export function pageTag({ id, draft, tagName }: Pick<Release, 'id' | 'draft' | 'tagName'>): string {
  if (!draft) return encodeURIComponent(tagName)
  return `untagged-${createHash('sha1').update(`release ${id}`).digest('hex').slice(0, 20)}`
}
