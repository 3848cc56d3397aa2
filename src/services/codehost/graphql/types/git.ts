import { deploymentsOfCommit, type DeploymentArguments } from './deployments.ts'
import { aheadBehind } from '#codehost/git/history.ts'
import { entryAt } from '#codehost/git/trees.ts'
import type {
  Blob as BlobObject,
  Commit as CommitObject,
  GitSignature,
  Tag as TagObject,
  Tree as TreeObject,
  TreeEntry as Entry,
} from '#codehost/git/objects.ts'
import { simpleUserJson } from '#codehost/json/accounts/account.ts'
import { messageOf, nodeId, time, zonedTime } from '#codehost/json/format.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { accountOf, linkedAccount } from '#codehost/rules/commits/authors.ts'
import { blame } from '#codehost/rules/commits/blame.ts'
import { changesIn } from '#codehost/rules/commits/changes.ts'
import { sidesOf } from '#codehost/rules/commits/comparisons.ts'
import { commitsFor } from '#codehost/rules/commits/lists.ts'
import { commitAt, objectsOf } from '#codehost/rules/git/objects.ts'
import { protectionOf } from '#codehost/rules/protection/protection.ts'
import { pullsWith } from '#codehost/rules/pulls/of-commit.ts'
import { lineHtml } from '#codehost/markdown/line.ts'
import { languageOf } from '#codehost/rules/repos/languages.ts'
import type { Ref as RefRow } from '#codehost/schema/git.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { connection, cursoredRows, type PageArguments } from '../connection.ts'
import { FieldFailure, unresolved } from '../failures.ts'
import { typed, type Fields } from '../source.ts'
import { pathOfPage, repoPage, sized, type SizeArguments } from '../urls.ts'
import { checkSuitesOf, rollupOf, statusOf } from './checks.ts'
import { pullsOf, type PullArguments } from './issue-lists.ts'
import { gitObject, type InRepo } from './refs.ts'
import { ruleFieldsOfRef } from './rulesets.ts'
import { signatureOf } from './signatures.ts'

