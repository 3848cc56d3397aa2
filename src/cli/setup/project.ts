import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import mappings from '../../../mappings.json' with { type: 'json' }
import { DetectError } from '../../../scripts/detect/detect-error.ts'
import { extendConfig } from '../../../scripts/detect/extend-config.ts'
import { findingsOf } from '../../../scripts/detect/findings.ts'
import { matchDependencies } from '../../../scripts/detect/match.ts'
import { readManifests } from '../../../scripts/detect/read-manifests.ts'
import { catalog } from '../../catalog.ts'
import { findSeedFile } from '../../config-file.ts'
import { UsageError } from '../usage-error.ts'
import { configurationOf, extensionOf, firstTest, type Runner } from './first-test.ts'
import type { PlannedFile } from './planned-file.ts'

/** A project as the wizard finds it. */
export interface Project {
  readonly root: string
  /** The services that the project's dependencies call. */
  readonly services: readonly string[]
  /** The test runners of the root's package.json, or of the folders above. */
  readonly runners: readonly Runner[]
}

/** The choices of the user. */
export interface Choices {
  readonly services: readonly string[]
  readonly runner: Runner
}

/**
 * Reads a project.
 *
 * @throws UsageError for a folder without a package.json, and for a broken one.
 */
export async function readProject(root: string): Promise<Project> {
  try {
    const manifests = await readManifests(root)
    const { services, runners } = await findingsOf(root, manifests, matchDependencies(manifests, mappings), catalog)
    return { root, services, runners: [...new Set(runners.map(({ runner }) => runner))] }
  } catch (error) {
    throw error instanceof DetectError ? new UsageError(error.message.trimEnd()) : error
  }
}

/** Returns the files that a project lacks: dependency, configuration of the runner, seed and first test. */
export async function plannedFiles(
  root: string,
  { services, runner }: Choices,
  version: string,
): Promise<PlannedFile[]> {
  const usesTypeScript = existsSync(join(root, 'tsconfig.json'))
  const configuration = isConfigured(root, runner) ? null : configurationOf(runner, services, usesTypeScript)
  const [first = ''] = services
  const suffix = runner === 'playwright' ? 'spec' : 'test'
  const folder = ['tests', 'test', '__tests__', 'e2e'].find((name) => existsSync(join(root, name))) ?? 'tests'
  const test = `${folder}/backlot.${suffix}.${extensionOf(runner, usesTypeScript)}`
  const planned = [
    manifestWith(root, version),
    await seedWith(root, services),
    ...(configuration === null ? [] : [fileOf(root, configuration.path, configuration.text)]),
    fileOf(root, test, firstTest(runner, first)),
  ]
  return planned.filter(({ before, after }) => before !== after)
}

/** The files that configure each runner. */
const CONFIGURATIONS: Readonly<Record<Runner, RegExp>> = {
  vitest: /^vite(st)?(\.config|\.workspace)\.[cm]?[jt]s$/,
  jest: /^jest\.config\.(json|[cm]?[jt]s)$/,
  playwright: /^playwright\.config\.[cm]?[jt]s$/,
}

/** Returns whether a runner has a configuration, which stays as it is. */
function isConfigured(root: string, runner: Runner): boolean {
  const extensions = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs', 'json']
  const names = ['vitest.config', 'vite.config', 'vitest.workspace', 'jest.config', 'playwright.config'].flatMap(
    (name) => extensions.map((extension) => `${name}.${extension}`),
  )
  if (names.some((name) => CONFIGURATIONS[runner].test(name) && existsSync(join(root, name)))) return true
  return runner === 'jest' && 'jest' in (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as object) // it has been read before
}

function fileOf(root: string, path: string, after: string): PlannedFile {
  return { path, before: textAt(root, path), after, extends: false }
}

function textAt(root: string, path: string): string | null {
  const file = join(root, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

/** The package.json with backlot among the packages for development. */
function manifestWith(root: string, version: string): PlannedFile {
  const before = textAt(root, 'package.json') ?? '{}'
  const manifest = JSON.parse(before) as Readonly<Record<string, Readonly<Record<string, string>> | undefined>> // as npm reads it
  const { dependencies, devDependencies } = manifest
  if (dependencies?.['backlot'] !== undefined || devDependencies?.['backlot'] !== undefined) {
    return { path: 'package.json', before, after: before, extends: true }
  }
  const names = Object.entries({ ...devDependencies, backlot: `^${version}` })
  const sorted = Object.fromEntries(names.toSorted(([one], [other]) => (one < other ? -1 : 1)))
  const indent = /^([ \t]+)"/m.exec(before)?.[1] ?? '  '
  const after = `${JSON.stringify({ ...manifest, devDependencies: sorted }, null, indent)}\n`
  return { path: 'package.json', before, after, extends: true }
}

/** The seed with a section for each service; a seed in a file of another name stays as it is. */
async function seedWith(root: string, services: readonly string[]): Promise<PlannedFile> {
  const path = 'backlot.config.yaml'
  const file = findSeedFile(root)
  if (file === undefined) return { path, before: null, after: await catalog.starter(services), extends: true }
  const before = readFileSync(file, 'utf8')
  const own = file === join(root, path) ? (await extendConfig(before, services, catalog, file)).text : before
  return { path, before, after: own, extends: true }
}
