import { isMapping, readYaml } from '../actions/yaml-values.ts'

/** A package on which a repository depends. */
export interface Dependency {
  readonly ecosystem: Ecosystem
  readonly name: string
  /** Exact in lock files, else what the manifest asks for. */
  readonly version: string
  readonly scope: 'runtime' | 'development'
  /** The identifier of SPDX; null where the manifest does not say it. */
  readonly license: string | null
}

/** The ecosystems of manifests that are read. */
type Ecosystem = 'actions' | 'go' | 'npm' | 'pip' | 'rubygems' | 'rust'

/** The readers of manifests by the names of files, the most exact ones first. */
const READERS: readonly (readonly [name: RegExp, read: (text: string) => readonly Dependency[]])[] = [
  [/^package-lock\.json$|^npm-shrinkwrap\.json$/, readPackageLock],
  [/^package\.json$/, readPackageJson],
  [/^requirements(?:-\w+)?\.txt$/, readRequirements],
  [/^go\.mod$/, readGoMod],
  [/^Cargo\.lock$/, readCargoLock],
  [/^Gemfile\.lock$/, readGemfileLock],
]

/** Returns whether a path may be that of a manifest. */
export function isManifestPath(path: string): boolean {
  return readerOf(path) !== undefined
}

/** Returns the dependencies that a file lists; none for a file that cannot be read. */
export function dependenciesIn(path: string, text: string): readonly Dependency[] {
  try {
    return readerOf(path)?.(text) ?? []
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}

function readerOf(path: string) {
  if (/^\.github\/workflows\/[^/]+\.ya?ml$/.test(path)) return readWorkflow
  const name = path.slice(path.lastIndexOf('/') + 1)
  return READERS.find(([pattern]) => pattern.test(name))?.[1]
}

function dependency(ecosystem: Ecosystem, name: string, version: string, more: Partial<Dependency> = {}): Dependency {
  return { ecosystem, name, version, scope: 'runtime', license: null, ...more }
}

function readPackageLock(text: string): readonly Dependency[] {
  const lock: unknown = JSON.parse(text)
  const packages = isMapping(lock) && isMapping(lock['packages']) ? lock['packages'] : {}
  return Object.entries(packages).flatMap(([path, value]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    if (!path.includes('node_modules/') || !isMapping(value) || typeof value['version'] !== 'string') return []
    const scope = value['dev'] === true ? 'development' : 'runtime'
    const license = typeof value['license'] === 'string' ? value['license'] : null
    return [dependency('npm', name, value['version'], { scope, license })]
  })
}

function readPackageJson(text: string): readonly Dependency[] {
  const manifest: unknown = JSON.parse(text)
  const listed = (member: string, scope: Dependency['scope']): Dependency[] => {
    const group = isMapping(manifest) && isMapping(manifest[member]) ? manifest[member] : {}
    return Object.entries(group).flatMap(([name, range]) =>
      typeof range === 'string' ? [dependency('npm', name, range, { scope })] : [],
    )
  }
  return [...listed('dependencies', 'runtime'), ...listed('devDependencies', 'development')]
}

function readRequirements(text: string): readonly Dependency[] {
  return matchesOf(text, /^\s*([\w.-]+)(?:\[[\w,.-]*\])?\s*(?:==\s*([\w.!+-]+)|([<>~!][^#;\s]*))?/).map(
    ([, name = '', exact, range]) => dependency('pip', name, exact ?? range ?? ''),
  )
}

function readGoMod(text: string): readonly Dependency[] {
  return matchesOf(text, /^(?:require\s+|\t)([\w./~-]+\.[\w./~-]+)\s+(v[^\s/]+)/).map(([, name = '', version = '']) =>
    dependency('go', name, version.replace(/^v/, '')),
  )
}

function readCargoLock(text: string): readonly Dependency[] {
  return [...text.matchAll(/\[\[package\]\]\r?\nname = "([^"]+)"\r?\nversion = "([^"]+)"\r?\nsource = /g)].map(
    ([, name = '', version = '']) => dependency('rust', name, version),
  )
}

function readGemfileLock(text: string): readonly Dependency[] {
  return matchesOf(text, /^ {4}([\w.-]+) \(([\w.]+)[^)]*\)$/).map(([, name = '', version = '']) =>
    dependency('rubygems', name, version),
  )
}

/** The actions of other repositories that the jobs of a workflow use. */
function readWorkflow(text: string): readonly Dependency[] {
  const workflow = readYaml(text)
  const jobs = isMapping(workflow) && isMapping(workflow['jobs']) ? Object.values(workflow['jobs']) : []
  const steps = jobs.flatMap((job) =>
    isMapping(job) ? [job, ...(Array.isArray(job['steps']) ? job['steps'] : [])] : [],
  )
  return steps.flatMap((step: unknown) => {
    const uses = isMapping(step) && typeof step['uses'] === 'string' ? step['uses'] : ''
    const [, name, version] = /^([\w.-]+\/[\w.-]+(?:\/[\w./-]+)?)@(\S+)$/.exec(uses) ?? []
    return name === undefined || version === undefined ? [] : [dependency('actions', name, version)]
  })
}

function matchesOf(text: string, pattern: RegExp): RegExpExecArray[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const found = pattern.exec(line)
    return found === null ? [] : [found]
  })
}
