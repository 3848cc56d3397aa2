import { ownMember } from '#core/objects.ts'
import { percentDecode } from '#core/text/percent-decode.ts'
import type { Rows } from '#codehost/call.ts'
import { blobAt, blobText, type Commit, type Objects } from '#codehost/git/objects.ts'
import { walkTree } from '#codehost/git/trees.ts'
import type { GlobalAdvisory } from '#codehost/schema/advisories.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { dependenciesIn, isManifestPath, type Dependency } from './manifests.ts'
import { isInRange } from './version-ranges.ts'

/** A dependency with its manifest, and its package URL. https://github.com/package-url/purl-spec */
export interface FoundDependency extends Omit<Dependency, 'ecosystem'> {
  readonly ecosystem: string
  readonly manifest: string
  readonly packageUrl: string
}

/** The types of package URLs by ecosystem, where they differ. */
const TYPES: Readonly<Record<string, string>> = {
  actions: 'githubactions',
  go: 'golang',
  pip: 'pypi',
  rubygems: 'gem',
  rust: 'cargo',
}
const ECOSYSTEMS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(TYPES).map(([ecosystem, type]) => [type, ecosystem]),
)

/**
 * Returns the dependencies of a commit: those of its manifests, and those that snapshots tell of. A manifest is left
 * out where a lock file beside it is more exact.
 */
export function dependenciesOf(rows: Rows, repo: Repo, objects: Objects, { sha, tree }: Commit): FoundDependency[] {
  const files = walkTree(objects, tree, { recursive: true }).filter(
    ({ mode }) => mode === '100644' || mode === '100755',
  )
  const manifests = files.filter(({ path }) => isManifestPath(path))
  const locked = new Set(manifests.flatMap(({ path }) => (path.endsWith('package-lock.json') ? [folderOf(path)] : [])))
  const read = manifests
    .filter(({ path }) => !path.endsWith('package.json') || !locked.has(folderOf(path)))
    .flatMap(({ path, sha: blob }) =>
      dependenciesIn(path, blobText(blobAt(objects, blob)) ?? '').map((each) => ({
        ...each,
        manifest: path,
        packageUrl: packageUrlOf(each),
      })),
    )
  const submitted = rows.dependencySnapshots.list('byCommit', repo.id, sha).flatMap(({ manifests: found }) =>
    found.flatMap(({ path, dependencies }) =>
      dependencies.map(({ packageUrl, scope }) => ({
        ...partsOf(packageUrl),
        manifest: path,
        packageUrl,
        scope,
        license: null,
      })),
    ),
  )
  return [...new Map([...read, ...submitted].map((each) => [keyOf(each), each])).values()]
}

/** Returns what tells a dependency of one manifest from the others. */
export function keyOf({ manifest, packageUrl }: FoundDependency): string {
  return `${manifest} ${packageUrl}`
}

/** Returns the advisories that each of the dependencies is vulnerable to, by their keys. */
export function advisoriesOf(rows: Rows, dependencies: readonly FoundDependency[]): Map<string, GlobalAdvisory[]> {
  const byPackage = new Map<string, GlobalAdvisory[]>()
  for (const advisory of rows.globalAdvisories.list('byPublished')) {
    for (const { ecosystem, name } of advisory.packages) {
      const key = `${ecosystem} ${name}`
      byPackage.set(key, [...(byPackage.get(key) ?? []), advisory])
    }
  }
  return new Map(
    dependencies.map((each) => [
      keyOf(each),
      (byPackage.get(`${each.ecosystem} ${each.name}`) ?? []).filter(({ packages }) =>
        packages.some(
          ({ name, vulnerableRange }) =>
            name === each.name && vulnerableRange !== null && isInRange(each.version, vulnerableRange),
        ),
      ),
    ]),
  )
}

function packageUrlOf({ ecosystem, name, version }: Dependency): string {
  const path = name.split('/').map(encodeURIComponent).join('/')
  const at = version === '' ? '' : `@${encodeURIComponent(version)}`
  return `pkg:${ownMember(TYPES, ecosystem) ?? ecosystem}/${path}${at}`
}

function partsOf(packageUrl: string) {
  const [, type = '', path = '', version = ''] = /^pkg:([^/]+)\/([^@?#]+)(?:@([^?#]+))?/.exec(packageUrl) ?? []
  return {
    ecosystem: ownMember(ECOSYSTEMS, type) ?? type,
    name: percentDecode(path) ?? path,
    version: percentDecode(version) ?? version,
  }
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}
