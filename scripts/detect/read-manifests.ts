import { join, relative, resolve, sep } from 'node:path'
import { DetectError } from './detect-error.ts'
import { isPresent, readTextIfPresent } from './files.ts'
import { isRecord, kindOf, parseJsonText } from './json-text.ts'
import { globsOfManifest, globsOfPnpm, memberDirectories } from './workspaces.ts'

/** The fields of a package.json that name dependencies. */
const dependencyFields = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'] as const

/** One of the fields of a package.json that name dependencies. */
export type DependencyField = (typeof dependencyFields)[number]

/** One dependency of a project, by the name it has in the registry. */
export interface Dependency {
  readonly package: string
  readonly field: DependencyField
}

/** One package.json of a project: its path from the project's root, with forward slashes, and what it depends on. */
export interface Manifest {
  readonly path: string
  readonly dependencies: readonly Dependency[]
}

/**
 * Reads the package.json of a project and of every workspace member it has, the root first.
 *
 * @throws DetectError if there is no package.json, or one of them is not what a package manager would take.
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
    // A glob such as packages/** also stands for directories that are no packages.
    if (content === undefined) continue
    manifests.push({ path, dependencies: dependenciesOf(content, path) })
    const pnpm = manifests.length === 1 ? await globsOfPnpm(directory) : []
    waiting.push(...(await memberDirectories(directory, [...globsOfManifest(content, path), ...pnpm])))
  }
  if (manifests.length === 0) throw await noManifest(root)
  return manifests
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

/** An alias such as `"github": "npm:@octokit/rest@22"` installs the package it points at under another name. */
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
