import { entryAt } from '#codehost/git/trees.ts'
import type { GitObject } from '#codehost/git/objects.ts'
import { objectsOf, resolveCommit } from '#codehost/rules/git/objects.ts'
import type { CodehostCall } from '#codehost/call.ts'
import type { Ref as RefRow } from '#codehost/schema/git.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { connection, cursoredRows, type PageArguments } from '../connection.ts'
import { typed, type Typed } from '../source.ts'

/** A git object with its repository, which GraphQL's objects know and git's do not. */
export interface InRepo<O extends GitObject = GitObject> {
  readonly repo: Repo
  readonly object: O
}

const TYPES = { commit: 'Commit', tree: 'Tree', blob: 'Blob', tag: 'Tag' } as const

/** Returns a git object as an object of its own type; null for an unknown SHA. */
export function gitObject({ rows }: Pick<CodehostCall, 'rows'>, repo: Repo, sha: string): Typed | null {
  const object = rows.objects.get(`${repo.id} ${sha}`)?.object
  return object === undefined ? null : typed(TYPES[object.kind], { repo, object })
}

/** Returns the object that a SHA or an expression names: `main`, `main:src/a.ts`, `v1.0^{commit}`. */
export function objectField(
  call: CodehostCall,
  repo: Repo,
  { oid, expression }: { readonly oid?: string | null; readonly expression?: string | null },
): Typed | null {
  if (oid != null) return gitObject(call, repo, oid)
  if (expression == null) return null
  const colon = expression.indexOf(':')
  if (colon >= 0) return pathIn(call, repo, expression.slice(0, colon), expression.slice(colon + 1))
  const ref = ['', 'refs/', 'refs/tags/', 'refs/heads/']
    .map((prefix) => call.rows.refs.find('name', repo.id, prefix + expression))
    .find((each) => each !== undefined)
  if (ref !== undefined) return gitObject(call, repo, ref.sha)
  if (/^[0-9a-f]{40}$/.test(expression)) return gitObject(call, repo, expression)
  const commit = resolveCommit(call.rows, repo, expression)
  return commit === null ? null : typed('Commit', { repo, object: commit })
}

function pathIn(call: CodehostCall, repo: Repo, revision: string, path: string): Typed | null {
  const commit = resolveCommit(call.rows, repo, revision === '' ? 'HEAD' : revision)
  if (commit === null) return null
  const inside = path.replaceAll(/^\/+|\/+$/g, '')
  if (inside === '') return gitObject(call, repo, commit.tree)
  const entry = entryAt(objectsOf(call.rows, repo), commit.tree, inside)
  return entry === null ? null : gitObject(call, repo, entry.sha)
}

/** Returns the ref with this name, which may lack `refs/` or `refs/heads/`. */
export function refField({ rows }: Pick<CodehostCall, 'rows'>, repo: Repo, name: string): RefRow | null {
  for (const prefix of ['', 'refs/', 'refs/heads/', 'refs/tags/']) {
    const found = rows.refs.find('name', repo.id, prefix + name)
    if (found !== undefined) return found
  }
  return null
}

/** The arguments of `refs`. */
export interface RefArguments extends PageArguments {
  readonly refPrefix: string
  readonly query?: string | null
  readonly direction?: 'ASC' | 'DESC' | null
  readonly orderBy?: { readonly field: 'ALPHABETICAL' | 'TAG_COMMIT_DATE'; readonly direction: 'ASC' | 'DESC' } | null
}

/** Returns a page of the refs of a repository below a prefix: `refs/heads/`. */
export function refsOf(call: CodehostCall, repo: Repo, args: RefArguments) {
  const { rows } = call
  const { refPrefix, query, orderBy } = args
  const prefix = refPrefix.endsWith('/') ? refPrefix : `${refPrefix}/`
  const [, kind] = /^refs\/(heads|tags)\/$/.exec(prefix) ?? []
  const all = kind === undefined ? rows.refs.list('byName', repo.id) : rows.refs.list('byKind', repo.id, kind)
  const wanted = query?.toLowerCase() ?? ''
  const found = all.filter(
    ({ name }) => name.startsWith(prefix) && name.slice(prefix.length).toLowerCase().includes(wanted),
  )
  if (orderBy?.field === 'TAG_COMMIT_DATE') {
    const dates = new Map(found.map(({ id, sha }) => [id, dateOf(call, repo, sha)]))
    found.sort((a, b) => (dates.get(a.id) ?? 0) - (dates.get(b.id) ?? 0))
  }
  const ordered = (orderBy?.direction ?? args.direction) === 'DESC' ? found.toReversed() : found
  // The vendor knows the part of the name that the prefix leaves.
  return connection(cursoredRows(ordered.map((ref) => ({ ...ref, prefix }))), args)
}

/** Returns the time of the commit that a ref points to, directly or through a tag. */
function dateOf(call: CodehostCall, repo: Repo, sha: string): number {
  const object = call.rows.objects.get(`${repo.id} ${sha}`)?.object
  if (object?.kind === 'tag') return dateOf(call, repo, object.object)
  return object?.kind === 'commit' ? object.committer.at : 0
}
