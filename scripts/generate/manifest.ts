/** A module of the package. */
export interface Entry {
  /** The path that users import, below the package's name: `.`, `./services/codehost`, `./vitest` */
  readonly subpath: string
  /** The built file below `dist/`, without its extension. */
  readonly output: string
  readonly source: string
}

/** The modules of the package that do not depend on its services. */
const FIXED: readonly Entry[] = [
  { subpath: './adapter', output: 'adapter/index', source: 'src/adapter/index.ts' },
  { subpath: './intercept', output: 'intercept/register', source: 'src/intercept/register.ts' },
  { subpath: './vitest', output: 'vitest/index', source: 'src/runners/vitest/index.ts' },
  { subpath: './vitest/global-setup', output: 'vitest/global-setup', source: 'src/runners/vitest/global-setup.ts' },
  { subpath: './vitest/setup', output: 'vitest/setup', source: 'src/runners/vitest/setup.ts' },
  { subpath: './jest', output: 'jest/index', source: 'src/runners/jest/index.ts' },
  { subpath: './jest/jsdom', output: 'jest/jsdom', source: 'src/runners/jest/jsdom.ts' },
  { subpath: './playwright', output: 'playwright/index', source: 'src/runners/playwright/index.ts' },
]

/** The modules that users import as modules only: Vitest loads them by their path. */
const MODULES_ONLY: readonly string[] = ['./vitest/global-setup', './vitest/setup']

/**
 * The outputs that load Vitest, whose modules CommonJS cannot load in each of its pools. One of them waits while it is
 * loaded, so that it has no CommonJS at all.
 */
export const LOADS_VITEST = { always: 'vitest/setup', inTests: 'vitest/index' } as const

/** The module that bundlers for other runtimes than Node.js take in place of `./adapter`, to refuse with a sentence. */
export const EDGE: Entry = { subpath: './adapter', output: 'adapter/edge', source: 'src/adapter/edge.ts' }

/** Returns true when users may load the module with `require`. */
function hasCommonJs({ subpath }: Entry): boolean {
  return !MODULES_ONLY.includes(subpath)
}

/** Returns every module of the package, with one for each of these services. */
export function entries(services: readonly string[]): readonly Entry[] {
  return [
    { subpath: '.', output: 'index', source: 'src/index.ts' },
    ...services.map((id) => ({
      subpath: `./services/${id}`,
      output: `services/${id}`,
      source: `src/services/${id}/index.ts`,
    })),
    ...FIXED,
  ]
}

/** The folders of `src/` that other folders import by a subpath: `#core/clock.ts`. Every service has one too. */
const ROOMS: readonly string[] = [
  'adapter',
  'cli',
  'core',
  'fixtures',
  'intercept',
  'oauth',
  'pages',
  'persistence',
  'runners',
  'sleeping',
  'testkit',
  'thread',
]

/** Returns the package's manifest with `imports`, `exports` and `typesVersions` for these services. */
export function manifest(text: string, services: readonly string[]): string {
  const before: Record<string, unknown> = JSON.parse(text)
  const modules = entries(services)
  const typesVersions = {
    '*': Object.fromEntries(
      modules
        .filter(({ subpath }) => subpath !== '.')
        .map(({ subpath, output }) => [subpath.slice(2), [`./dist/${output}.d.ts`]]),
    ),
  }
  const exports = {
    ...Object.fromEntries(modules.map((entry) => [entry.subpath, conditions(entry)])),
    './schema.json': './schema.json',
    './package.json': './package.json',
  }
  const imports = {
    '#emulator.ts': './src/emulator.ts',
    ...Object.fromEntries(ROOMS.map((room) => [`#${room}/*`, `./src/${room}/*`])),
    ...Object.fromEntries(services.map((id) => [`#${id}/*`, `./src/services/${id}/*`])),
  }
  // A repeated key keeps its place in the object.
  return `${JSON.stringify({ ...before, imports, typesVersions, exports }, null, 2)}\n`
}

function conditions(entry: Entry): object {
  const file = `./dist/${entry.output}`
  if (!hasCommonJs(entry)) return { types: `${file}.d.ts`, default: `${file}.js` }
  const declarations = entry.source.replace(/^src\//, './dist/types/').replace(/\.ts$/, '.d.cts')
  return {
    // The names of such runtimes: those of Vercel, and of Cloudflare.
    ...(entry.subpath === EDGE.subpath
      ? { 'edge-light': `./dist/${EDGE.output}.js`, workerd: `./dist/${EDGE.output}.js` }
      : {}),
    import: { types: `${file}.d.ts`, default: `${file}.js` },
    require: { types: declarations, default: `${file}.cjs` },
    // For tools that name neither condition.
    default: `${file}.js`,
  }
}
