import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Plugin } from 'esbuild'
import { build, type Options } from 'tsup'
import { readSubpathImports, sourceOfImport } from './subpath-imports.ts'

/** The sources of files to build, by the path of the built file below the output folder, without its extension. */
export type Entries = Readonly<Record<string, string>>

/**
 * Packages that nearly every process loads, beside `yaml`, and those of certificates and of GraphQL. They are bundled,
 * as resolving their files takes longer than running them, and as `tslib`, loaded as a package, adds globals to the
 * user's process.
 */
const BUNDLED = /^(valibot|hono|graphql|@peculiar|asn1js|pvtsutils|pvutils|tslib)(\/|$)/

/** Parts of the core that few processes need: the YAML parser of seeds in files, and certificates. */
const LOADED_WHEN_NEEDED = new Set([
  'src/core/seed/seed-document.ts',
  'src/core/http/certificates.ts',
  'src/core/http/x509.ts',
])

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

/** Builds the modules of the package into `dist/`. What services share is one file. */
export async function buildModules(root: string, entries: Entries): Promise<void> {
  await build({
    ...SHARED,
    entry: absolute(root, entries),
    outDir: join(root, 'dist'),
    // Smaller files are parsed faster. Names and short lines stay, for stack traces.
    minifyWhitespace: true,
    minifySyntax: true,
    // `packagesOutside` says what is bundled.
    noExternal: [/.*/],
    esbuildPlugins: [builtinsWhenNeeded(root), jsonAsText, packagesOutside, await sharedInOneFile(root, entries)],
    esbuildOptions(options) {
      options.logLevel = 'warning'
      options.absWorkingDir = root
      options.chunkNames = 'chunks/[name]-[hash]'
      options.lineLimit = 160
      // package.json declares that the files have no side effects, so esbuild would drop the imports of
      // `sharedInOneFile`.
      options.ignoreAnnotations = true
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

function absolute(root: string, entries: Entries): Record<string, string> {
  return Object.fromEntries(Object.entries(entries).map(([output, source]) => [output, join(root, source)]))
}

/** The modules of `yaml`, whose entry for Node.js is CommonJS. */
const YAML = 'node_modules/yaml/browser/index.js'

const packagesOutside: Plugin = {
  name: 'packages-outside',
  setup({ onResolve, initialOptions: { absWorkingDir = '.' } }) {
    onResolve({ filter: /^yaml$/ }, () => ({ path: resolve(absWorkingDir, YAML) }))
    onResolve({ filter: /^[^./#]/ }, ({ path, kind }) =>
      kind === 'entry-point' || BUNDLED.test(path) ? undefined : { path, external: true },
    )
  },
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
      onResolve({ filter: /^node:/ }, ({ path }) =>
        used.has(path) ? { path, namespace: 'builtin' } : { path, external: true },
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
 * to read it.
 */
async function sharedInOneFile(root: string, entries: Entries): Promise<Plugin> {
  const files = sourcesIn(root, ['src/core', 'src/oauth', 'src/pages']).filter((file) => !LOADED_WHEN_NEEDED.has(file))
  const shared = [...files, 'src/compile-cache.ts'].map((file) => resolve(root, file))
  const imports = [...shared, ...(await builtinsOfFunctions(root))]
    .map((path) => `import ${JSON.stringify(path)}\n`)
    .join('')
  const loadedLater = sourcesIn(root, ['src']).flatMap((file) => importedLater(root, file))
  const sources = new Set([...Object.values(entries), ...loadedLater].map((file) => resolve(root, file)))
  return {
    name: 'shared-in-one-file',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path }) =>
        sources.has(path) ? { contents: await withImports(path, imports), loader: 'ts' } : undefined,
      )
    },
  }
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
