import { join, relative, resolve, sep } from 'node:path'
import { DetectError } from './detect-error.ts'
import { isPresent, readTextIfPresent } from './files.ts'
import { isRecord, kindOf, parseJsonText } from './json-text.ts'
import { globsOfManifest, globsOfRoot, memberDirectories } from './workspaces.ts'

/** The fields of a package.json that name dependencies. */
const dependencyFields = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'] as const

/** One of the fields of a package.json that name dependencies. */
type DependencyField = (typeof dependencyFields)[number]

/** A dependency of a project, by its name in the registry. */
export interface Dependency {
  readonly package: string
  readonly field: DependencyField
}

/** A package.json of a project: its path from the project's root, with forward slashes, and its dependencies. */
export interface Manifest {
  readonly path: string
  readonly dependencies: readonly Dependency[]
}

/**
 * Reads the package.json of a project and of all its workspace members, the root first.
 *
 * @throws DetectError when there is no package.json, or a package manager would refuse one of them.
 */
export async function readManifests(root: string): Promise<Manifest[]> {
  const manifests: Manifest[] = []
  const seen = new Set<string>()
  const waiting = [resolve(root)]
  for (let directory = waiting.shift(); directory !== undefined; directory = waiting.shift()) {
    if (seen.has(directory)) continue
    seen.add(directory)
    const path = relative(root, join(directory, 'package.json')).split(sep).join('/')
    const content = await readContent(directory, path)
    // A glob such as packages/** also matches directories without a package.json.
    if (content === undefined) continue
    manifests.push({ path, dependencies: dependenciesOf(content, path) })
    const others = manifests.length === 1 ? await globsOfRoot(directory) : []
    waiting.push(...(await memberDirectories(directory, [...globsOfManifest(content, path), ...others])))
  }
  if (manifests.length === 0) throw await noManifest(root)
  return manifests
}

/**
 * Reads the package.json of one directory; undefined when there is none.
 *
 * @param path the file's path from the project's root, for messages
 * @throws DetectError when the file is no valid package.json.
 */
export async function readManifest(directory: string, path: string): Promise<Manifest | undefined> {
  const content = await readContent(directory, path)
  return content === undefined ? undefined : { path, dependencies: dependenciesOf(content, path) }
}

async function readContent(directory: string, path: string): Promise<Record<string, unknown> | undefined> {
  const text = await readTextIfPresent(join(directory, 'package.json'), path)
  if (text === undefined) return undefined
  const content = parseJsonText(text, path)
  if (isRecord(content)) return content
  throw new DetectError(`${path} holds ${kindOf(content)}, expected an object such as { "dependencies": {} }.`)
}

function dependenciesOf(content: Readonly<Record<string, unknown>>, path: string): Dependency[] {
  return dependencyFields.flatMap((field) => {
    const listed = content[field]
    if (listed === undefined) return []
    if (!isRecord(listed)) {
      throw new DetectError(`${path}: "${field}" is ${kindOf(listed)}, expected an object of names and versions.`)
    }
    return Object.entries(listed).map(([name, version]) => ({ package: registryName(name, version), field }))
  })
}

/** Resolves an alias: `"github": "npm:@octokit/rest@22"` installs `@octokit/rest` under another name. */
function registryName(name: string, version: unknown): string {
  const alias = typeof version === 'string' ? /^npm:(@?[^@]+)/.exec(version) : null
  return alias?.[1] ?? name
}

async function noManifest(root: string): Promise<DetectError> {
  return (await isPresent(root))
    ? new DetectError(`No package.json in ${root}.
Run backlot-detect in your project's root, or name it: backlot-detect --cwd <directory>`)
    : new DetectError(`No such directory: ${root}.
Name your project's root: backlot-detect --cwd <directory>`)
}
