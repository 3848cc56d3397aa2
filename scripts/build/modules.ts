import { readdirSync, readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { join, resolve } from 'node:path'
import type { Plugin } from 'esbuild'
import { build, type Options } from 'tsup'
import { readSubpathImports, sourceOfImport } from './subpath-imports.ts'

/** The sources of files to build, by the path of the built file below the output folder, without its extension. */
export type Entries = Readonly<Record<string, string>>

/** Parts that few processes need: the YAML parser of seeds in files, certificates, and the inspector. */
const LOADED_WHEN_NEEDED =
  /^src\/(core\/(seed\/seed-document|http\/(certificates|x509)|inspection\/(events|inspect|inspector))\.ts$|pages\/inspector\/)/

/**
 * The modules that most test files need, whose services sleep: they are loaded without the code that makes instances.
 */
const LOADED_WITHOUT_INSTANCE =
  /^src\/(runners\/|cli\.ts$|cli\/main\.ts$|fixtures\/start-interception\.ts$|core\/http\/(certificates|x509)\.ts$)/

/** Options of every build. The declarations are made by `declarations.ts`: with `dts` tsup took 77 s for them. */
const SHARED: Options = {
  config: false,
  // Standard output belongs to the program that runs next; esbuild prints the warnings.
  silent: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: false,
  // `process.getBuiltinModule` and imports know the names with the prefix only.
  removeNodeProtocol: false,
}

/** A built file: its exports, and the paths of the files that are in it. */
export interface BuiltFile {
  readonly exports: readonly string[]
  readonly inputs: Readonly<Record<string, unknown>>
}

/**
 * Builds the modules of the package into `dist/`. What services share is one file. Returns what is known of each file,
 * by its path below the root.
 */
export async function buildModules(root: string, entries: Entries): Promise<Readonly<Record<string, BuiltFile>>> {
  await build({
    ...SHARED,
    entry: absolute(root, entries),
    outDir: join(root, 'dist'),
    metafile: true,
    // Smaller files are parsed faster. Names and short lines stay, for stack traces.
    minifyWhitespace: true,
    minifySyntax: true,
    // `packagesOutside` says what is bundled.
    noExternal: [/.*/],
    esbuildPlugins: [builtinsWhenNeeded(root), jsonAsText, packagesOutside(root), await sharedInOneFile(root, entries)],
    esbuildOptions(options) {
      options.logLevel = 'warning'
      // `sharedInOneFile` adds imports for the sake of the chunks; esbuild warns of those that have no effects.
      options.logOverride = { 'ignored-bare-import': 'silent' }
      options.absWorkingDir = root
      options.chunkNames = 'chunks/[name]-[hash]'
      options.lineLimit = 160
    },
  })
  const file = join(root, 'dist/metafile-esm.json')
  const { outputs }: { outputs: Readonly<Record<string, BuiltFile>> } = JSON.parse(await readFile(file, 'utf8'))
  await rm(file)
  return outputs
}

/**
 * Builds modules of the package that load without the code that the others share. The definition of a service, which
 * few of them need, is the one of the other modules.
 */
export async function buildAlone(root: string, entries: Entries): Promise<void> {
  await build({
    ...SHARED,
    entry: absolute(root, entries),
    outDir: join(root, 'dist'),
    minifyWhitespace: true,
    minifySyntax: true,
    esbuildPlugins: [servicesOutside],
    esbuildOptions(options) {
      options.logLevel = 'warning'
      options.packages = 'external'
      options.chunkNames = 'chunks/[name]-[hash]'
      options.lineLimit = 160
    },
  })
}

/** Builds programs of the project itself, which are no part of the package. */
export async function buildPrograms(root: string, outdir: string, entries: Entries): Promise<void> {
  await build({
    ...SHARED,
    entry: absolute(root, entries),
    outDir: join(root, outdir),
    esbuildOptions(options) {
      options.logLevel = 'warning'
      options.packages = 'external'
    },
  })
}

/** Leaves the definitions of services out of a build that has none: they are built as modules of the package. */
const servicesOutside: Plugin = {
  name: 'services-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^#[^/]+\/index\.ts$/ }, ({ path, kind }) =>
      kind === 'dynamic-import'
        ? { path: path.replace(/^#(.+)\/index\.ts$/, '../services/$1.js'), external: true }
        : undefined,
    )
  },
}

function absolute(root: string, entries: Entries): Record<string, string> {
  return Object.fromEntries(Object.entries(entries).map(([output, source]) => [output, join(root, source)]))
}

/** The modules of `yaml`, whose entry for Node.js is CommonJS. */
export const YAML = 'node_modules/yaml/browser/index.js'

/**
 * Bundles the packages that the sources import and that are no dependencies of the package: as part of a file they take
 * no time to find, and a user installs what is used of them only.
 */
function packagesOutside(root: string): Plugin {
  const { dependencies, peerDependencies }: Record<'dependencies' | 'peerDependencies', object> = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  // The types of a runner's own packages, and `next`, come with the user's runner or framework.
  const outside = new Set([...Object.keys(dependencies), ...Object.keys(peerDependencies), ...builtinModules])
  return {
    name: 'packages-outside',
    setup({ onResolve }) {
      onResolve({ filter: /^yaml$/ }, () => ({ path: resolve(root, YAML) }))
      onResolve({ filter: /^[^./#]/ }, ({ path, kind }) => {
        const [name = ''] = /^(?:@[^/]+\/)?[^/]+/.exec(path) ?? []
        return kind !== 'entry-point' && outside.has(name) ? { path, external: true } : undefined
      })
    },
  }
}

/**
 * Takes Node's own modules from `process.getBuiltinModule` when one of their functions is first called. An import loads
 * all of them at each start, with parts that nothing uses, such as TLS and Web Crypto, which takes a tenth of the time
 * of a start.
 */
function builtinsWhenNeeded(root: string): Plugin {
  const used = namesOfBuiltins(root)
  return {
    name: 'builtins-when-needed',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^node:/ }, ({ path, importer }) =>
        used.has(path) && !importer.includes('/node_modules/')
          ? { path, namespace: 'builtin' }
          : { path, external: true },
      )
      onLoad({ filter: /.*/, namespace: 'builtin' }, async ({ path }) => {
        const all: Readonly<Record<string, unknown>> = await import(path)
        const exported = [...(used.get(path) ?? [])].map((name) =>
          isPlainFunction(name, all[name])
            ? `export function ${name}(...given) { return load().${name}(...given) }\n`
            : `export const ${name} = load().${name}\n`,
        )
        const load = `let loaded\nfunction load() { return (loaded ??= process.getBuiltinModule('${path}')) }\n`
        return { contents: load + exported.join(''), loader: 'js' }
      })
    },
  }
}

