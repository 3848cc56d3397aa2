import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort, type WorkerOptions } from 'node:worker_threads'
import { OWN_THREAD } from '#core/own-thread.ts'
import { fromPortable, type Order, type Reply, type Started, type ThreadStart } from './messages.ts'

/** The longest time that a command may block its caller, in milliseconds. Commands normally take less than one. */
const PATIENCE = 30_000

/** The commands of an instance that runs in another thread, or of one of its tenants. */
export interface Commands {
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
  /** Ends the tenant; or the instance, then the thread. May be called again. */
  close(): Promise<void>
}

/** The connection to an instance that runs in another thread. */
export interface Channel extends Commands {
  readonly started: Extract<Started, { ok: true }>
  /** Returns the commands of a tenant. */
  forTenant(id: string): Commands
}

interface Waiting {
  /** True when the process must stay alive until the answer has come. */
  readonly holds: boolean
  resolve(value: unknown): void
  reject(error: Error): void
}

/** The commands that were sent to a thread and wait for its answers. */
class SentCommands {
  readonly #worker: Worker
  readonly #keepAlive: boolean
  readonly #waiting = new Map<number, Waiting>()
  #count = 0
  #ended: Error | undefined

  constructor(worker: Worker, service: string, keepAlive: boolean) {
    this.#worker = worker
    this.#keepAlive = keepAlive
    worker.on('error', (error) => this.end(new Error(`the thread of ${service} broke`, { cause: error })))
    worker.on('exit', () => this.end(new Error(`this ${service} instance is closed`)))
    worker.on('message', (reply: Reply) => this.#settle(reply))
    // After the listeners: adding one makes the worker keep the process alive.
    if (!keepAlive) worker.unref()
  }

  /**
   * Returns a command with the next number.
   *
   * @throws the reason for which the thread has ended.
   */
  numbered(command: string, input: Readonly<Record<string, unknown>>, tenant: string | undefined): Order {
    if (this.#ended !== undefined) throw this.#ended
    this.#count += 1
    return { id: this.#count, command, input, ...(tenant === undefined ? {} : { tenant }) }
  }

  /** Sends a command and resolves with its result. With `holds` the process stays alive until then. */
  send(
    command: string,
    input: Readonly<Record<string, unknown>>,
    tenant: string | undefined,
    holds: boolean,
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const next = this.numbered(command, input, tenant)
      this.#waiting.set(next.id, { resolve, reject, holds })
      // The process must not end before an answer that is awaited.
      if (holds) this.#worker.ref()
      this.#worker.postMessage(next)
    })
  }

  /** Rejects every command that waits, and refuses all further ones. */
  end(reason: Error): void {
    this.#ended ??= reason
    for (const { reject } of this.#waiting.values()) reject(reason)
    this.#waiting.clear()
  }

  #settle(reply: Reply): void {
    const waiter = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    if (!this.#keepAlive && ![...this.#waiting.values()].some(({ holds }) => holds)) this.#worker.unref()
    if (reply.ok) waiter?.resolve(reply.value)
    else waiter?.reject(fromPortable(reply.error))
  }
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
    [OWN_THREAD]: true,
  } as WorkerOptions) // with an option of backlot's own
  const started = await firstMessage(worker)
  if (!started.ok) {
    await worker.terminate()
    throw fromPortable(started.error)
  }
  const { service } = options
  const sent = new SentCommands(worker, service, keepAlive)
  const commandsOf = (tenant?: string): Omit<Commands, 'close'> => ({
    request: (command, input = {}) => sent.send(command, input, tenant, true),
    wait(command, input = {}) {
      const found = sent.send(command, input, tenant, false)
      found.catch(() => undefined)
      return found
    },
    ask(command, input = {}) {
      const next = sent.numbered(command, input, tenant)
      own.postMessage(next)
      const reply = awaitReply(own, answered, next, service)
      if (!reply.ok) throw fromPortable(reply.error)
      return reply.value
    },
  })
  const all = commandsOf()
  const finish = async (): Promise<void> => {
    sent.end(new Error(`this ${service} instance is closed`))
    await worker.terminate()
  }
  return {
    started,
    ...all,
    forTenant: (id) => closable(commandsOf(id), () => undefined),
    // A thread that failed has closed its port already.
    close: closable(all, finish).close,
  }
}

/** Returns commands with a `close` that asks the thread once, and then calls `closed`. */
function closable(commands: Omit<Commands, 'close'>, closed: () => Promise<void> | undefined): Commands {
  let closing: Promise<void> | undefined
  return { ...commands, close: () => (closing ??= commands.request('close').then(closed, closed)) }
}

/**
 * Blocks until the thread has answered a command.
 *
 * @throws Error when it does not answer in time.
 */
function awaitReply(own: MessagePort, answered: Int32Array, { id, command }: Order, service: string): Reply {
  for (;;) {
    const before = Atomics.load(answered, 0)
    // The thread posts its answer before it increments `answered`.
    const reply: Reply | undefined = receiveMessageOnPort(own)?.message
    if (reply?.id === id) return reply
    // A reply with another id answers an earlier command that timed out: it is dropped.
    if (reply === undefined && Atomics.wait(answered, 0, before, PATIENCE) === 'timed-out') {
      throw new Error(`the thread of ${service} did not answer ${command} within ${PATIENCE / 1000} s`)
    }
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
