import { isAncestor } from './history.ts'
import { commitAt, type Commit, type Objects } from './objects.ts'

/** The end of a shallow history: how much of it a client asks for. */
export interface Deepening {
  /** The number of commits from each tip; null for no limit. */
  readonly depth: number | null
  /** True when `depth` counts from the present end of the client's history. */
  readonly relative: boolean
  /** Only commits since this time, in epoch milliseconds; null for no limit. */
  readonly since: number | null
  /** Only commits that are not reachable from these. */
  readonly not: readonly string[]
}

/** The commits whose parents the client does not get, and those whose parents it did not have and gets now. */
export interface ShallowChange {
  readonly shallow: ReadonlySet<string>
  readonly unshallow: ReadonlySet<string>
  /** True when no commit is left to send. */
  readonly isEmpty: boolean
}

/** The depth that clients send for a whole history. https://git-scm.com/docs/shallow */
const INFINITE = 0x7fffffff

/**
 * Returns the new end of a client's history. `clientShallow` are the commits at the present end.
 * https://git-scm.com/docs/protocol-v2#_fetch
 */
export function deepen(
  objects: Objects,
  tips: readonly string[],
  clientShallow: ReadonlySet<string>,
  deepening: Deepening,
): ShallowChange {
  const { depth, relative, since, not } = deepening
  const { kept, cut } =
    depth !== null
      ? withinDepth(objects, relative ? reached(objects, tips, clientShallow) : tips, relative ? depth + 1 : depth)
      : selected(objects, tips, since, not)
  const unshallow = [...clientShallow].filter((sha) => kept.has(sha) && !cut.has(sha))
  return { shallow: cut, unshallow: new Set(unshallow), isEmpty: depth === null && kept.size === 0 }
}

/** The commits that are kept, and those of them whose parents are not. */
interface Kept {
  readonly kept: ReadonlySet<string>
  readonly cut: ReadonlySet<string>
}

function withinDepth(objects: Objects, tips: readonly string[], depth: number): Kept {
  const kept = new Set<string>()
  const cut = new Set<string>()
  let level = [...new Set(tips)]
  for (let count = 1; level.length > 0; count++) {
    const next = new Set<string>()
    for (const sha of level) {
      kept.add(sha)
      const { parents } = commitAt(objects, sha)
      if (count >= depth && depth < INFINITE) {
        if (parents.length > 0) cut.add(sha)
      } else for (const parent of parents) if (!kept.has(parent)) next.add(parent)
    }
    level = [...next].filter((sha) => !kept.has(sha))
  }
  return { kept, cut }
}

function selected(objects: Objects, tips: readonly string[], since: number | null, not: readonly string[]): Kept {
  const excluded = new Set<string>()
  for (const { sha } of historyOf(objects, not)) excluded.add(sha)
  const isKept = ({ sha, committer }: Commit): boolean =>
    !excluded.has(sha) && (since === null || committer.at >= since)
  const kept = new Set<string>()
  for (const commit of historyOf(objects, tips, isKept)) kept.add(commit.sha)
  const cut = [...kept].filter((sha) => commitAt(objects, sha).parents.some((parent) => !kept.has(parent)))
  return { kept, cut: new Set(cut) }
}

/** Returns the commits of a set that are reachable from the tips. */
function reached(objects: Objects, tips: readonly string[], among: ReadonlySet<string>): string[] {
  return [...among].filter((sha) => objects.has(sha) && tips.some((tip) => isAncestor(objects, sha, tip)))
}

/** Yields the commits that are reachable from the tips through commits that `isKept` accepts. */
export function* historyOf(
  objects: Objects,
  tips: readonly string[],
  isKept: (commit: Commit) => boolean = () => true,
): Generator<Commit> {
  const seen = new Set(tips)
  for (const sha of seen) {
    const commit = commitAt(objects, sha)
    if (!isKept(commit)) continue
    yield commit
    for (const parent of commit.parents) seen.add(parent)
  }
}
