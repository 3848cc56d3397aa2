// Runs what the Dockerfile describes without a builder of images: its entry point, as its user, in an empty root that
// is read-only, as process 1. The root has Node.js with the libraries that it needs, and the packed package with its
// dependencies. Checks the health check, the signals and what the image weighs. Needs Linux and root.
// `npm run test:image`
import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** The most that the image may weigh compressed, in bytes: 120 MB. */
const LIMIT = 120_000_000

/** The compressed size of the base image for x86-64, as its registry tells it, in bytes. It cannot be measured here. */
const BASE = 80_000_000

const PORT = 4000
const root = mkdtempSync(join(tmpdir(), 'backlot-image-'))
// The user of the image may read it.
chmodSync(root, 0o755)
try {
  const dockerfile = readFileSync('Dockerfile', 'utf8')
  fill(root)
  const compressed = sizeOf(join(root, 'app'))
  report('the package, compressed', `${(compressed / 1e6).toFixed(1)} MB`, compressed + BASE <= LIMIT)
  await serve(dockerfile)
} finally {
  rmSync(root, { recursive: true, force: true })
}

/** Fills an empty root with what the image has. */
function fill(folder: string): void {
  for (const name of ['app', 'seed', 'tmp', 'proc', 'dev', 'etc']) mkdirSync(join(folder, name))
  const tarball = execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], {
    encoding: 'utf8',
  })
  const app = join(folder, 'app')
  execFileSync('npm', ['init', '--yes'], { cwd: app })
  const flags = ['--omit=dev', '--omit=peer', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  execFileSync('npm', ['install', ...flags, join(folder, tarball.trim().split('\n').at(-1) ?? '')], { cwd: app })
  const node = realpathSync(process.execPath)
  copy(node, join(folder, 'usr/bin/node'))
  const libraries = execFileSync('ldd', [node], { encoding: 'utf8' }).matchAll(/(\/\S+\.so\S*)/g)
  for (const [, library = ''] of libraries) copy(realpathSync(library), join(folder, library))
  writeFileSync(join(folder, 'etc/passwd'), 'node:x:1000:1000::/:/bin/false\n')
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to)
}

/** Returns the size of a folder as a layer of an image, in bytes. */
function sizeOf(folder: string): number {
  const file = `${folder}.tar.gz`
  execFileSync('tar', ['-czf', file, '-C', folder, '.'])
  const { size } = statSync(file)
  rmSync(file)
  return size
}

/** Serves with the entry point, and checks what the image promises. */
async function serve(dockerfile: string): Promise<void> {
  const words = (instruction: string): string[] => {
    const list = new RegExp(`${instruction} (\\[.*\\])$`, 'm').exec(dockerfile)?.[1]
    return JSON.parse(list ?? '[]') as string[] // the exec form is a list of texts
  }
  const user = /^USER (\d+:\d+)$/m.exec(dockerfile)?.[1] ?? 'root'
  report('a user that is not root', user, user === '1000:1000')
  const command = [...words('^ENTRYPOINT'), ...words('^CMD')]
  const script = [
    `mount --bind ${root} ${root}`,
    `mount -o remount,bind,ro ${root}`,
    `mount -t tmpfs tmpfs ${root}/tmp`,
    `mount -t proc proc ${root}/proc`,
    `exec chroot --userspec=${user} ${root} /usr/bin/${command.map((word) => `'${word}'`).join(' ')}`,
  ].join(' && ')
  const started = performance.now()
  const child = spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: '/tmp', BACKLOT_CONTROL_TOKEN: 'secret' },
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const health = words('^HEALTHCHECK(?:.*\\\\\\n)?.*CMD')
  const isHealthy = await until(() => succeeds(health), 20_000)
  report('the health check', `${(performance.now() - started).toFixed(0)} ms`, isHealthy)
  if (!isHealthy) process.stdout.write(output)
  const url = `http://127.0.0.1:${PORT}`
  const person = await fetch(`${url}/codehost/user`, { headers: { authorization: 'Bearer dev_token' } })
  report('an answer of codehost', String(person.status), person.status === 200)
  const headers = { 'content-type': 'application/json' }
  const refused = await fetch(`${url}/_backlot/reset`, { method: 'POST', headers })
  report('the control plane without its token', String(refused.status), refused.status === 401)
  const allowed = await fetch(`${url}/_backlot/reset`, {
    method: 'POST',
    headers: { ...headers, authorization: 'Bearer secret' },
  })
  report('the control plane with its token', String(allowed.status), allowed.status === 200)
  const large = await fetch(`${url}/cloud/uploads/large`, { method: 'PUT', body: new Uint8Array(20_000_000) })
  report('a large object, in the folder for temporary files', String(large.status), large.status === 200)
  const processes = processesIn(root)
  report('processes', String(processes.length), processes.length === 1)
  const [pid] = processes
  if (pid !== undefined) process.kill(pid, 'SIGTERM')
  const code = await Promise.race([ended, new Promise<string>((resolve) => setTimeout(resolve, 5000, 'still running'))])
  report('the exit code after SIGTERM', String(code), code === 0)
  if (code !== 0) child.kill('SIGKILL')
}

/** Returns the processes whose root is a folder. */
function processesIn(folder: string): number[] {
  const pids = execFileSync('ls', ['/proc'], { encoding: 'utf8' })
    .split('\n')
    .filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => {
    try {
      return realpathSync(`/proc/${pid}/root`) === realpathSync(folder)
    } catch {
      return false // it has ended, or is not ours
    }
  })
}

function succeeds([program = '', ...parameters]: readonly string[]): boolean {
  try {
    execFileSync(program, parameters, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function until(condition: () => boolean, limit: number): Promise<boolean> {
  const deadline = Date.now() + limit
  while (!condition()) {
    if (Date.now() > deadline) return false
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  return true
}

function report(what: string, value: string, isRight: boolean): void {
  process.stdout.write(`${isRight ? 'ok     ' : 'FAILED '} ${what}: ${value}\n`)
  if (!isRight) process.exitCode = 1
}
