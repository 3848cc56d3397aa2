import { existsSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'
import mappings from '../../../mappings.json' with { type: 'json' }
import { DetectError } from '../../../scripts/detect/detect-error.ts'
import { matchDependencies } from '../../../scripts/detect/match.ts'
import { readManifests } from '../../../scripts/detect/read-manifests.ts'
import { findSeedFile } from '../../config-file.ts'
import type { CommandLine } from '../flags.ts'
import type { Startable, Surroundings } from '../surroundings.ts'
import { UsageError } from '../usage-error.ts'
import { findingAt, type CheckedFile } from './checked-file.ts'
import { checkClients } from './clients.ts'
import type { Finding } from './finding.ts'
import { checkInterceptors } from './interceptors.ts'
import { checkBasePorts, checkPorts } from './ports.ts'
import { factsOf, readPackages, scriptsOf, type ProjectPackage } from './project.ts'
import { checkGlobalSetup, checkResets, startsCommand } from './resets.ts'
import { checkSeed, checkServices, sectionsOf, type Used } from './seed.ts'
import { bare, literalOf, nameOf, type Node } from './syntax.ts'
import { checkVariables } from './variables.ts'
import { checkVersions } from './versions.ts'

/**
 * Reads a project and prints what would not work, each finding with the line to write.
 *
 * @returns the exit code: 1 when something is wrong.
 * @throws UsageError for a folder without a package.json.
 */
export async function doctor(line: CommandLine, { cwd, services, stdout }: Surroundings): Promise<number> {
  const findings = await diagnose(cwd, services)
  if (line.has('json')) stdout(`${JSON.stringify({ findings }, null, 2)}\n`)
  else stdout(findings.length === 0 ? 'nothing is wrong\n' : findings.map(textOf).join('\n'))
  return findings.some(({ kind }) => kind === 'problem') ? 1 : 0
}

async function diagnose(root: string, services: readonly Startable[]): Promise<Finding[]> {
  const { folders, used } = await readDependencies(root)
  const packages = await readPackages(root, folders)
  const seeds = packages.flatMap((each) => seedsOf(root, each))
  const present = [...new Set(seeds.flatMap(({ path }) => (existsSync(path) ? [path] : [])))]
  const seeded = new Set([...present.flatMap((file) => sectionsOf(file, services)), ...packages.flatMap(inlineSeeds)])
  const served = services.filter(({ id }) => seeded.has(id))
  const scripts = packages.flatMap(({ json }) => scriptsOf(json))
  const mistakes = await Promise.all(present.map((file) => checkSeed(root, file, services)))
  const wanted = new Set([...seeded, ...used.map(({ service }) => service)])
  return [
    ...folders.flatMap((folder) => checkVersions(root, folder)),
    ...checkServices(seeds.find(({ path }) => existsSync(path))?.name ?? null, seeded, used, services),
    ...seeds.flatMap(({ path, missing }) => (missing === null || existsSync(path) ? [] : [missing])),
    ...mistakes.flat(),
    ...(await checkPorts(served, scripts.some(startsCommand))),
    ...(await checkBasePorts(packages.flatMap(({ files, json }) => [...files, ...json]))),
    ...packages.flatMap((each) => checkPackage(each, packages, wanted)),
  ]
}

/** Runs the checks of code in one package of the project. */
function checkPackage(own: ProjectPackage, all: readonly ProjectPackage[], services: ReadonlySet<string>): Finding[] {
  const facts = factsOf(own, all, services)
  const setups = globalSetupsOf(own)
  return [
    ...own.unreadable.map((file): Finding => {
      const message = 'the file was not read, as it cannot be parsed'
      return { check: 'clients', kind: 'note', file, line: null, message, fix: `correct ${file}` }
    }),
    ...own.files.flatMap((file) => [
      ...checkClients(file, facts),
      ...checkVariables(file, facts),
      ...checkInterceptors(file, facts),
      ...checkResets(file, facts),
      ...(setups.has(withoutExtension(file.syntax.path)) ? checkGlobalSetup(file, facts) : []),
    ]),
  ]
}

/** Returns the folders of a project's packages, and the vendors' packages that they use. */
async function readDependencies(root: string): Promise<{ folders: string[]; used: readonly Used[] }> {
  try {
    const manifests = await readManifests(root)
    const folders = manifests.map(({ path }) => posix.dirname(path)).map((folder) => (folder === '.' ? '' : folder))
    return { folders, used: matchDependencies(manifests, mappings).matched }
  } catch (error) {
    if (!(error instanceof DetectError)) throw error
    // Its advice names the command that it was written for, and a flag that this one does not have.
    const [problem = '', advice = ''] = error.message.trimEnd().split('\n')
    const here = advice.replace(', or name it: backlot-detect --cwd <directory>', '.')
    throw new UsageError(`${problem}\n${here.replaceAll('backlot-detect', 'backlot doctor')}`.trimEnd())
  }
}

/** A file that instances begin with. */
interface SeedFile {
  /** The absolute path. */
  readonly path: string
  readonly name: string
  /** The finding where there is no such file; null for one that was found by its name. */
  readonly missing: Finding | null
}

/** Returns the seeds of a package: the file with a usual name, and those that options name. */
function seedsOf(root: string, { folder, files, json }: ProjectPackage): SeedFile[] {
  const usual = findSeedFile(join(root, folder))
  const named = [...files, ...json].filter(hasOptions).flatMap((file) =>
    file.syntax.nodes.flatMap(({ node }) => {
      const value = seedIn(node)
      const name = literalOf(value)
      if (value === null || name === null || !/\.(ya?ml|json)$/.test(name)) return []
      const missing = findingAt(
        file,
        value,
        'seed',
        `there is no file ${name}`,
        `npx backlot init > ${posix.join(folder, name)}`,
      )
      return [{ path: resolve(root, folder, name), name: posix.join(folder, name), missing }]
    }),
  )
  const found = usual === undefined ? [] : [{ path: usual, name: posix.relative(root, usual), missing: null }]
  return [...found, ...named]
}

/** Returns the services of the seeds that options have as objects. */
function inlineSeeds({ files, json }: ProjectPackage): string[] {
  return [...files, ...json].filter(hasOptions).flatMap(({ syntax }) =>
    syntax.nodes.flatMap(({ node }) => {
      const value = seedIn(node)
      return value?.type === 'ObjectExpression' ? value.properties.flatMap((each) => nameOf(each) ?? []) : []
    }),
  )
}

function seedIn(node: Node): Node | null {
  return node.type === 'ObjectProperty' && nameOf(node) === 'seed' ? bare(node.value) : null
}

/** Returns whether a file may have options of backlot. */
function hasOptions({ syntax, origins, isConfiguration }: CheckedFile): boolean {
  return (
    isConfiguration || syntax.path.endsWith('.json') || [...origins.packages].some((name) => /^backlot\b/.test(name))
  )
}

/** Returns the files that a runner calls before all tests, without their extensions. */
function globalSetupsOf({ folder, files, json }: ProjectPackage): ReadonlySet<string> {
  const named = [...files.filter(({ isConfiguration }) => isConfiguration), ...json].flatMap(({ syntax }) =>
    syntax.nodes.flatMap(({ node }) => {
      if (node.type !== 'ObjectProperty' || nameOf(node) !== 'globalSetup') return []
      const value = bare(node.value)
      const all = value?.type === 'ArrayExpression' ? value.elements : [value]
      return all.flatMap((each) => literalOf(each) ?? [])
    }),
  )
  return new Set(named.map((name) => withoutExtension(posix.join(folder, name.replace('<rootDir>', '.')))))
}

function withoutExtension(path: string): string {
  return path.replace(/\.[cm]?[jt]sx?$/, '')
}

function textOf({ kind, file, line, message, fix }: Finding): string {
  const place = file === null ? '' : `${file}${line === null ? '' : `:${line}`}: `
  // A message about a seed begins with its own place.
  const shown = file !== null && message.includes(file) ? message : `${place}${message}`
  return `${kind === 'note' ? 'note: ' : ''}${shown}\n  ${fix}\n`
}
