import { spawn } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync, readSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Programs that tests start by the hundred. A worker of Vitest has hundreds of megabytes, and each start of a program
// copies the tables of all its pages: 10 to 100 ms of the processor. A shell that the worker has started once takes 1.

/** Options of a program that is started. */
export interface LaunchOptions {
  /** The folder that it works in; by default that of the worker. */
  readonly cwd?: string
  /** Its whole environment; by default that of the worker. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Its standard input; by default none. */
  readonly input?: string | Uint8Array
}

/** How a program ended. */
export interface Ended {
  /** The exit code; 127 where there is no such program, and 128 and the number of the signal that ended it. */
  readonly code: number
  readonly stdout: Buffer
  readonly stderr: Buffer
}

/** Runs a program, and resolves when it has ended. Several run at the same time. */
export async function launch(program: string, args: readonly string[], options: LaunchOptions = {}): Promise<Ended> {
  shell ??= startShell()
  const { folder, write, wait } = shell
  const id = ++launches
  const place = join(folder, String(id))
  const ended = wait(id)
  write(`{ ${commandLine(place, program, args, options)}; echo "${id} $?"; } &\n`)
  return endedAt(place, await ended)
}

/** Runs a program, and returns when it has ended. */
export function launchSync(program: string, args: readonly string[], options: LaunchOptions = {}): Ended {
  waitedShell ??= startWaitedShell()
  const { folder, write, read } = waitedShell
  const place = join(folder, 'waited')
  write(`${commandLine(place, program, args, options)}; echo $?\n`)
  return endedAt(place, read())
}

/**
 * Runs a program, and returns its standard output.
 *
 * @throws an error with what it wrote to its standard error, when its exit code is not 0.
 */
export function outputSync(program: string, args: readonly string[], options: LaunchOptions = {}): Buffer {
  const { code, stdout, stderr } = launchSync(program, args, options)
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${stderr.toString()}`)
  return stdout
}

let launches = 0
let shell: ReturnType<typeof startShell> | undefined
let waitedShell: ReturnType<typeof startWaitedShell> | undefined

function startShell() {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-launch-'))
  // The shell ends with the worker, and the folder of its files goes then.
  const child = spawn('sh', ['-c', 'sh; rm -rf "$0"', folder], { env: bare(), stdio: ['pipe', 'pipe', 'ignore'] })
  const waiting = new Map<number, (code: number) => void>()
  let rest = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const [id, code] = line.split(' ').map(Number)
      waiting.get(id ?? 0)?.(code ?? -1)
      waiting.delete(id ?? 0)
    }
    if (waiting.size === 0) output.unref()
  })
  // A worker that has nothing else to do, and waits for no program, ends.
  const [input, output] = [child.stdin, child.stdout] as unknown as readonly [Socket, Socket] // pipes of Node.js are
  for (const each of [child, input, output]) each.unref()
  const wait = (id: number): Promise<number> => {
    output.ref()
    return new Promise((resolve) => waiting.set(id, resolve))
  }
  return { folder, wait, write: (text: string) => input.write(text) }
}

/** Starts a shell whose answers are read without the event loop, through named pipes. */
function startWaitedShell() {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-launch-'))
  const [commands, answers] = [join(folder, 'commands'), join(folder, 'answers')]
  const script = 'mkfifo "$1" "$2"; echo; sh <"$1" >"$2"; rm -rf "$0"'
  const ready = openSync(join(folder, 'ready'), 'w+')
  const child = spawn('sh', ['-c', script, folder, commands, answers], {
    env: bare(),
    stdio: ['ignore', ready, 'ignore'],
  })
  child.unref()
  const wait = new Int32Array(new SharedArrayBuffer(4))
  while (readFileSync(join(folder, 'ready')).length === 0) Atomics.wait(wait, 0, 0, 1)
  const [input, output] = [openSync(commands, 'w'), openSync(answers, 'r')]
  const bytes = Buffer.alloc(16)
  return {
    folder,
    write: (text: string) => writeSync(input, text),
    read: () => Number(bytes.toString('utf8', 0, readSync(output, bytes))),
  }
}

function bare(): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '' }
}

/** Returns the command of a shell that runs a program, with its input and its output in files. */
function commandLine(place: string, program: string, args: readonly string[], options: LaunchOptions): string {
  const { cwd = process.cwd(), env = process.env, input } = options
  if (input !== undefined) writeFileSync(`${place}.in`, input)
  const variables = Object.entries(env).flatMap(([name, value]) =>
    value === undefined || !/^[A-Za-z_]\w*$/.test(name) ? [] : [`${name}=${quoted(value)}`],
  )
  const words = [...variables, ...[program, ...args].map(quoted)].join(' ')
  const from = input === undefined ? '/dev/null' : quoted(`${place}.in`)
  return `(cd ${quoted(cwd)} && ${words}) <${from} >${quoted(`${place}.out`)} 2>${quoted(`${place}.err`)}`
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`
}

function endedAt(place: string, code: number): Ended {
  const [stdout, stderr] = [readFileSync(`${place}.out`), readFileSync(`${place}.err`)]
  for (const end of ['in', 'out', 'err']) rmSync(`${place}.${end}`, { force: true })
  return { code, stdout, stderr }
}
