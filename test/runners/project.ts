import { spawn } from 'node:child_process'
import { cpSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { unpackedPackage } from './package.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The end of a child process. */
export interface Ended {
  readonly code: number | null
  readonly signal: string | null
  /** Standard output and standard error, without colours. */
  readonly output: string
}

/** A running child process. */
interface Running {
  readonly ended: Promise<Ended>
  /** Resolves with the first match in the output; rejects when the process ends without one. */
  until(pattern: RegExp): Promise<RegExpExecArray>
  kill(signal: NodeJS.Signals): void
}

/**
 * Returns a shard for the tests of one file, which no other file and no other run on this machine uses: the variable
 * that selects it, and the port of its first worker's codehost.
 */
export function ownShard(file: number): { env: Readonly<Record<string, string>>; port: number } {
  const shard = 2 + file * 40 + (process.pid % 40)
  return { env: { BACKLOT_SHARD: `${shard}/250` }, port: 11_000 + 100 * (shard - 1) }
}

/** The arguments that let the tests of a runner take as long as a busy machine needs. Their own limit is 5 seconds. */
const PATIENCE: Readonly<Record<string, readonly string[]>> = {
  vitest: ['--testTimeout=60000', '--hookTimeout=60000'],
  jest: ['--testTimeout=60000'],
}

/** A small project of a user, with the packed package and the runners in its node_modules. */
export interface Project extends Disposable {
  readonly directory: string
  /** Runs a program, by its path or of the project's node_modules, to its end. */
  run(program: string, args?: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ended>
  /** Starts a program, as {@link run} does. */
  start(program: string, args?: readonly string[], env?: Readonly<Record<string, string>>): Running
}

/**
 * Creates a project with these files. Its programs run with these variables. With `nested`, it lies below this
 * repository and finds the packages there, for a bundler that follows no link out of its root.
 */
export function createProject(
  files: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>> = {},
  { nested = false }: { readonly nested?: boolean } = {},
): Project {
  const parent = nested ? join(ROOT, '.matrix') : tmpdir()
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'backlot-project-'))
  const directory = join(folder, 'project')
  mkdirSync(join(directory, 'node_modules'), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules', '.bin'), join(directory, 'node_modules', '.bin'))
  // The other packages are found in the folder above, as those of a workspace are.
  if (!nested) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const installed = join(directory, 'node_modules', 'backlot')
  linkFiles(join(unpackedPackage(), 'dist'), join(installed, 'dist'))
  cpSync(join(unpackedPackage(), 'package.json'), join(installed, 'package.json'))
  for (const [name, text] of Object.entries({ 'package.json': '{ "type": "module", "private": true }\n', ...files })) {
    mkdirSync(dirname(join(directory, name)), { recursive: true })
    writeFileSync(join(directory, name), text)
  }
  const start: Project['start'] = (program, args = [], env = {}) =>
    launch(directory, program, [...args, ...(PATIENCE[program] ?? [])], { ...environment, ...env })
  return {
    directory,
    start,
    run: (...parameters) => start(...parameters).ended,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Gives a project the command in its node_modules/.bin, where npm puts it. */
export function linkCommand({ directory }: Project): void {
  const programs = join(directory, 'node_modules', '.bin')
  const shared = readdirSync(programs)
  rmSync(programs)
  mkdirSync(programs)
  for (const name of shared) symlinkSync(join(ROOT, 'node_modules', '.bin', name), join(programs, name))
  symlinkSync('../backlot/dist/cli.js', join(programs, 'backlot'))
}

/** Resolves once no process listens at a port: a worker ends shortly after the process that started it. */
export async function freed(port: number): Promise<void> {
  while (await listens(port)) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** Resolves to true when a process listens at a port of this machine. */
export function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/**
 * Makes a folder with the same files as another, which take no second room: runners treat a package that is a link to a
 * folder as the user's own code. No test may change such a file.
 */
function linkFiles(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkFiles(source, target)
    else linkOrCopy(source, target)
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target)
  } catch {
    // The folder of temporary files is on another disk.
    cpSync(source, target)
  }
}

function launch(cwd: string, program: string, args: readonly string[], env: Readonly<Record<string, string>>): Running {
  const child = spawn(isAbsolute(program) ? program : join(cwd, 'node_modules', '.bin', program), args, {
    cwd,
    env: { ...outside(), CI: '1', NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let wake: (() => void)[] = []
  const hear = (chunk: string): void => {
    output += chunk
    for (const each of wake) each()
  }
  child.stdout.setEncoding('utf8').on('data', hear)
  child.stderr.setEncoding('utf8').on('data', hear)
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal, output: plain(output) }))
  })
  return {
    ended,
    until(pattern) {
      return new Promise((resolve, reject) => {
        const look = (): void => {
          const match = pattern.exec(plain(output))
          if (match === null) return
          wake = wake.filter((each) => each !== look)
          resolve(match)
        }
        wake.push(look)
        look()
        void ended.then((end) => reject(new Error(`ended without ${pattern}:\n${end.output}`)))
      })
    },
    kill: (signal) => void child.kill(signal),
  }
}

/** Returns the environment without the variables that the runner of these tests sets for its workers. */
function outside(): Record<string, string | undefined> {
  const names = /^(VITEST|JEST_|TEST$|NODE_ENV$|MODE$|DEV$|PROD$|SSR$|BASE_URL$|BACKLOT_|FORCE_COLOR|PW_|NODE_OPTIONS$)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !names.test(name)))
}

function plain(text: string): string {
  // oxlint-disable-next-line no-control-regex -- terminal colours are written with this control character
  return text.replaceAll(/\u001B\[[0-9;]*m/g, '')
}