/** Builds a JSON file into a call of `JSON.parse`, which takes a fraction of the time of the same object as code. */
const jsonAsText: Plugin = {
  name: 'json-as-text',
  setup({ onLoad }) {
    onLoad({ filter: /\.json$/ }, async ({ path }) => {
      const compact: string = JSON.stringify(JSON.parse(await readFile(path, 'utf8')))
      return { contents: `export default JSON.parse(${JSON.stringify(compact)})`, loader: 'js' }
    })
  },
}

/** Returns the names that the sources import from Node's own modules, by module. */
function namesOfBuiltins(root: string): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const file of sourcesIn(root, ['src', 'scripts'])) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const [, list = '', path = ''] of text.matchAll(/^import \{([^}]+)\} from '(node:[^']+)'/gm)) {
      const names = list.split(',').map((each) => each.trim().split(' as ')[0] ?? '')
      const values = names.filter((name) => name !== '' && !name.startsWith('type '))
      found.set(path, new Set([...(found.get(path) ?? []), ...values]))
    }
  }
  return found
}

/**
 * Returns Node's own modules of which the sources import functions only: until one is called, nothing loads the module.
 */
async function builtinsOfFunctions(root: string): Promise<string[]> {
  const found: string[] = []
  for (const [path, names] of namesOfBuiltins(root)) {
    const all: Readonly<Record<string, unknown>> = await import(path)
    if ([...names].every((name) => isPlainFunction(name, all[name]))) found.push(path)
  }
  return found
}

