import { commitAt } from './objects.ts'
import type { Commit, Objects } from './objects.ts'

/**
 * Yields a commit and all its ancestors, newest first by committer date, but never a parent before its child. Of equal
 * dates, the commit that was reached first comes first. This is the order of `git log --date-order`.
 */
export function* ancestors(objects: Objects, sha: string): Generator<Commit> {
  yield* newestFirst(reachable(objects, sha))
}

/** Returns whether a commit is another one or an ancestor of it, like `git merge-base --is-ancestor`. */
export function isAncestor(objects: Objects, maybeAncestor: string, sha: string): boolean {
  if (maybeAncestor === sha) return true
  const seen = new Set([sha])
  for (const reached of seen) {
    for (const parent of commitAt(objects, reached).parents) {
      if (parent === maybeAncestor) return true
      seen.add(parent)
    }
  }
  return false
}

/**
 * Returns the best common ancestor of two commits, the newest where several are equally good; null when they share
 * none. Equals the output of `git merge-base`.
 */
export function mergeBase(objects: Objects, a: string, b: string): string | null {
  return mergeBases(objects, a, b)[0] ?? null
}

/** Returns every best common ancestor of two commits, newest first, like `git merge-base --all`. */
export function mergeBases(objects: Objects, a: string, b: string): string[] {
  if (a === b) return [a]
  const left = reachable(objects, a)
  const frontier = new Set<string>()
  const seen = new Set([b])
  for (const sha of seen) {
    if (left.has(sha)) frontier.add(sha)
    else for (const parent of commitAt(objects, sha).parents) seen.add(parent)
  }
  if (frontier.size > 1) {
    const below = new Set<string>()
    for (const sha of frontier) for (const parent of left.get(sha)?.parents ?? []) below.add(parent)
    for (const sha of below) for (const parent of left.get(sha)?.parents ?? []) below.add(parent)
    for (const sha of below) frontier.delete(sha)
  }
  const dateOf = (sha: string): number => left.get(sha)?.committer.at ?? 0
  return [...frontier].sort((one, other) => dateOf(other) - dateOf(one))
}

/**
 * Returns how a branch differs from its base: the commits that only the branch has, oldest first as GitHub lists the
 * commits of a comparison or pull request, and the number of commits that only the base has.
 */
export function aheadBehind(objects: Objects, base: string, head: string): { ahead: Commit[]; behind: number } {
  if (base === head) return { ahead: [], behind: 0 }
  const left = reachable(objects, base)
  const ahead = new Map<string, Commit>()
  const shared = new Set<string>()
  const pending = [head]
  for (let sha = pending.pop(); sha !== undefined; sha = pending.pop()) {
    if (left.has(sha)) shared.add(sha)
    else if (!ahead.has(sha)) {
      const commit = commitAt(objects, sha)
      ahead.set(sha, commit)
      for (const parent of commit.parents) pending.push(parent)
    }
  }
  for (const sha of shared) for (const parent of left.get(sha)?.parents ?? []) shared.add(parent)
  return { ahead: [...newestFirst(ahead)].toReversed(), behind: left.size - shared.size }
}

function reachable(objects: Objects, sha: string): Map<string, Commit> {
  const found = new Map<string, Commit>()
  const pending = [sha]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (found.has(next)) continue
    const commit = commitAt(objects, next)
    found.set(next, commit)
    for (const parent of commit.parents) if (!found.has(parent)) pending.push(parent)
  }
  return found
}

/** Yields a set of commits, newest first with every child before its parents. Parents outside the set are ignored. */
function* newestFirst(commits: ReadonlyMap<string, Commit>): Generator<Commit> {
  const children = new Map<string, number>()
  for (const commit of commits.values()) {
    for (const parent of new Set(commit.parents)) children.set(parent, (children.get(parent) ?? 0) + 1)
  }
  const ready = new NewestQueue()
  for (const commit of commits.values()) if (!children.has(commit.sha)) ready.push(commit)
  for (let commit = ready.pop(); commit !== undefined; commit = ready.pop()) {
    yield commit
    for (const sha of new Set(commit.parents)) {
      const remaining = (children.get(sha) ?? 0) - 1
      children.set(sha, remaining)
      const parent = commits.get(sha)
      if (remaining === 0 && parent !== undefined) ready.push(parent)
    }
  }
}

interface Waiting {
  commit: Commit
  order: number
}

function before(a: Waiting, b: Waiting): boolean {
  return a.commit.committer.at === b.commit.committer.at
    ? a.order < b.order
    : a.commit.committer.at > b.commit.committer.at
}

/** A binary heap of commits by committer date. Of equal dates, the commit that was pushed first comes out first. */
class NewestQueue {
  readonly #heap: Waiting[] = []
  #pushed = 0

  push(commit: Commit): void {
    const heap = this.#heap
    const added = { commit, order: this.#pushed++ }
    let index = heap.length
    while (index > 0) {
      const parentIndex = (index - 1) >> 1
      const parent = heap[parentIndex]
      if (parent === undefined || before(parent, added)) break
      heap[index] = parent
      index = parentIndex
    }
    heap[index] = added
  }

  pop(): Commit | undefined {
    const heap = this.#heap
    const top = heap[0]
    const last = heap.pop()
    if (top === undefined || last === undefined || heap.length === 0) return top?.commit
    let index = 0
    for (;;) {
      let childIndex = 2 * index + 1
      let child = heap[childIndex]
      if (child === undefined) break
      const right = heap[childIndex + 1]
      if (right !== undefined && before(right, child)) {
        child = right
        childIndex++
      }
      if (before(last, child)) break
      heap[index] = child
      index = childIndex
    }
    heap[index] = last
    return top.commit
  }
}
