import { PackError } from '#codehost/git/delta.ts'
import { EMPTY_TREE, type GitObject, type Objects } from '#codehost/git/objects.ts'
import { MalformedObject } from '#codehost/git/parse-object.ts'
import { objectsOfPack, type PackEntry } from '#codehost/git/read-pack.ts'
import { levelsOf, MOST_LEVELS, readTree } from '#codehost/git/trees.ts'
import { objectsOf, type GitRepo, type GitRows } from './objects.ts'

/** The objects of a pack, by SHA; or why the pack is refused. */
export type Unpacked =
  | { readonly objects: ReadonlyMap<string, GitObject> }
  | {
      /** The lines that the vendor's git prints before it ends. */
      readonly lines: readonly string[]
    }

/** Returns the objects of a pack. Changes nothing. Objects of the repository are the bases of a thin pack. */
export function unpack(rows: GitRows, repo: GitRepo, entries: readonly PackEntry[]): Unpacked {
  try {
    return { objects: objectsOfPack(entries, (sha) => rows.objects.get(`${repo.id} ${sha}`)?.object) }
  } catch (error) {
    if (error instanceof PackError) return { lines: [`fatal: ${error.message}`] }
    if (error instanceof MalformedObject) return { lines: [error.message, 'fatal: fsck error in packed object'] }
    throw error
  }
}

/** Returns a view of the repository's objects with those of a pack, which are not stored by it. */
function objectsWith(rows: GitRows, repo: GitRepo, pushed: ReadonlyMap<string, GitObject>): Objects {
  const stored = objectsOf(rows, repo)
  return {
    get: (sha) => pushed.get(sha) ?? stored.get(sha),
    has: (sha) => pushed.has(sha) || stored.has(sha),
    put: stored.put,
  }
}

/**
 * Returns the SHAs of the pack's objects that an object leads to, itself included; null when something that it refers
 * to is neither in the pack nor in the repository. What is in the repository is complete.
 */
export function objectsBelow(
  rows: GitRows,
  repo: GitRepo,
  pushed: ReadonlyMap<string, GitObject>,
  sha: string,
): ReadonlySet<string> | null {
  const below = new Set<string>()
  const seen = new Set([sha])
  for (const each of seen) {
    const object = pushed.get(each)
    if (object !== undefined) {
      below.add(each)
      for (const next of referredTo(object)) seen.add(next)
    } else if (each !== EMPTY_TREE && rows.objects.get(`${repo.id} ${each}`) === undefined) return null
  }
  return below
}

/**
 * Returns the test for objects of a pack, all of whose references are known: whether one of them is a tree with more
 * levels than git reads. It visits each tree once, however often it is called.
 */
export function depthTest(
  rows: GitRows,
  repo: GitRepo,
  pushed: ReadonlyMap<string, GitObject>,
): (shas: ReadonlySet<string>) => boolean {
  const objects = objectsWith(rows, repo, pushed)
  const levels = new Map<string, number>()
  return (shas) => {
    const trees = [...shas].filter((sha) => pushed.get(sha)?.kind === 'tree')
    return levelsOf(objects, trees, levels) > MOST_LEVELS
  }
}

/** Returns the SHAs that an object refers to, without the commits of submodules, which are in other repositories. */
function referredTo(object: GitObject): readonly string[] {
  if (object.kind === 'commit') return [object.tree, ...object.parents]
  if (object.kind === 'tag') return [object.object]
  if (object.kind === 'blob') return []
  return object.entries.filter(({ mode }) => mode !== '160000').map(({ sha }) => sha)
}

/** A file that is larger than the vendor likes or accepts. */
interface LargeFile {
  readonly path: string
  /** In bytes. */
  readonly size: number
}

const MIB = 1024 * 1024

/** https://docs.github.com/repositories/working-with-files/managing-large-files/about-large-files-on-github */
const LARGEST_FILE = 100 * MIB
const RECOMMENDED = 50 * MIB

/** The vendor's lines about large files, and whether one is too large to be accepted. */
export interface LargeFiles {
  readonly isRefused: boolean
  readonly lines: readonly string[]
}

/** Returns what the vendor says about the large files of a pack. */
export function largeFiles(rows: GitRows, repo: GitRepo, pushed: ReadonlyMap<string, GitObject>): LargeFiles {
  const large = [...pushed.values()].filter((object) => object.kind === 'blob' && object.size > RECOMMENDED)
  if (large.length === 0) return { isRefused: false, lines: [] }
  const objects = objectsWith(rows, repo, pushed)
  const files = new Map<string, LargeFile>()
  const sizes = new Map(large.map((object) => [object.sha, object.kind === 'blob' ? object.size : 0]))
  for (const object of pushed.values()) {
    if (object.kind !== 'commit' || objectsBelow(rows, repo, pushed, object.tree) === null) continue
    for (const [path, { sha }] of readTree(objects, object.tree)) {
      const size = sizes.get(sha)
      if (size !== undefined) files.set(path, { path, size })
    }
  }
  const refused = [...files.values()].filter(({ size }) => size > LARGEST_FILE)
  if (refused.length > 0) return { isRefused: true, lines: refusal(refused) }
  const isRefused = [...sizes.values()].some((size) => size > LARGEST_FILE)
  return { isRefused, lines: isRefused ? refusal([]) : warning([...files.values()]) }
}

function refusal(files: readonly LargeFile[]): string[] {
  return [
    'error: See https://gh.io/lfs for more information.',
    ...files.map(
      ({ path, size }) =>
        `error: File ${path} is ${megabytes(size)} MB; this exceeds GitHub's file size limit of 100.00 MB`,
    ),
    `error: GH001: Large files detected. ${LFS}`,
  ]
}

function warning(files: readonly LargeFile[]): string[] {
  return [
    'warning: See https://gh.io/lfs for more information.',
    ...files.map(
      ({ path, size }) =>
        `warning: File ${path} is ${megabytes(size)} MB; ` +
        `this is larger than GitHub's recommended maximum file size of 50.00 MB`,
    ),
    `warning: GH001: Large files detected. ${LFS}`,
  ]
}

const LFS = 'You may want to try Git Large File Storage - https://git-lfs.github.com.'

function megabytes(size: number): string {
  return (size / MIB).toFixed(2)
}
