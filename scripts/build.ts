// Builds the package into dist/, and schema.json: `npm run build`. Does nothing when nothing that it reads has changed since
// the last time; `--force` builds all the same.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeCommonJs } from './build/commonjs.ts'
import { digestOfInputs } from './build/inputs.ts'
import { buildModules, buildPrograms } from './build/modules.ts'
import { entries, hasCommonJs } from './generate/manifest.ts'

const root = process.cwd()
const PROGRAMS = 'node_modules/.cache/backlot'
const STAMP = join(root, PROGRAMS, 'built')

/** Modules that are run and not imported, so that they need neither declarations nor CommonJS. */
const RUN = {
  // A worker thread runs modules whatever its parent is.
  'thread/worker': 'src/thread/worker.ts',
  cli: 'src/cli.ts',
  'detect-deps': 'scripts/detect-deps.ts',
}

const exported = entries(readdirSync(join(root, 'src/services')))

const digest = digestOfInputs(root)
if (!process.argv.includes('--force') && isBuilt()) say('nothing has changed since the last build')
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
  await step('modules', async () => {
    await buildModules(root, { ...modules, ...RUN })
    for (const program of ['cli', 'detect-deps']) chmodSync(join(root, 'dist', `${program}.js`), 0o755)
  })
  await step('CommonJS', () =>
    writeCommonJs(exported.filter(hasCommonJs).map(({ output }) => join(root, 'dist', output))),
  )
  await step('declarations', async () => {
    // Loaded when needed: the compiler takes a while.
    const { writeDeclarations } = await import('./build/declarations.ts')
    writeDeclarations(root, exported)
  })
  await step('schema.json', () =>
    execFileSync(process.execPath, ['scripts/run.mjs', 'scripts/build-schema.ts', 'schema.json'], {
      cwd: root,
      stdio: 'inherit',
    }),
  )
  await step('bench', () => buildPrograms(root, PROGRAMS, { bench: 'bench/run.ts', 'bench-server': 'bench/server.ts' }))
  mkdirSync(dirname(STAMP), { recursive: true })
  writeFileSync(STAMP, digest)
}

async function step(name: string, work: () => unknown): Promise<void> {
  const started = performance.now()
  await work()
  say(`${name} built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

/** Tells on standard error what happens: standard output is for the program that runs next. */
function say(what: string): void {
  process.stderr.write(`build: ${what}\n`)
}
