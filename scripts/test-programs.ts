// Drives programs of others, unmodified, against payments and auth-saas of the packed package, each in a project of its
// own with its packages from the registry: everyday flows, whose results are checked. `npm run test:programs [name…]`
import { copyFileSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findChromium } from '#testkit/chromium.ts'
import { pack, run, writeFile } from './frameworks/project.ts'
import { programs, type Program } from './programs/cells.ts'

const FLOWS = 'scripts/programs/flows'

// A flow with pages opens the browser of the tests.
const browser = findChromium()
if (browser !== undefined) process.env['BACKLOT_CHROMIUM'] = browser
const names = process.argv.slice(2)
const chosen = programs.filter(({ name }) => names.length === 0 || names.includes(name))
const tarball = pack()
let failed = 0
for (const program of chosen) {
  const began = performance.now()
  let result: string
  try {
    result = `ok, ${tryProgram(program)}`
  } catch (error) {
    failed += 1
    result = `FAILED\n${error instanceof Error ? error.message : String(error)}`
  }
  const main = Object.entries(program.packages)[0]?.join(' ') ?? program.name
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  process.stdout.write(`${main.padEnd(46)} ${seconds.padStart(3)} s  ${result}\n`)
}
process.stdout.write(`${chosen.length - failed} of ${chosen.length} programs\n`)
process.exitCode = failed === 0 && chosen.length > 0 ? 0 : 1

/** Installs a program and runs its flow; returns the flow's last line. */
function tryProgram({ name, packages }: Program): string {
  const folder = join(resolve('.matrix'), `program-${name}`)
  rmSync(folder, { recursive: true, force: true })
  const manifest = { private: true, type: 'module', dependencies: { ...packages, backlot: `file:${tarball}` } }
  writeFile(join(folder, 'package.json'), JSON.stringify(manifest, null, 2))
  run(folder, 'npm install --no-audit --no-fund --loglevel=error --legacy-peer-deps --ignore-scripts')
  for (const file of readdirSync(FLOWS)) copyFileSync(join(FLOWS, file), join(folder, file))
  return run(folder, `node run.mjs ${name}`).trim().split('\n').at(-1) ?? ''
}