/** A branch or a tag. https://docs.github.com/graphql/reference/objects#ref */
export const Ref: Fields<RefRow & { readonly prefix?: string }> = {
  id: ({ repoId, name }) => nodeId('REF', `${repoId}:${name}`),
  name: ({ name, prefix }) => name.slice((prefix ?? prefixOf(name)).length),
  prefix: ({ name, prefix }) => prefix ?? prefixOf(name),
  repository: ({ repoId }, _args, { rows }) => rows.repos.require(repoId),
  target: ({ repoId, sha }, _args, call) => gitObject(call, call.rows.repos.require(repoId), sha),
  ...ruleFieldsOfRef,
  branchProtectionRule: ({ repoId, name }, _args, { rows }) =>
    protectionOf(rows, { id: repoId }, name.replace(/^refs\/heads\//, '')) ?? null,
  associatedPullRequests: ({ repoId, name }, args: PullArguments, call) => {
    const pulls = call.rows.pulls.list('head', repoId, name.replace(/^refs\/heads\//, ''))
    return pullsOf(
      pulls.map(({ issueId }) => call.rows.issues.require(issueId)),
      args,
      call,
    )
  },
  compare: ({ repoId, name }, { headRef }: { headRef: string }, call) => {
    const repo = call.rows.repos.require(repoId)
    const sides = sidesOf(call, repo, `${name.replace(/^refs\/(?:heads|tags)\//, '')}...${headRef}`)
    return { repo, base: sides.base, head: sides.head, ...aheadBehind(sides.objects, sides.base.sha, sides.head.sha) }
  },
}

/** Two commits and what is between them. */
interface ComparisonSource {
  readonly repo: Repo
  readonly base: CommitObject
  readonly head: CommitObject
  readonly ahead: readonly CommitObject[]
  readonly behind: number
}

/** A comparison of two commits. https://docs.github.com/graphql/reference/objects#comparison */
export const Comparison: Fields<ComparisonSource> = {
  id: ({ repo, base, head }) => nodeId('CMP', `${repo.id}:${base.sha}:${head.sha}`),
  aheadBy: ({ ahead }) => ahead.length,
  behindBy: ({ behind }) => behind,
  baseTarget: ({ repo, base }) => typed('Commit', { repo, object: base }),
  headTarget: ({ repo, head }) => typed('Commit', { repo, object: head }),
  status: ({ ahead, behind }) => {
    if (ahead.length === 0) return behind === 0 ? 'IDENTICAL' : 'BEHIND'
    return behind === 0 ? 'AHEAD' : 'DIVERGED'
  },
  commits: ({ repo, ahead }, args: PageArguments) => {
    const commits = ahead.map((object) => ({ repo, object }))
    const authorCount = new Set(ahead.map(({ author }) => author.email)).size
    return connection(
      cursoredRows(commits, ({ object }) => object.sha),
      args,
      undefined,
      { authorCount },
    )
  },
}

function prefixOf(name: string): string {
  return /^refs\/(?:heads|tags)\//.exec(name)?.[0] ?? 'refs/'
}

/** Returns the fields that all git objects share. `prefix` is that of their ids. */
function ofObject<S extends InRepo>(prefix: string): Fields<S> {
  return {
    id: ({ repo, object }) => nodeId(prefix, `${repo.id}:${object.sha}`),
    oid: ({ object }) => object.sha,
    abbreviatedOid: ({ object }) => object.sha.slice(0, 7),
    repository: ({ repo }) => repo,
    commitUrl: ({ repo, object }, _args, call) => `${repoPage(call, repo)}/commit/${object.sha}`,
    commitResourcePath: ({ repo, object }, _args, call) =>
      pathOfPage(call, `${repoPage(call, repo)}/commit/${object.sha}`),
  }
}

interface HistoryArguments extends PageArguments {
  readonly author?: { readonly id?: string | null; readonly emails?: readonly string[] | null } | null
  readonly path?: string | null
  readonly since?: string | null
  readonly until?: string | null
}

/** A commit. https://docs.github.com/graphql/reference/objects#commit */
export const Commit: Fields<InRepo<CommitObject>> = {
  ...ofObject<InRepo<CommitObject>>('C'),
  message: ({ object }) => messageOf(object),
  deployments: ({ repo, object }, args: DeploymentArguments, call) => deploymentsOfCommit(repo, object.sha, args, call),
  messageHeadline: ({ object }) => headlineOf(object),
  messageHeadlineHTML: ({ repo, object }, _args, call) => lineHtml(call, repo, headlineOf(object)),
  messageBody: ({ object }) => bodyOf(object),
  messageBodyHTML: ({ repo, object }, _args, call) => lineHtml(call, repo, bodyOf(object)),
  url: (source, _args, call) => commitPage(source, call),
  resourcePath: (source, _args, call) => pathOfPage(call, commitPage(source, call)),
  treeUrl: ({ repo, object }, _args, call) => `${repoPage(call, repo)}/tree/${object.sha}`,
  treeResourcePath: ({ repo, object }, _args, call) => pathOfPage(call, `${repoPage(call, repo)}/tree/${object.sha}`),
  tarballUrl: ({ repo, object }, _args, call) => `${repoPage(call, repo)}/archive/${object.sha}.tar.gz`,
  zipballUrl: ({ repo, object }, _args, call) => `${repoPage(call, repo)}/archive/${object.sha}.zip`,
  authoredDate: ({ object }) => time(object.author.at),
  committedDate: ({ object }) => time(object.committer.at),
  pushedDate: () => null,
  author: ({ object }) => object.author,
  committer: ({ object }) => object.committer,
  authoredByCommitter: ({ object }) => object.author.email === object.committer.email,
  authors: ({ object }, args: PageArguments) =>
    connection(
      cursoredRows(authorsOf(object), ({ email }) => email),
      args,
    ),
  committedViaWeb: ({ object }) => object.committer.email === 'noreply@github.com',
  signature: ({ object }, _args, call) => signatureOf(call, object),
  onBehalfOf: () => null,
  tree: ({ repo, object }, _args, { rows }) => ({ repo, object: objectsOf(rows, repo).get(object.tree) }),
  parents: ({ repo, object }, args: PageArguments, { rows }) => {
    const parents = object.parents.flatMap((sha) => {
      const parent = commitAt(rows, repo, sha)
      return parent === null ? [] : [{ repo, object: parent }]
    })
    return connection(
      cursoredRows(parents, (parent) => parent.object.sha),
      args,
    )
  },
  additions: (source, _args, call) => changeCount(source, call, 'additions'),
  deletions: (source, _args, call) => changeCount(source, call, 'deletions'),
  changedFiles: ({ repo, object }, _args, { rows }) => changesIn(objectsOf(rows, repo), object).length,
  changedFilesIfAvailable: ({ repo, object }, _args, { rows }) => changesIn(objectsOf(rows, repo), object).length,
  file: ({ repo, object }, { path }: { path: string }, { rows }) => {
    const entry = entryAt(objectsOf(rows, repo), object.tree, path)
    return entry === null ? null : { repo, entry, path }
  },
  history: ({ repo, object }, args: HistoryArguments, call) => {
    const { rows } = call
    const query = new URLSearchParams()
    for (const name of ['path', 'since', 'until'] as const) if (args[name] != null) query.set(name, args[name])
    const commits = commitsFor({ rows, query }, objectsOf(rows, repo), object).filter(({ author }) => {
      const { id, emails } = args.author ?? {}
      const account = accountOf(rows, author)
      if (emails != null && !emails.includes(author.email)) return false
      return id == null || (account !== undefined && nodeId('U', account.id) === id)
    })
    const sources = commits.map((each) => ({ repo, object: each }))
    return connection(
      cursoredRows(sources, (each) => each.object.sha),
      args,
    )
  },
  comments: ({ repo, object }, args: PageArguments, { rows }) =>
    connection(cursoredRows(rows.commitComments.list('byCommit', repo.id, object.sha)), args),
  associatedPullRequests: ({ repo, object }, args: PageArguments & PullOrder, { rows }) => {
    // The vendor lists the oldest first by default, REST the newest.
    const pulls = pullsWith(rows, repo, object.sha)
    const ordered = args.orderBy?.direction === 'DESC' ? pulls : pulls.toReversed()
    return connection(cursoredRows(ordered), args)
  },
  blame: ({ repo, object }, { path }: { path: string }, { rows }) => {
    const ranges = blame(objectsOf(rows, repo), object, path)
    if (ranges === null) throw new FieldFailure('NOT_FOUND', `Could not find a file at ${path}`)
    const times = ranges.map(({ commit }) => commit.committer.at)
    const [oldest, newest] = [Math.min(...times), Math.max(...times)]
    return {
      ranges: ranges.map(({ start, end, commit }) => ({
        startingLine: start,
        endingLine: end,
        commit: { repo, object: commit },
        // From 1 for the newest lines of the file to 10 for the oldest.
        age: newest === oldest ? 1 : 1 + Math.round((9 * (newest - commit.committer.at)) / (newest - oldest)),
      })),
    }
  },
  status: statusOf,
  statusCheckRollup: rollupOf,
  checkSuites: checkSuitesOf,
}

interface PullOrder {
  readonly orderBy?: { readonly direction: 'ASC' | 'DESC' } | null
}

function commitPage({ repo, object }: InRepo<CommitObject>, call: CodehostCall): string {
  return `${repoPage(call, repo)}/commit/${object.sha}`
}

/** Returns the first paragraph of a message on one line, as the vendor shows it. */
function headlineOf(commit: CommitObject): string {
  return messageOf(commit).split('\n')[0] ?? ''
}

function bodyOf(commit: CommitObject): string {
  return messageOf(commit).split('\n').slice(1).join('\n').trim()
}

/** Returns the author of a commit and those that its trailers name. */
function authorsOf(commit: CommitObject): GitSignature[] {
  const others = [...commit.message.matchAll(/^co-authored-by: *(.*?) *<([^<>\n]+)>/gim)]
  const named = others.map(([, name = '', email = '']) => ({ ...commit.author, name, email }))
  return [...new Map([commit.author, ...named].map((each) => [each.email, each])).values()]
}

function changeCount(
  { repo, object }: InRepo<CommitObject>,
  { rows }: CodehostCall,
  field: 'additions' | 'deletions',
): number {
  return changesIn(objectsOf(rows, repo), object).reduce((all, file) => all + file[field], 0)
}

/** The author or committer of a commit. https://docs.github.com/graphql/reference/objects#gitactor */
export const GitActor: Fields<GitSignature> = {
  name: ({ name }) => name,
  email: ({ email }) => email,
  date: ({ at, offset }) => zonedTime(at, offset),
  user: (signature, _args, { rows }) => {
    const account = accountOf(rows, signature)
    return account?.type === 'User' ? account : null
  },
  avatarUrl: (signature, args: SizeArguments, call) => {
    const account = linkedAccount(call.rows, signature)
    const url = account === undefined ? call.urls.of('/avatars/u/0?v=4') : simpleUserJson(call, account).avatar_url
    return sized(url, args)
  },
}

/** A directory. https://docs.github.com/graphql/reference/objects#tree */
export const Tree: Fields<InRepo<TreeObject>> = {
  ...ofObject<InRepo<TreeObject>>('TREE'),
  entries: ({ repo, object }) => object.entries.map((entry) => ({ repo, entry, path: entry.path })),
}

/** An entry of a directory with its repository and path. */
interface EntrySource {
  readonly repo: Repo
  readonly entry: Entry
  readonly path: string
}

/** An entry of a directory. https://docs.github.com/graphql/reference/objects#treeentry */
export const TreeEntry: Fields<EntrySource> = {
  name: ({ path }) => path.slice(path.lastIndexOf('/') + 1),
  nameRaw: ({ path }) => Buffer.from(path.slice(path.lastIndexOf('/') + 1)).toString('base64'),
  path: ({ path }) => path,
  pathRaw: ({ path }) => Buffer.from(path).toString('base64'),
  extension: ({ path }) => /\.[^./]+$/.exec(path)?.[0] ?? '',
  oid: ({ entry }) => entry.sha,
  mode: ({ entry }) => Number.parseInt(entry.mode, 8),
  type: ({ entry }) => (entry.mode === '040000' ? 'tree' : entry.mode === '160000' ? 'commit' : 'blob'),
  repository: ({ repo }) => repo,
  object: ({ repo, entry }, _args, call) => gitObject(call, repo, entry.sha),
  size: ({ repo, entry }, _args, { rows }) => {
    const object = rows.objects.get(`${repo.id} ${entry.sha}`)?.object
    return object?.kind === 'blob' ? object.size : 0
  },
  lineCount: ({ repo, entry }, _args, { rows }) => {
    const object = rows.objects.get(`${repo.id} ${entry.sha}`)?.object
    if (object?.kind !== 'blob' || object.encoding !== 'utf-8') return null
    return object.content === '' ? 0 : object.content.replace(/\n$/, '').split('\n').length
  },
  language: ({ path }) => {
    const name = languageOf(path)
    return name === undefined ? null : { name }
  },
  isGenerated: () => false,
  submodule: () => null,
}

/** The largest text that the vendor shows whole, in bytes. */
const LONGEST_TEXT = 512_000

/** A file. https://docs.github.com/graphql/reference/objects#blob */
export const Blob: Fields<InRepo<BlobObject>> = {
  ...ofObject<InRepo<BlobObject>>('B'),
  byteSize: ({ object }) => object.size,
  isBinary: ({ object }) => isBinary(object),
  isTruncated: ({ object }) => object.size > LONGEST_TEXT,
  text: ({ object }) => (isBinary(object) ? null : object.content.slice(0, LONGEST_TEXT)),
}

function isBinary({ encoding, content }: BlobObject): boolean {
  return encoding === 'base64' || content.includes('\0')
}

/** An annotated tag. https://docs.github.com/graphql/reference/objects#tag */
export const Tag: Fields<InRepo<TagObject>> = {
  ...ofObject<InRepo<TagObject>>('TA'),
  name: ({ object }) => object.tag,
  message: ({ object }) => object.message,
  tagger: ({ object }) => object.tagger,
  target: ({ repo, object }, _args, call) => {
    const target = gitObject(call, repo, object.object)
    if (target === null) throw unresolved('GitObject', `oid '${object.object}'`)
    return target
  },
}
