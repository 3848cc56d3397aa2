import { join, posix, resolve } from 'node:path'
import { glob } from 'tinyglobby'
import { parse } from 'yaml'
import { DetectError } from './detect-error.ts'
import { isPresent, readTextIfPresent } from './files.ts'
import { isRecord, kindOf, parseJsonText } from './json-text.ts'

/** Returns the workspace globs of a package.json: `workspaces` of npm, Yarn and Bun, as a list or as `{ packages }`. */
export function globsOfManifest(manifest: Readonly<Record<string, unknown>>, file: string): string[] {
  const { workspaces } = manifest
  if (workspaces === undefined) return []
  if (!isRecord(workspaces)) return stringsOf(workspaces, `${file}: "workspaces"`)
  // Yarn 1 accepts an object without packages, for its nohoist option.
  return workspaces['packages'] === undefined ? [] : stringsOf(workspaces['packages'], `${file}: "workspaces.packages"`)
}

/**
 * Returns the globs of a root's other workspace files: `pnpm-workspace.yaml`, `lerna.json`, and `nx.json`, whose
 * projects are the directories that have a `project.json`.
 *
 * @throws DetectError when one of them cannot be parsed, or its `packages` is not a list of strings.
 */
export async function globsOfRoot(root: string): Promise<string[]> {
  return [...(await globsOfPnpm(root)), ...(await globsOfLerna(root)), ...(await directoriesOfNx(root))]
}

async function globsOfPnpm(root: string): Promise<string[]> {
  const file = 'pnpm-workspace.yaml'
  const text = await readTextIfPresent(join(root, file), file)
  if (text === undefined) return []
  const content = parseYaml(text, file)
  if (!isRecord(content) || content['packages'] === undefined) return []
  return stringsOf(content['packages'], `${file}: "packages"`)
}

async function globsOfLerna(root: string): Promise<string[]> {
  const file = 'lerna.json'
  const text = await readTextIfPresent(join(root, file), file)
  if (text === undefined) return []
  const content = parseJsonText(text, file)
  if (!isRecord(content) || content['packages'] === undefined) return []
  return stringsOf(content['packages'], `${file}: "packages"`)
}

async function directoriesOfNx(root: string): Promise<string[]> {
  if (!(await isPresent(join(root, 'nx.json')))) return []
  const projects = await glob(['**/project.json'], { cwd: root, ignore: IGNORED, expandDirectories: false })
  return projects.map((file) => posix.dirname(file)).toSorted()
}

/** Directories that no workspace glob enters. */
const IGNORED = ['**/node_modules/**']

/**
 * Returns the directories that workspace globs match, in the order of the globs, each once. A glob that begins with `!`
 * removes its matches wherever it stands in the list, as in pnpm and Yarn.
 */
export async function memberDirectories(root: string, globs: readonly string[]): Promise<string[]> {
  const excluded = globs.filter((each) => each.startsWith('!')).map((each) => normalized(each.slice(1)))
  const members = new Set<string>()
  for (const pattern of globs.filter((each) => !each.startsWith('!')).map(normalized)) {
    const found = await glob([pattern], {
      cwd: root,
      onlyDirectories: true,
      expandDirectories: false,
      // A link may lead back up, and `**` would follow it without end.
      followSymbolicLinks: !pattern.includes('**'),
      ignore: [...IGNORED, ...excluded],
    })
    for (const directory of found.toSorted()) members.add(resolve(root, directory))
  }
  return [...members]
}

/** Removes what package managers accept beside a plain glob: `./` in front, a slash at the end, Windows separators. */
function normalized(pattern: string): string {
  const path = posix.normalize(pattern.replaceAll('\\', '/'))
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

function parseYaml(text: string, file: string): unknown {
  try {
    const content: unknown = parse(text)
    return content
  } catch (error) {
    // The usual mistake is a glob without quotes, which YAML reads as an alias or a tag.
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
