import { join, relative, resolve, sep } from 'node:path'
import { parse } from 'yaml'
import { DetectError } from './detect-error.ts'
import { readTextIfPresent } from './files.ts'
import { directoriesOf, matchesGlob, parseGlob } from './glob.ts'
import { isRecord, kindOf } from './json-text.ts'

/** The workspace globs a package.json lists: npm's, Yarn's and Bun's `workspaces`, as a list or as `{ packages }`. */
export function globsOfManifest(manifest: Readonly<Record<string, unknown>>, file: string): string[] {
  const { workspaces } = manifest
  if (workspaces === undefined) return []
  if (!isRecord(workspaces)) return stringsOf(workspaces, `${file}: "workspaces"`)
  // Yarn 1 takes an object without packages, for its nohoist alone.
  return workspaces['packages'] === undefined ? [] : stringsOf(workspaces['packages'], `${file}: "workspaces.packages"`)
}

/**
 * The workspace globs of a root's `pnpm-workspace.yaml`; none if there is no such file, or it holds settings only.
 *
 * @throws DetectError if it is not YAML, or its `packages` is not a list of strings.
 */
export async function globsOfPnpm(root: string): Promise<string[]> {
  const file = 'pnpm-workspace.yaml'
  const text = await readTextIfPresent(join(root, file), file)
  if (text === undefined) return []
  const content = parseYaml(text, file)
  if (!isRecord(content) || content['packages'] === undefined) return []
  return stringsOf(content['packages'], `${file}: "packages"`)
}

/**
 * The directories that workspace globs stand for, in order, each once. A glob that begins with `!` takes out what it
 * matches wherever it stands in the list, as pnpm and Yarn have it.
 */
export async function memberDirectories(root: string, globs: readonly string[]): Promise<string[]> {
  const excluded = globs.filter((glob) => glob.startsWith('!')).flatMap((glob) => parseGlob(glob.slice(1)))
  const members = new Set<string>()
  for (const path of globs.filter((glob) => !glob.startsWith('!')).flatMap(parseGlob)) {
    for await (const directory of directoriesOf(root, path)) {
      const names = relative(root, directory).split(sep)
      if (!excluded.some((exclusion) => matchesGlob(exclusion, names))) members.add(resolve(directory))
    }
  }
  return [...members]
}

function parseYaml(text: string, file: string): unknown {
  try {
    const content: unknown = parse(text)
    return content
  } catch (error) {
    // The usual slip is a glob without quotes, which YAML takes for an alias or a tag.
    throw new DetectError(`${file}: ${error instanceof Error ? error.message.trimEnd() : String(error)}
Mend the file, with every glob in quotes, and run backlot-detect again.`)
  }
}

function stringsOf(value: unknown, place: string): string[] {
  if (!Array.isArray(value)) {
    throw new DetectError(`${place} is ${kindOf(value)}, expected a list of globs such as ["packages/*"].`)
  }
  return value.map((item: unknown, index) => {
    if (typeof item === 'string') return item
    throw new DetectError(`${place}[${index}] is ${kindOf(item)}, expected a glob such as "packages/*".`)
  })
}
