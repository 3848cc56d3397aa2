import type { Rows } from '#codehost/call.ts'
import { blobAt, type Commit, type Objects, type TreeEntry } from '#codehost/git/objects.ts'
import { treeDifferences } from '#codehost/git/trees.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Rule, Ruleset } from '#codehost/schema/rulesets.ts'
import { commitAt, objectsOf } from '../git/objects.ts'
import { fnmatch } from '../git/fnmatch.ts'
import type { Violation } from './violations.ts'

const MIB = 1024 * 1024

/** A file that a commit changes, and what it is afterwards; null for a file that it deletes. */
interface ChangedFile {
  readonly path: string
  readonly after: TreeEntry | null
}

/** Returns the test of a rule for files, and its sentence; null for a rule that is not about files. */
function fileRule(
  { type, parameters }: Rule,
  objects: Objects,
): { readonly refuses: (file: ChangedFile) => boolean; readonly message: string } | null {
  const limit = Number(parameters?.[type])
  const list = (name: string): readonly string[] => (parameters?.[name] ?? []) as readonly string[] // by its schema
  switch (type) {
    case 'file_path_restriction': {
      const paths = list('restricted_file_paths')
      return { refuses: ({ path }) => paths.some((each) => isBelow(each, path)), message: 'File path is restricted' }
    }
    case 'file_extension_restriction': {
      const endings = list('restricted_file_extensions').map((each) => each.replace(/^\*?\.?/, '.').toLowerCase())
      const refuses = ({ path, after }: ChangedFile): boolean =>
        after !== null && endings.some((each) => path.toLowerCase().endsWith(each))
      return { refuses, message: 'File extension is restricted' }
    }
    case 'max_file_path_length':
      return {
        refuses: ({ path, after }) => after !== null && [...path].length > limit,
        message: `File path length exceeds the limit of ${limit} characters`,
      }
    case 'max_file_size':
      return {
        refuses: ({ after }) => after !== null && sizeOf(objects, after) > limit * MIB,
        message: `File size exceeds the limit of ${limit} MB`,
      }
    default:
      return null
  }
}

/** Returns whether a path matches a pattern of paths, or lies in a folder that does. */
function isBelow(pattern: string, path: string): boolean {
  const names = path.split('/')
  const trimmed = pattern.replace(/^\/|\/$/g, '')
  return names.some((_, at) => fnmatch(trimmed, names.slice(0, at + 1).join('/')))
}

function sizeOf(objects: Objects, { mode, sha }: TreeEntry): number {
  return mode === '160000' ? 0 : blobAt(objects, sha).size
}

/**
 * Returns what a ruleset for pushes refuses in the files that commits change.
 * https://docs.github.com/repositories/configuring-branches-and-merges-in-your-repository/managing-rulesets/available-rules-for-rulesets#restrict-file-paths
 */
export function fileViolations(rows: Rows, repo: Repo, ruleset: Ruleset, commits: readonly Commit[]): Violation[] {
  const objects = objectsOf(rows, repo)
  const rules = ruleset.rules.flatMap((rule) => fileRule(rule, objects) ?? [])
  if (rules.length === 0) return []
  const files = commits.flatMap((commit) => changedFiles(rows, repo, commit))
  return rules.flatMap(({ refuses, message }) => {
    const found = [...new Set(files.filter(refuses).map(({ path }) => path))]
    return found.length === 0 ? [] : [{ message, found, isAboutFiles: true }]
  })
}

/** Returns the files that a commit changes: for a merge, those that differ from each of its parents. */
function changedFiles(rows: Rows, repo: Repo, { tree, parents }: Commit): ChangedFile[] {
  const objects = objectsOf(rows, repo)
  const [first = null, ...others] = parents.map((parent) => commitAt(rows, repo, parent)?.tree ?? null)
  const changes = treeDifferences(objects, first, tree)
  return others.reduce((kept, parent) => {
    const paths = new Set(treeDifferences(objects, parent, tree).map(({ path }) => path))
    return kept.filter(({ path }) => paths.has(path))
  }, changes)
}
