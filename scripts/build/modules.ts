import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build, type BuildOptions, type Plugin } from 'esbuild'

/** A file to build: its path below the output folder, without an extension, and its source. */
export type Entries = Readonly<Record<string, string>>

/** What every process that starts an instance loads. It is bundled, as resolving its files costs more than running them. */
const BUNDLED = /^(valibot|hono)(\/|$)/

/** `seed-document.ts` brings in a YAML parser that only seeds in files need. */
const LOADED_WHEN_NEEDED = new Set(['seed-document.ts'])

const SHARED: BuildOptions = {
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  logLevel: 'warning',
}

/** Builds the modules of the package into `dist/`. What services share is one file. */
export async function buildModules(root: string, entries: Entries): Promise<void> {
  await build({
    ...SHARED,
    absWorkingDir: root,
    outdir: 'dist',
    entryPoints: { ...entries },
    chunkNames: 'chunks/[name]-[hash]',
    // Half of the size, and so of the time to parse it; names and short lines stay, for stack traces.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 160,
    // The package says that its files do nothing when they are imported; the imports of `sharedInOneFile` are there for where
    // they put those files.
    ignoreAnnotations: true,
    plugins: [packagesOutside, sharedInOneFile(root, entries)],
  })
}

/** Builds programs of the project itself, which are no part of the package. */
export async function buildPrograms(root: string, outdir: string, entries: Entries): Promise<void> {
  await build({ ...SHARED, absWorkingDir: root, outdir, entryPoints: { ...entries }, packages: 'external' })
}

const packagesOutside: Plugin = {
  name: 'packages-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || BUNDLED.test(path) ? undefined : { path, external: true },
    )
  },
}

/**
 * Makes every entry reach all that services share, so that it is one file: split by which entries need which part it would be a
 * dozen files, and to find and link a file takes longer at a start than to read it.
 */
function sharedInOneFile(root: string, entries: Entries): Plugin {
  const files = ['src/core', 'src/oauth', 'src/pages'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file) && !LOADED_WHEN_NEEDED.has(file))
      .map((file) => resolve(root, folder, file)),
  )
  const imports = files.map((file) => `import ${JSON.stringify(file)}\n`).join('')
  const sources = new Set(Object.values(entries).map((file) => resolve(root, file)))
  return {
    name: 'shared-in-one-file',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path }) =>
        sources.has(path) ? { contents: await withImports(path, imports), loader: 'ts' } : undefined,
      )
    },
  }
}

async function withImports(path: string, imports: string): Promise<string> {
  const source = await readFile(path, 'utf8')
  // The line that names a program's interpreter stays the first.
  const [, hashbang = '', rest = ''] = /^(#!.*\n)?([^]*)$/.exec(source) ?? []
  return hashbang + imports + rest
}
