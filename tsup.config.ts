import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { defineConfig, type Options } from 'tsup'

const shared: Options = {
  target: 'node20',
  platform: 'node',
  outDir: 'dist',
  sourcemap: false,
  // Runners are the user's own: a second copy of one would not know the first.
  external: ['vitest', 'vite', '@playwright/test', /^jest-environment-/, /^@jest\//],
}

// `Symbol.asyncDispose` is in the types, and neither the usual targets of users nor, from TypeScript 6, Node's types bring it.
const banner = '/// <reference lib="esnext.disposable" />'

const modules = {
  index: 'src/index.ts',
  'services/cloud': 'src/services/cloud/index.ts',
  'services/codehost': 'src/services/codehost/index.ts',
  'services/deployhost': 'src/services/deployhost/index.ts',
  'services/mail': 'src/services/mail/index.ts',
  'services/oidc-a': 'src/services/oidc-a/index.ts',
  'services/oidc-b': 'src/services/oidc-b/index.ts',
  'services/oidc-c': 'src/services/oidc-c/index.ts',
  'services/oidc-d': 'src/services/oidc-d/index.ts',
  'jest/index': 'src/runners/jest/index.ts',
  'jest/jsdom': 'src/runners/jest/jsdom.ts',
  'playwright/index': 'src/runners/playwright/index.ts',
  'vitest/index': 'src/runners/vitest/index.ts',
  'vitest/global-setup': 'src/runners/vitest/global-setup.ts',
  'vitest/setup': 'src/runners/vitest/setup.ts',
}

const esm = {
  ...modules,
  // A worker thread runs modules whatever its parent is.
  'thread/worker': 'src/thread/worker.ts',
  cli: 'src/cli.ts',
  'detect-deps': 'scripts/detect-deps.ts',
}

// What the project itself runs.
const buildTools = {
  'build-schema': 'scripts/build-schema.ts',
  commonjs: 'scripts/commonjs.ts',
  'operations-table': 'scripts/operations-table.ts',
  'ensure-browser': 'scripts/ensure-browser.ts',
  'test-matrix': 'scripts/test-matrix.ts',
  bench: 'bench/run.ts',
  'bench-server': 'bench/server.ts',
}

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

// It brings in a parser that only seeds in files need.
const LOADED_WHEN_NEEDED = new Set(['seed-document.ts'])

/**
 * Has every entry reach all of what services share, so that it is one file: split by who needs what it would be a dozen, and
 * to find and link a file costs a start more than to read it.
 */
const sharedInOneFile: Plugin = {
  name: 'shared-in-one-file',
  setup(build) {
    const entries = new Set(Object.values(esm).map((file) => resolve(file)))
    const files = ['src/core', 'src/oauth', 'src/pages'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file) && !LOADED_WHEN_NEEDED.has(file))
        .map((file) => resolve(join(folder, file))),
    )
    const imports = files.map((file) => `import ${JSON.stringify(file)}\n`).join('')
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) =>
      entries.has(path) ? { contents: await withImports(path, imports), loader: 'ts' } : undefined,
    )
  },
}

async function withImports(path: string, imports: string): Promise<string> {
  const source = await readFile(path, 'utf8')
  // The line that names a program's interpreter stays the first.
  const [, hashbang = '', rest = ''] = /^(#!.*\n)?([^]*)$/.exec(source) ?? []
  return hashbang + imports + rest
}

export default defineConfig([
  {
    ...shared,
    format: 'esm',
    splitting: true,
    clean: true,
    esbuildPlugins: [sharedInOneFile],
    // The package says that its files do nothing when they are imported; these imports are there for where they put them.
    esbuildOptions: (options) => {
      options.ignoreAnnotations = true
    },
    entry: esm,
    dts: { entry: modules, banner },
  },
  // Not part of the package.
  { ...shared, format: 'esm', outDir: 'node_modules/.cache/backlot', entry: buildTools, external: ['esbuild'] },
])
