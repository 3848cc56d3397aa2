import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Cell } from './cells.ts'

const FOLDER = resolve('.matrix')

/** The longest that one step of one project may take, in milliseconds. */
const PATIENCE = 600_000

const SEED = JSON.stringify({
  tokens: { dev: { login: 'ada', scopes: ['repo', 'user', 'admin:repo_hook'] } },
  codehost: { users: [{ login: 'ada' }], repos: [{ owner: 'ada', name: 'site' }] },
  'oidc-a': { users: [{ email: 'ada@example.com', name: 'Ada' }] },
  cloud: { s3: { buckets: [{ name: 'box' }] } },
})

/** Packs this package into a tarball; returns its path. */
export function pack(): string {
  mkdirSync(FOLDER, { recursive: true })
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', FOLDER]
  const { stdout, status, stderr } = spawnSync('npm', args, { encoding: 'utf8' })
  const name = stdout.trim().split('\n').at(-1)
  if (status !== 0 || name === undefined || name === '') throw new Error(`npm pack: ${stderr}`)
  return join(FOLDER, name)
}

/** Makes an empty project with the files of the framework's section, and installs its packages; returns its folder. */
export function makeProject(cell: Cell, tarball: string, port: number): string {
  const { name, section, packages, files, edit = (text) => text } = cell
  const folder = join(FOLDER, `framework-${name}`)
  rmSync(folder, { recursive: true, force: true })
  const manifest = { private: true, type: 'module', dependencies: { ...packages, backlot: `file:${tarball}` } }
  const documented = Object.entries(filesIn(section)).map(([file, text]) => [file, edit(text, port)] as const)
  const all: Record<string, string> = {
    ...files,
    ...Object.fromEntries(documented),
    'package.json': JSON.stringify(manifest, null, 2),
    'backlot.config.json': SEED,
  }
  for (const [file, text] of Object.entries(all)) writeFile(join(folder, file), text)
  run(folder, 'npm install --no-audit --no-fund --loglevel=error --legacy-peer-deps')
  return folder
}

/** Writes a file, and the folders that it is in. */
export function writeFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** Returns the installed version of a cell's framework. */
export function versionIn(folder: string, { packages }: Cell): string {
  const [framework = ''] = Object.keys(packages)
  const manifest = readFileSync(join(folder, 'node_modules', framework, 'package.json'), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version // every package has one
}

/** Returns the code blocks of a section of docs/adapter.md that name their file in the first line, by file. */
function filesIn(section: string): Record<string, string> {
  const text = readFileSync('docs/adapter.md', 'utf8')
    .split(/^#{2,3} /m)
    .find((each) => each.startsWith(`${section}\n`))
  const blocks = [...(text ?? '').matchAll(/^```[jt]s\n\/\/ (\S+)\n([^]*?)^```$/gm)]
  if (blocks.length === 0) throw new Error(`docs/adapter.md has no files for ${section}`)
  return Object.fromEntries(
    blocks.map(([, file = '', code = '']) => [
      file,
      code
        .replace('createHandler({', 'createHandler({ allowProduction: true,')
        .replace("'cloud'],", "'cloud', 'payments'],"),
    ]),
  )
}

/** Runs a command in a project; returns what it has printed. */
export function run(folder: string, command: string): string {
  const { status, stdout, stderr } = spawnSync(command, {
    cwd: folder,
    shell: true,
    encoding: 'utf8',
    timeout: PATIENCE,
    env: { ...process.env, ...environment(folder) },
  })
  if (status !== 0) throw new Error(`${command}\n${`${stdout}${stderr}`.slice(-4000)}`)
  return stdout
}

function environment(folder: string): Record<string, string> {
  return {
    PATH: `${join(folder, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}`,
    NO_COLOR: '1',
    CI: '1',
    NEXT_TELEMETRY_DISABLED: '1',
    ASTRO_TELEMETRY_DISABLED: '1',
    NUXT_TELEMETRY_DISABLED: '1',
  }
}

/** A server of a project. */
export interface RunningServer {
  /** The URL of the mount. */
  readonly base: string
  /** Everything that the server has printed. */
  readonly output: () => string
  stop(): Promise<void>
}

/** How a project is served. */
export interface ServerOptions {
  readonly command: string
  readonly port: number
  readonly mount: string
  readonly mode: 'development' | 'production'
}

/** Serves a project and waits until it answers. */
export async function start(folder: string, options: ServerOptions): Promise<RunningServer> {
  const { command, port, mount, mode } = options
  let output = ''
  // A group of its own, because development servers start others.
  const child = spawn('sh', ['-c', `exec ${command.replace(/^((?:\w+=\S+ )*)/, 'env $1')}`], {
    cwd: folder,
    env: { ...process.env, ...environment(folder), PORT: String(port), NODE_ENV: mode },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const { pid } = child
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
  const ended = new Promise<void>((done) => {
    child.once('close', () => done())
  })
  const kill = (signal: NodeJS.Signals): void => {
    if (pid === undefined) return
    try {
      process.kill(-pid, signal)
    } catch {
      // The group has ended.
    }
  }
  const stop = async (): Promise<void> => {
    kill('SIGTERM')
    const patience = setTimeout(() => kill('SIGKILL'), 3000)
    await ended
    clearTimeout(patience)
  }
  const base = `http://localhost:${port}${mount}`
  for (let turn = 0; turn < 300; turn++) {
    // The server is asked until it answers.
    const response = await fetch(`${base}/codehost/zen`).catch(() => null)
    if (response?.status === 200) return { base, stop, output: () => output }
    if (child.exitCode !== null) break
    await pause(200)
  }
  await stop()
  throw new Error(`${command} does not serve the stand-ins\n${output.slice(-4000)}`)
}

/** Waits. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, milliseconds)
  })
}
