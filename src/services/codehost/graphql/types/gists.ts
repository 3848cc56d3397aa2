import { baseGistJson, filesOf } from '#codehost/json/gists/gist.ts'
import { nodeId, time } from '#codehost/json/format.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { commentHtml, commentText } from '#codehost/markdown/comment.ts'
import { latestRevision } from '#codehost/rules/gists/gists.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Gist as GistRow, GistComment as CommentRow } from '#codehost/schema/gists.ts'
import { viewerOf } from '../access.ts'
import { actorById } from '../actors.ts'
import { connection, cursoredRows, type PageArguments } from '../connection.ts'
import { typedOrNull, type Fields } from '../source.ts'
import { pathOfPage } from '../urls.ts'

/** A file of a gist in its latest revision. */
type GistFileRow = ReturnType<typeof filesOf>[number]

interface GistArguments extends PageArguments {
  readonly privacy?: 'ALL' | 'PUBLIC' | 'SECRET' | null
  readonly orderBy?: { readonly field: 'CREATED_AT' | 'PUSHED_AT' | 'UPDATED_AT'; readonly direction: string } | null
}

/** The largest number of files of a gist that are shown without `limit`. */
const FILES = 10

const pageOfGist = (call: CodehostCall, gist: GistRow): string => baseGistJson(call, gist).html_url

/** The gists of a user. Secret ones are for their owner alone. */
export const gistFieldsOfUser: Fields<Account> = {
  gist: (user, { name }: { name: string }, { rows }) => {
    const gist = rows.gists.find('name', name)
    return gist?.ownerId === user.id ? gist : null
  },
  gists: (user, args: GistArguments, call) => {
    const isOwn = viewerOf(call).id === user.id
    const { privacy } = args
    const shown = call.rows.gists.referring('ownerId', user.id).filter((gist) => {
      if (!gist.public && !isOwn) return false
      return privacy === 'ALL' || gist.public === (privacy !== 'SECRET')
    })
    return ordered(shown, args)
  },
}

function ordered(gists: readonly GistRow[], args: GistArguments) {
  const { field, direction } = args.orderBy ?? { field: 'CREATED_AT', direction: 'ASC' }
  const key = field === 'CREATED_AT' ? 'createdAt' : 'updatedAt'
  const sign = direction === 'DESC' ? -1 : 1
  const sorted = gists.toSorted((one, other) => sign * (one[key] - other[key] || one.id - other.id))
  return connection(cursoredRows(sorted), args)
}

/** Finds a gist and its comments by their node ids. Whoever has the id of a secret gist may read it. */
export const gistNodes = {
  G: ({ rows }: CodehostCall, name: string) => typedOrNull('Gist', rows.gists.find('name', name)),
}

/** A gist. https://docs.github.com/graphql/reference/objects#gist */
export const Gist: Fields<GistRow> = {
  id: ({ name }) => nodeId('G', name),
  name: ({ name }) => name,
  description: ({ description }) => description,
  isPublic: (gist) => gist.public,
  isFork: ({ parentId }) => parentId !== null,
  owner: ({ ownerId }, _args, { rows }) => actorById(rows, ownerId),
  createdAt: ({ createdAt }) => time(createdAt),
  pushedAt: ({ updatedAt }) => time(updatedAt),
  updatedAt: ({ updatedAt }) => time(updatedAt),
  url: (gist, _args, call) => pageOfGist(call, gist),
  resourcePath: (gist, _args, call) => pathOfPage(call, pageOfGist(call, gist)),
  files: (gist, { limit }: { limit?: number | null }, call) =>
    filesOf(call, gist, latestRevision(call.rows, gist)).slice(0, limit ?? FILES),
  forks: ({ id }, args: GistArguments, { rows }) => ordered(rows.gists.referring('parentId', id), args),
  comments: ({ id }, args: PageArguments, { rows }) =>
    connection(cursoredRows(rows.gistComments.referring('gistId', id)), args),
  stargazerCount: ({ id }, _args, { rows }) => rows.gistStars.countReferring('gistId', id),
  stargazers: ({ id }, args: PageArguments, { rows }) => {
    const stars = rows.gistStars.referring('gistId', id)
    const at = new Map(stars.map((star) => [star.userId, star.starredAt]))
    const users = stars.map(({ userId }) => rows.accounts.require(userId))
    return connection(cursoredRows(users), args, (user: Account) => ({ starredAt: time(at.get(user.id) ?? 0) }))
  },
  viewerHasStarred: ({ id }, _args, call) => call.rows.gistStars.find('user', id, viewerOf(call).id) !== undefined,
}

/** A file of a gist. https://docs.github.com/graphql/reference/objects#gistfile */
export const GistFile: Fields<GistFileRow> = {
  name: ({ file }) => file.path,
  encodedName: ({ file }) => encodeURIComponent(file.path),
  encoding: ({ blob }) => (blob.encoding === 'utf-8' ? 'UTF-8' : null),
  extension: ({ file }) => /\.[^.]+$/.exec(file.path)?.[0] ?? '',
  isImage: ({ file }) => /\.(?:gif|jpe?g|png|svg|webp)$/i.test(file.path),
  isTruncated: () => false,
  language: ({ json }) => ({ name: json.language }),
  size: ({ blob }) => blob.size,
  text: ({ blob: { content, encoding } }, { truncate }: { truncate?: number | null }) =>
    encoding === 'utf-8' ? content.slice(0, truncate ?? content.length) : null,
}

/** A comment on a gist. https://docs.github.com/graphql/reference/objects#gistcomment */
export const GistComment: Fields<CommentRow> = {
  id: ({ id }) => nodeId('GC', id),
  databaseId: ({ id }) => id,
  author: ({ userId }, _args, { rows }) => actorById(rows, userId),
  body: ({ body }) => body,
  bodyText: ({ body }) => commentText(body),
  bodyHTML: ({ body }, _args, call) => commentHtml(call, null, body),
  createdAt: ({ createdAt }) => time(createdAt),
  publishedAt: ({ createdAt }) => time(createdAt),
  updatedAt: ({ updatedAt }) => time(updatedAt),
  gist: ({ gistId }, _args, { rows }) => rows.gists.require(gistId),
  viewerDidAuthor: ({ userId }, _args, call) => userId === viewerOf(call).id,
  viewerCanUpdate: ({ userId }, _args, call) => userId === viewerOf(call).id,
  viewerCanDelete: ({ userId }, _args, call) => userId === viewerOf(call).id,
}