/** Returns whether an export is a function that is called without `new`. */
function isPlainFunction(name: string, value: unknown): boolean {
  return typeof value === 'function' && /^[a-z]/.test(name)
}

/**
 * Makes every entry, and every file that is imported when it is needed, import everything that services share, so that
 * esbuild puts it into one file. It would split it into a dozen, and a start takes longer to find and link a file than
 * to read it. What is loaded without an instance is a second file, for the same reason.
 */
async function sharedInOneFile(root: string, entries: Entries): Promise<Plugin> {
  const files = sourcesIn(root, ['src/core', 'src/oauth', 'src/pages']).filter((file) => !LOADED_WHEN_NEEDED.test(file))
  const loadedLater = sourcesIn(root, ['src']).flatMap((file) => importedLater(root, file))
  const loaded = [...new Set([...Object.values(entries), ...loadedLater])]
  const first = loaded.filter((file) => LOADED_WITHOUT_INSTANCE.test(file))
  const light = new Set(importedBy(root, first))
  const needed = [...light].filter((file) => files.includes(file))
  const builtins = await builtinsOfFunctions(root)
  const lines = (paths: readonly string[]): string => paths.map((path) => `import ${JSON.stringify(path)}\n`).join('')
  const always = lines([...needed, 'src/compile-cache.ts'].map((file) => resolve(root, file))) + lines(builtins)
  const all = always + lines(files.map((file) => resolve(root, file)))
  const ofServices = new Map(
    loaded.flatMap((file) => {
      const [, folder] = /^(src\/services\/[^/]+\/)index\.ts$/.exec(file) ?? []
      return folder === undefined ? [] : [[folder, importedBy(root, [file]).filter((each) => each.startsWith(folder))]]
    }),
  )
  /** The files that the service of a file has loaded before it: one file of its own too. */
  const before = (file: string): string => {
    const [folder = ''] = /^src\/services\/[^/]+\//.exec(file) ?? []
    return lines((ofServices.get(folder) ?? []).map((each) => resolve(root, each)))
  }
  const imports = new Map(loaded.map((file) => [resolve(root, file), light.has(file) ? always : all + before(file)]))
  return {
    name: 'shared-in-one-file',
    setup({ onLoad, onResolve }) {
      // package.json declares that the files have no side effects, so esbuild would drop the added imports.
      onResolve({ filter: /^\// }, ({ path, kind }) =>
        kind === 'import-statement' ? { path, sideEffects: true } : undefined,
      )
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const added = imports.get(path)
        return added === undefined ? undefined : { contents: await withImports(path, added), loader: 'ts' }
      })
    },
  }
}

/** Returns the sources that these import when they are loaded, themselves and through others. */
function importedBy(root: string, files: readonly string[]): string[] {
  const subpaths = readSubpathImports(root)
  const found = new Set(files)
  // A set that grows while it is read gives what was added too.
  for (const file of found) {
    const imports = readFileSync(join(root, file), 'utf8').matchAll(
      /^(?:import|export) (?!type )[^'"]*?from '([.#][^']+\.ts)'/gm,
    )
    for (const [, path = ''] of imports) found.add(sourceOfImport(subpaths, file, path))
  }
  return [...found]
}

/** Returns the paths of the sources in these folders, from the root, without tests. */
function sourcesIn(root: string, folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file) && !file.startsWith('testkit'))
      .map((file) => join(folder, file)),
  )
}

/** Returns the files that a source imports when they are needed: `await import('./thread.ts')`. */
function importedLater(root: string, file: string): string[] {
  const subpaths = readSubpathImports(root)
  const found = readFileSync(join(root, file), 'utf8').matchAll(/[^.\w]import\('([.#][^']+)'\)/g)
  return [...found].map(([, path = '']) => sourceOfImport(subpaths, file, path))
}

async function withImports(path: string, imports: string): Promise<string> {
  const source = await readFile(path, 'utf8')
  // The line that names a program's interpreter stays the first.
  const [, hashbang = '', rest = ''] = /^(#!.*\n)?([^]*)$/.exec(source) ?? []
  return hashbang + imports + rest
}
