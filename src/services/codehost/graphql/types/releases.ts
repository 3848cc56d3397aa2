import { commentHtml } from '#codehost/markdown/comment.ts'
import { releaseAssetJson, releaseJson } from '#codehost/json/releases/release.ts'
import { nodeId, time, timeOrNull } from '#codehost/json/format.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { mentionedAccounts } from '#codehost/rules/notifications/mentions.ts'
import { latestRelease, tagCommit } from '#codehost/rules/releases/releases.ts'
import type { Release as ReleaseRow, ReleaseAsset as AssetRow } from '#codehost/schema/releases.ts'
import { connection, cursoredRows, type PageArguments } from '../connection.ts'
import { typed, type Fields } from '../source.ts'
import { reactionFields } from './comment-fields.ts'
import { pathOfPage } from '../urls.ts'

const pageOfRelease = (call: CodehostCall, release: ReleaseRow): string =>
  releaseJson(call, call.rows.repos.require(release.repoId), release).html_url

const assetJson = (call: CodehostCall, asset: AssetRow) => {
  const release = call.rows.releases.require(asset.releaseId)
  return releaseAssetJson(call, call.rows.repos.require(asset.repoId), release, asset)
}

/** A release. https://docs.github.com/graphql/reference/objects#release */
export const Release: Fields<ReleaseRow> = {
  ...reactionFields((release: ReleaseRow) => ({
    repoId: release.repoId,
    subject: `release ${release.id}`,
    object: typed('Release', release),
  })),
  viewerCanReact: () => true,
  mentions: ({ body }, args: PageArguments, { rows }) => {
    const mentioned = mentionedAccounts(rows, body).map(([account]) => account)
    return connection(cursoredRows([...new Set(mentioned)]), args)
  },
  id: ({ id }) => nodeId('RE', id),
  databaseId: ({ id }) => id,
  name: ({ name }) => name,
  tagName: ({ tagName }) => tagName,
  description: ({ body }) => body,
  descriptionHTML: ({ repoId, body }, _args, call) =>
    body === null ? null : commentHtml(call, call.rows.repos.require(repoId), body),
  isDraft: ({ draft }) => draft,
  isPrerelease: ({ prerelease }) => prerelease,
  immutable: ({ immutable }) => immutable === true,
  isLatest: ({ id, repoId }, _args, { rows }) => latestRelease(rows, rows.repos.require(repoId))?.id === id,
  createdAt: ({ createdAt }) => time(createdAt),
  publishedAt: ({ publishedAt }) => timeOrNull(publishedAt),
  updatedAt: ({ updatedAt }) => time(updatedAt),
  author: ({ authorId }, _args, { rows }) => {
    const author = rows.accounts.require(authorId)
    return author.type === 'User' ? author : null
  },
  repository: ({ repoId }, _args, { rows }) => rows.repos.require(repoId),
  tag: ({ repoId, tagName }, _args, { rows }) => rows.refs.find('name', repoId, `refs/tags/${tagName}`) ?? null,
  tagCommit: ({ repoId, tagName }, _args, { rows }) => {
    const repo = rows.repos.require(repoId)
    const object = tagCommit(rows, repo, tagName)
    return object === null ? null : { repo, object }
  },
  url: (release, _args, call) => pageOfRelease(call, release),
  resourcePath: (release, _args, call) => pathOfPage(call, pageOfRelease(call, release)),
  releaseAssets: ({ id }, args: PageArguments & { name?: string | null }, { rows }) => {
    const assets = rows.releaseAssets.referring('releaseId', id)
    return connection(cursoredRows(assets.filter(({ name }) => args.name == null || name === args.name)), args)
  },
}

/** A file of a release. https://docs.github.com/graphql/reference/objects#releaseasset */
export const ReleaseAsset: Fields<AssetRow> = {
  id: ({ id }) => nodeId('RA', id),
  name: ({ name }) => name,
  size: ({ size }) => size,
  contentType: ({ contentType }) => contentType,
  downloadCount: ({ downloadCount }) => downloadCount,
  createdAt: ({ createdAt }) => time(createdAt),
  updatedAt: ({ updatedAt }) => time(updatedAt),
  release: ({ releaseId }, _args, { rows }) => rows.releases.require(releaseId),
  uploadedBy: ({ uploaderId }, _args, { rows }) => rows.accounts.get(uploaderId) ?? null,
  downloadUrl: (asset, _args, call) => assetJson(call, asset).browser_download_url,
  url: (asset, _args, call) => assetJson(call, asset).url,
}
