import { commitAt, EMPTY_TREE, tree, treeEntries } from './objects.ts'
import type { Commit, GitObject, Objects, Tag } from './objects.ts'

/** A filter of a partial clone. https://git-scm.com/docs/partial-clone */
export interface ObjectFilter {
  /** Only blobs smaller than this, in bytes; null for all. */
  readonly blobLimit: number | null
  /** Only trees and blobs above this depth; the root tree has depth 0. Null for all */
  readonly treeDepth: number | null
}

/** The objects that a client asks for, and those that it has. */
export interface ObjectQuery {
  /** The SHAs that the client wants, of any kind; they are sent whatever the filter says. */
  readonly wants: readonly string[]
  /** The SHAs that the client has, with all that they refer to. */
  readonly haves: readonly string[]
  /** The commits whose parents the client does not have. */
  readonly clientShallow: ReadonlySet<string>
  /** The commits whose parents are not to be sent. */
  readonly shallow: ReadonlySet<string>
  readonly filter: ObjectFilter | null
}

/** Returns the objects that a client lacks, in the order commits, tags, trees and blobs. */
export function selectObjects(objects: Objects, query: ObjectQuery): GitObject[] {
  return new Selection(objects, query).run()
}

/** One selection. Every object is visited once. */
class Selection {
  readonly #objects: Objects
  readonly #query: ObjectQuery
  readonly #commits: Commit[] = []
  readonly #tags: Tag[] = []
  readonly #contents: GitObject[] = []
  /** The objects that the client has, and those that have been selected. */
  readonly #known = new Set<string>()

  constructor(objects: Objects, query: ObjectQuery) {
    this.#objects = objects
    this.#query = query
  }

  run(): GitObject[] {
    this.#markHaves()
    const tips = this.#query.wants.map((sha) => this.#wantTags(sha))
    this.#walkCommits(tips.filter((object) => object.kind === 'commit'))
    // The trees of parents that the client has are known, so that only what differs from them is selected.
    const edges = this.#commits.flatMap(({ parents }) => parents).filter((sha) => this.#isHad(sha))
    for (const sha of new Set(edges)) this.#markTree(commitAt(this.#objects, sha).tree)
    for (const commit of this.#commits) this.#addTree(commit.tree, 0)
    for (const object of tips) {
      if (object.kind === 'tree') this.#addTree(object.sha, 0, true)
      else if (object.kind === 'blob' && !this.#known.has(object.sha)) this.#add(object)
    }
    return [...this.#commits, ...this.#tags, ...this.#contents]
  }

  readonly #had = new Set<string>()

  #isHad(sha: string): boolean {
    return this.#had.has(sha)
  }

  /** Marks the commits that the client has, and the trees of its tips. */
  #markHaves(): void {
    const { haves, clientShallow } = this.#query
    const pending = [...haves]
    for (let sha = pending.pop(); sha !== undefined; sha = pending.pop()) {
      if (this.#had.has(sha)) continue
      this.#had.add(sha)
      this.#known.add(sha)
      const object = this.#objects.get(sha)
      if (object.kind === 'tag') pending.push(object.object)
      if (object.kind === 'commit' && !clientShallow.has(sha)) pending.push(...object.parents)
    }
    for (const sha of haves) {
      const object = this.#objects.get(sha)
      if (object.kind === 'commit') this.#markTree(object.tree)
    }
  }

  #markTree(sha: string): void {
    if (this.#known.has(sha)) return
    this.#known.add(sha)
    for (const entry of treeEntries(this.#objects, sha)) {
      if (entry.mode === '040000') this.#markTree(entry.sha)
      else this.#known.add(entry.sha)
    }
  }

  /** Selects the tags that a SHA leads through. Returns the object behind them. */
  #wantTags(sha: string): GitObject {
    let object = this.#objects.get(sha)
    while (object.kind === 'tag') {
      if (!this.#known.has(object.sha)) {
        this.#known.add(object.sha)
        this.#tags.push(object)
      }
      object = this.#objects.get(object.object)
    }
    return object
  }

  #walkCommits(tips: readonly Commit[]): void {
    const pending = [...tips]
    for (let commit = pending.pop(); commit !== undefined; commit = pending.pop()) {
      if (this.#known.has(commit.sha)) continue
      this.#known.add(commit.sha)
      this.#commits.push(commit)
      if (this.#query.shallow.has(commit.sha)) continue
      for (const parent of commit.parents) {
        if (!this.#known.has(parent)) pending.push(commitAt(this.#objects, parent))
      }
    }
  }

  /** Selects a tree and all below it, as far as the filter admits it. `isWanted` is true for one that was asked for. */
  #addTree(sha: string, depth: number, isWanted = false): void {
    const { blobLimit = null, treeDepth = null } = this.#query.filter ?? {}
    const isOpen = treeDepth === null || depth < treeDepth
    if (this.#known.has(sha) || !(isOpen || isWanted)) return
    this.#add(sha === EMPTY_TREE ? tree([]) : this.#objects.get(sha))
    const isBelowOpen = treeDepth === null || depth + 1 < treeDepth
    for (const entry of treeEntries(this.#objects, sha)) {
      if (entry.mode === '160000' || this.#known.has(entry.sha)) continue
      if (entry.mode === '040000') this.#addTree(entry.sha, depth + 1)
      else if (isBelowOpen) this.#addBlob(entry.sha, blobLimit)
    }
  }

  #addBlob(sha: string, limit: number | null): void {
    const object = this.#objects.get(sha)
    if (limit === null || (object.kind === 'blob' && object.size < limit)) this.#add(object)
  }

  #add(object: GitObject): void {
    this.#known.add(object.sha)
    this.#contents.push(object)
  }
}

/**
 * Returns a filter in the notation of clients: `blob:none`, `blob:limit=1k`, `tree:0`, or several of them as
 * `combine:blob:none+tree:1`. Null for any other.
 */
export function parseFilter(spec: string): ObjectFilter | null {
  if (spec.startsWith('combine:')) {
    const parts = spec.slice('combine:'.length).split('+')
    const known = parts.map((part) => parseFilter(part.replaceAll('%3A', ':'))).filter((part) => part !== null)
    return known.length === parts.length ? known.reduce(stricter) : null
  }
  if (spec === 'blob:none') return { blobLimit: 0, treeDepth: null }
  const [, count, unit = ''] = /^blob:limit=(\d+)([kmg]?)$/.exec(spec) ?? []
  if (count !== undefined) {
    return { blobLimit: Number(count) * 1024 ** ['', 'k', 'm', 'g'].indexOf(unit), treeDepth: null }
  }
  const [, depth] = /^tree:(\d+)$/.exec(spec) ?? []
  return depth === undefined ? null : { blobLimit: null, treeDepth: Number(depth) }
}

function stricter(one: ObjectFilter, other: ObjectFilter): ObjectFilter {
  const least = (a: number | null, b: number | null): number | null =>
    a === null ? b : b === null ? a : Math.min(a, b)
  return { blobLimit: least(one.blobLimit, other.blobLimit), treeDepth: least(one.treeDepth, other.treeDepth) }
}
