// Runs programs on MongoDB's driver, and drivers of other languages, unmodified against docdb: each an everyday flow of
// scripts/database-programs/. Needs the network, as each installs its own packages.
// `npm run test:database-programs [name…]`; what needs packages of Debian is left out where they are not there, and
// `--install` installs them.
import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as source from '../src/index.ts'
import { PROGRAMS, type Program } from './database-programs/list.ts'

/** The longest that one program may take, in milliseconds. */
const PATIENCE = 300_000

const FOLDER = resolve('.matrix')

const names = process.argv.slice(2).filter((each) => !each.startsWith('--'))
const mayInstall = process.argv.includes('--install')
// The built package, whose types are those of the source.
const built = (await import(pathToFileURL(resolve('dist/index.js')).href)) as typeof source
let failures = 0
for (const program of PROGRAMS.filter(({ name }) => names.length === 0 || names.includes(name))) {
  const began = performance.now()
  const result = isInstalled(program)
    ? await runProgram(program)
    : `left out: needs ${program.system?.join(', ') ?? program.requires ?? ''}`
  if (result.startsWith('FAILED')) failures += 1
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  process.stdout.write(`${program.name.padEnd(14)} ${seconds} s  ${result}\n`)
}
process.exitCode = failures === 0 ? 0 : 1

/** Returns whether what a program needs from the system is there, after an installation where one is allowed. */
function isInstalled({ requires, system = [] }: Program): boolean {
  const isThere = (): boolean => requires === undefined || spawnSync(requires, { shell: true }).status === 0
  if (isThere() || !mayInstall) return isThere()
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...system], { stdio: 'ignore' })
  return isThere()
}

/** Makes the folder of a program with its packages; returns the folder. */
function prepare({ name, file, packages }: Program): string {
  const folder = join(FOLDER, `database-program-${name}`)
  mkdirSync(folder, { recursive: true })
  copyFileSync(join('scripts/database-programs', file), join(folder, file))
  const manifest = { private: true, type: 'module', dependencies: packages }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  if (Object.keys(packages).length === 0) return folder
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps', '--loglevel=error']
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm install: ${stderr}`)
  return folder
}

/** Runs a program against an instance of its own, to which its driver signs in; returns the result in words. */
async function runProgram(program: Program): Promise<string> {
  const users = [{ username: 'app', password: 'secret', roles: ['atlasAdmin'] }]
  const seed = { docdb: { database_users: users } }
  const docdb = await built.createEmulator({ service: 'docdb', port: 0, seed })
  try {
    const child = spawn(program.command, {
      cwd: prepare(program),
      shell: true,
      env: { ...process.env, MONGODB_URI: docdb.uri },
      timeout: PATIENCE,
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const code = await new Promise((done) => child.once('close', done))
    return code === 0 && /^ok$/m.test(output) ? 'ok' : `FAILED\n${output.slice(-2000)}`
  } catch (error) {
    return `FAILED\n${error instanceof Error ? error.message : String(error)}`
  } finally {
    await docdb.close()
  }
}
