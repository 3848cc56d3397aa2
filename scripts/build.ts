// Builds the package into dist/, and schema.json: `npm run build`. Builds nothing when its inputs are the same as last
// time, unless it is given `--force`.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { loadCommonJs, writeCommonJs, writeModule } from './build/commonjs.ts'
import { digestOfInputs } from './build/inputs.ts'
import { writeLicences } from './build/licences.ts'
import { buildAlone, buildModules, buildPrograms, YAML, type BuiltFile } from './build/modules.ts'
import { STARTER_FACTS } from '../src/sleeping/start-facts.ts'
import { EDGE, entries, LOADS_VITEST } from './generate/manifest.ts'

const root = process.cwd()
const PROGRAMS = 'node_modules/.cache/backlot'
const STAMP = join(root, PROGRAMS, 'built')

/** Modules that are run and never imported: they need no declarations. */
const RUN = {
  'thread/worker': 'src/thread/worker.ts',
  cli: 'src/cli.ts',
  'detect-deps': 'scripts/detect-deps.ts',
}

/** The module that the fixtures load when they need an instance, by its path. */
const INSTANCE_MODULES = { 'sleeping/instance-modules': 'src/sleeping/instance-modules.ts' }

/** Packages that functions require when they first need them: bundled, each in a file of its own. */
const PACKAGES = { 'packages/re2js': 'node_modules/re2js/build/index.js', 'packages/yaml': YAML }

/** The module that worker threads and child processes load: built alone, as the shared code is slow to load. */
const FOLLOW = 'intercept/follow'

const exported = entries(readdirSync(join(root, 'src/services')))

const digest = digestOfInputs(root)
if (!process.argv.includes('--force') && isBuilt()) log('nothing has changed since the last build')
else await buildAll()

function isBuilt(): boolean {
  const outputs = [...exported.map(({ output }) => `dist/${output}.js`), 'dist/cli.js', 'schema.json']
  return (
    existsSync(STAMP) && readFileSync(STAMP, 'utf8') === digest && outputs.every((file) => existsSync(join(root, file)))
  )
}

async function buildAll(): Promise<void> {
  rmSync(join(root, 'dist'), { recursive: true, force: true })
  rmSync(STAMP, { force: true })
  const modules = Object.fromEntries(exported.map(({ output, source }) => [output, source]))
  let built: Readonly<Record<string, BuiltFile>> = {}
  await step('modules', async () => {
    built = await buildModules(root, { ...modules, ...RUN, ...INSTANCE_MODULES, ...PACKAGES })
    // Without the code that the other modules share, which needs Node.js.
    await buildAlone(root, { [EDGE.output]: EDGE.source, [FOLLOW]: 'src/intercept/follow.ts' })
  })
  await step('CommonJS', async () => {
    const outputs = Object.keys({ ...modules, ...RUN }).filter((output) => output !== LOADS_VITEST.always)
    const required = [FOLLOW, ...Object.keys(INSTANCE_MODULES), ...Object.keys(PACKAGES)]
    await writeCommonJs(
      [...outputs, ...required].map((each) => join(root, 'dist', each)),
      join(root, 'dist/packages'),
    )
    await Promise.all(required.map((each) => rm(join(root, 'dist', `${each}.js`))))
    const written = outputs.filter((output) => output !== LOADS_VITEST.inTests)
    await Promise.all(
      written.map((each) => writeModule(join(root, 'dist', each), built[`dist/${each}.js`]?.exports ?? [])),
    )
    await Promise.all(Object.values(LOADS_VITEST).map((each) => loadCommonJs(join(root, 'dist', each))))
    writeLicences(root, built)
    for (const program of ['cli', 'detect-deps']) chmodSync(join(root, 'dist', `${program}.js`), 0o755)
  })
  await step('declarations', async () => {
    // Loaded here, because the compiler takes long to load.
    const { writeDeclarations } = await import('./build/declarations.ts')
    writeDeclarations(root, exported)
  })
  await step('schema.json and the facts of the starters', () =>
    execFileSync(
      process.execPath,
      ['scripts/run.mjs', 'scripts/build-schema.ts', 'schema.json', join('dist', STARTER_FACTS)],
      {
        cwd: root,
        stdio: 'inherit',
      },
    ),
  )
  await step('bench', () => buildPrograms(root, PROGRAMS, { bench: 'bench/run.ts', 'bench-server': 'bench/server.ts' }))
  mkdirSync(dirname(STAMP), { recursive: true })
  writeFileSync(STAMP, digest)
}

async function step(name: string, work: () => unknown): Promise<void> {
  const started = performance.now()
  await work()
  log(`${name} built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

/** Writes to standard error: standard output belongs to the program that runs next. */
function log(message: string): void {
  process.stderr.write(`build: ${message}\n`)
}
