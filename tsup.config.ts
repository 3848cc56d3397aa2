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

const both = {
  index: 'src/index.ts',
  'services/codehost': 'src/services/codehost/index.ts',
  'services/deployhost': 'src/services/deployhost/index.ts',
  'services/mail': 'src/services/mail/index.ts',
  'services/oidc-a': 'src/services/oidc-a/index.ts',
  'jest/index': 'src/runners/jest/index.ts',
  'jest/jsdom': 'src/runners/jest/jsdom.ts',
  'playwright/index': 'src/runners/playwright/index.ts',
}

const modules = {
  ...both,
  'vitest/index': 'src/runners/vitest/index.ts',
  'vitest/global-setup': 'src/runners/vitest/global-setup.ts',
  'vitest/setup': 'src/runners/vitest/setup.ts',
}

// What the project itself runs.
const buildTools = {
  'build-schema': 'scripts/build-schema.ts',
  'operations-table': 'scripts/operations-table.ts',
  'ensure-browser': 'scripts/ensure-browser.ts',
  'test-matrix': 'scripts/test-matrix.ts',
  bench: 'bench/run.ts',
  'bench-server': 'bench/server.ts',
}

export default defineConfig([
  {
    ...shared,
    format: 'esm',
    splitting: true,
    clean: true,
    entry: {
      ...modules,
      // A worker thread runs modules whatever its parent is.
      'thread/worker': 'src/thread/worker.ts',
      cli: 'src/cli.ts',
      'detect-deps': 'scripts/detect-deps.ts',
    },
    dts: { entry: modules, banner },
  },
  { ...shared, format: 'cjs', splitting: false, entry: both, dts: { entry: both, banner } },
  // Not part of the package.
  { ...shared, format: 'esm', outDir: 'node_modules/.cache/backlot', entry: buildTools },
])
