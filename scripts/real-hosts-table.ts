// Calls the vendors' hosts with every client of test/real-hosts/clients.mjs on every version of Node.js that backlot
// supports, and writes the outcome into docs/real-hosts-clients.md. Needs the registry, for the other versions. `npm
// run test:hosts`
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { clientTable, failuresOf, PAGE, VERSIONS, withTable } from './real-hosts/table.ts'

const root = process.cwd()
const outcomes = VERSIONS.map((version) => {
  const binary = binaryOf(version)
  process.stdout.write(`Node.js ${version}\n`)
  const failures = { before: failuresOf(root, binary, 'before'), after: failuresOf(root, binary, 'after') }
  for (const [when, list] of Object.entries(failures)) {
    for (const [name, error] of Object.entries(list)) process.stdout.write(`  ${name}, made ${when}: ${error}\n`)
  }
  return { version, failures }
})
const page = join(root, PAGE)
writeFileSync(page, withTable(readFileSync(page, 'utf8'), clientTable(root, outcomes)))
const failed = outcomes.some(({ failures }) => Object.keys({ ...failures.before, ...failures.after }).length > 0)
process.exitCode = failed ? 1 : 0

/** Returns the path of a Node.js binary of this version, which the npm package `node` brings. */
function binaryOf(version: number): string {
  if (process.version.startsWith(`v${version}.`)) return process.execPath
  const folder = resolve('.matrix', `node-${version}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n')
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', `node@${version}`], {
    cwd: folder,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error(`cannot install node@${version} in ${folder}`)
  return join(folder, 'node_modules/node/bin/node')
}
