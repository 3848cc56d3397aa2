import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { fromPortable, type Order, type Reply, type Started, type ThreadStart } from './messages.ts'

/** The longest time that a command may block its caller, in milliseconds. Commands normally take less than one. */
const PATIENCE = 30_000

/** The connection to an instance that runs in another thread. */
export interface Channel {
  readonly started: Extract<Started, { ok: true }>
  /**
   * Executes a command of the control plane in the thread, and blocks until it is done.
   *
   * @throws what the command throws.
   */
  ask(command: string, input?: Readonly<Record<string, unknown>>): unknown
  /** Executes a command without blocking, for commands that take long. */
  request(command: string, input?: Readonly<Record<string, unknown>>): Promise<unknown>
  /**
   * Executes a command that may wait in vain. It does not keep the process alive, and its rejection is no unhandled
   * rejection.
   */
  wait(command: string, input?: Readonly<Record<string, unknown>>): Promise<unknown>
  /** Ends the instance, then the thread. May be called again. */
  close(): Promise<void>
}

interface Waiting {
  /** True when the process must stay alive until the answer has come. */
  readonly holds: boolean
  resolve(value: unknown): void
  reject(error: Error): void
}

/** Starts a thread and resolves when its instance listens; rejects with the error that prevented it. */
export async function openChannel(options: ThreadStart['options'], keepAlive: boolean): Promise<Channel> {
  const { port1: own, port2: blocking } = new MessageChannel()
  const answered = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(workerFile(), {
    workerData: { options, blocking, answered } satisfies ThreadStart,
    transferList: [blocking],
    // The thread must not inherit the flags of a test runner, such as loaders and conditions.
    execArgv: [],
  })
  const waiting = new Map<number, Waiting>()
  let count = 0
  let ended: Error | undefined

  const end = (reason: Error): void => {
    ended ??= reason
    for (const { reject } of waiting.values()) reject(reason)
    waiting.clear()
  }
  const started = await firstMessage(worker)
  if (!started.ok) {
    await worker.terminate()
    throw fromPortable(started.error)
  }
  worker.on('error', (error) => end(new Error(`the thread of ${options.service} broke`, { cause: error })))
  worker.on('exit', () => end(new Error(`this ${options.service} instance is closed`)))
  worker.on('message', (reply: Reply) => {
    const waiter = waiting.get(reply.id)
    waiting.delete(reply.id)
    if (!keepAlive && ![...waiting.values()].some(({ holds }) => holds)) worker.unref()
    if (reply.ok) waiter?.resolve(reply.value)
    else waiter?.reject(fromPortable(reply.error))
  })
  // After the listeners: adding one makes the worker keep the process alive.
  if (!keepAlive) worker.unref()

  const order = (command: string, input: Readonly<Record<string, unknown>>): Order => {
    if (ended !== undefined) throw ended
    count += 1
    return { id: count, command, input }
  }
  const send = (command: string, input: Readonly<Record<string, unknown>>, holds: boolean): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const next = order(command, input)
      waiting.set(next.id, { resolve, reject, holds })
      // The process must not end before an answer that is awaited.
      if (holds) worker.ref()
      worker.postMessage(next)
    })
  const request: Channel['request'] = (command, input = {}) => send(command, input, true)
  const finish = async (): Promise<void> => {
    end(new Error(`this ${options.service} instance is closed`))
    await worker.terminate()
  }
  let closing: Promise<void> | undefined
  return {
    started,
    request,
    wait(command, input = {}) {
      const found = send(command, input, false)
      found.catch(() => undefined)
      return found
    },
    ask(command, input = {}) {
      const next = order(command, input)
      own.postMessage(next)
      for (;;) {
        const before = Atomics.load(answered, 0)
        // The thread posts its answer before it increments `answered`.
        const reply: Reply | undefined = receiveMessageOnPort(own)?.message
        if (reply?.id === next.id) {
          if (!reply.ok) throw fromPortable(reply.error)
          return reply.value
        }
        // A reply with another id answers an earlier command that timed out: it is dropped.
        if (reply === undefined && Atomics.wait(answered, 0, before, PATIENCE) === 'timed-out') {
          throw new Error(`the thread of ${options.service} did not answer ${command} within ${PATIENCE / 1000} s`)
        }
      }
    },
    close() {
      // A thread that failed has closed its port already.
      closing ??= request('close').then(finish, finish)
      return closing
    },
  }
}

function firstMessage(worker: Worker): Promise<Started> {
  return new Promise((resolve, reject) => {
    worker.once('message', (started: Started) => {
      worker.off('error', reject)
      resolve(started)
    })
    worker.once('error', reject)
  })
}

/**
 * Returns the path of the thread's entry, `thread/worker.js`, an ES module for both builds. It is in a folder above the
 * file into which this module was bundled.
 */
function workerFile(): string {
  // The CommonJS build has __dirname, the module build import.meta.
  const here = typeof __dirname === 'string' ? __dirname : dirname(fileURLToPath(import.meta.url))
  for (let folder = here, above = ''; folder !== above; above = folder, folder = dirname(folder)) {
    const file = join(folder, 'thread', 'worker.js')
    if (existsSync(file)) return file
    if (existsSync(join(folder, 'package.json'))) break
  }
  throw new Error(
    `runsIn: 'thread' needs backlot's thread/worker.js, and there is none above ${here}: was backlot bundled?`,
  )
}
