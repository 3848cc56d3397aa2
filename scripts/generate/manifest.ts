/** A module of the package: what is imported, the file that it is built to, and the file below `src/` that it is built from. */
export interface Entry {
  /** `.`, `./services/codehost`, `./vitest` */
  readonly subpath: string
  /** The built file below `dist/`, without its extension. */
  readonly output: string
  readonly source: string
}

/** The modules of the package that do not follow from its services. */
const FIXED: readonly Entry[] = [
  { subpath: './vitest', output: 'vitest/index', source: 'src/runners/vitest/index.ts' },
  { subpath: './vitest/global-setup', output: 'vitest/global-setup', source: 'src/runners/vitest/global-setup.ts' },
  { subpath: './vitest/setup', output: 'vitest/setup', source: 'src/runners/vitest/setup.ts' },
  { subpath: './jest', output: 'jest/index', source: 'src/runners/jest/index.ts' },
  { subpath: './jest/jsdom', output: 'jest/jsdom', source: 'src/runners/jest/jsdom.ts' },
  { subpath: './playwright', output: 'playwright/index', source: 'src/runners/playwright/index.ts' },
]

/** Vitest loads these by their path, and always as modules: there is no CommonJS of them. */
const MODULES_ONLY: readonly string[] = ['./vitest/global-setup', './vitest/setup']

/** True when the package has an entry for `require` too. */
export function hasCommonJs({ subpath }: Entry): boolean {
  return !MODULES_ONLY.includes(subpath)
}

/** Every module of the package, with one for each of these services. */
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

/** The package's manifest with its `exports` and `typesVersions` made for these services. */
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
  // In the place of the old ones.
  return `${JSON.stringify({ ...before, typesVersions, exports }, null, 2)}\n`
}

function conditions(entry: Entry): object {
  const file = `./dist/${entry.output}`
  if (!hasCommonJs(entry)) return { types: `${file}.d.ts`, default: `${file}.js` }
  const declarations = entry.source.replace(/^src\//, './dist/types/').replace(/\.ts$/, '.d.cts')
  return {
    import: { types: `${file}.d.ts`, default: `${file}.js` },
    require: { types: declarations, default: `${file}.cjs` },
    // For tools that name neither condition.
    default: `${file}.js`,
  }
}
