import type { Worker, WorkerOptions } from 'node:worker_threads'
import { OWN_THREAD } from '#core/own-thread.ts'
import { workerThreads } from './builtins.ts'
import type { Interceptor } from './interceptor.ts'
import type { Patches } from './patches.ts'
import { registerFile, registerOption } from './register-file.ts'

type WorkerClass = new (file: string | URL, options?: WorkerOptions) => Worker
type Options = WorkerOptions & { readonly [OWN_THREAD]?: boolean }

/** The key under which a worker thread finds the path of the hosts' file. */
const FOLLOWED = 'backlot.hosts'

/** Lets every worker thread that starts from now on steer its calls to the same instances as this thread. */
export function patchWorkers(interceptor: Interceptor, patches: Patches): void {
  const threads = workerThreads()
  patches.replaceClass(threads, 'Worker', (original: WorkerClass) => {
    return new Proxy(original, {
      construct(target, [file, options, ...rest]: [string | URL, Options?, ...unknown[]], made) {
        const start = (given: Options | undefined): Worker =>
          Reflect.construct(target, [file, given, ...rest], made) as Worker // what the class makes
        if (!interceptor.isOn || options?.[OWN_THREAD] === true) return start(options)
        threads.setEnvironmentData(FOLLOWED, interceptor.hostsFile())
        try {
          return startWith(start, options)
        } finally {
          threads.setEnvironmentData(FOLLOWED, undefined)
        }
      },
    })
  })
}

/** Returns the path of the hosts' file that the thread which started this one has left; null in a main thread. */
export function takeFollowed(): string | null {
  const { isMainThread, getEnvironmentData, setEnvironmentData } = workerThreads()
  const file = isMainThread ? undefined : getEnvironmentData(FOLLOWED)
  if (typeof file !== 'string') return null
  setEnvironmentData(FOLLOWED, undefined)
  const { execArgv } = process
  if (execArgv[0] === '--require' && execArgv[1] === registerFile()) execArgv.splice(0, 2)
  return file
}

/** Starts a worker thread that loads `backlot/intercept` before all else. */
function startWith(start: (options: Options) => Worker, options: Options = {}): Worker {
  const own = options.execArgv
  // Node.js parses NODE_OPTIONS again for a worker that has an `execArgv`.
  const first = variablesOf(options)['NODE_OPTIONS']?.includes(registerOption()) ? [] : ['--require', registerFile()]
  const startsBy = (execArgv: readonly string[]): Worker =>
    start(Object.create(options, { execArgv: { value: [...first, ...execArgv], enumerable: true } }) as Options) // has the members of `options`
  if (own !== undefined && own !== null) return Array.isArray(own) ? startsBy(own) : start(options)
  try {
    return startsBy(process.execArgv)
  } catch (error) {
    const refused = flagsIn(error)
    if (refused === null) throw error
    return startsBy(without(process.execArgv, refused))
  }
}

function variablesOf({ env }: WorkerOptions): Readonly<Record<string, string | undefined>> {
  return typeof env === 'object' && env !== null ? env : process.env
}

/** Returns the flags that Node.js does not let a worker thread have; null for any other error. */
function flagsIn(error: unknown): readonly string[] | null {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_INVALID_EXEC_ARGV')) return null
  return error.message.slice(error.message.indexOf(': ') + 2).split(', ')
}

/** Returns flags without those that are of the process, and without their values: a worker has them all the same. */
function without(flags: readonly string[], refused: readonly string[]): string[] {
  let isDropped = false
  return flags.filter((flag) => {
    isDropped = flag.startsWith('-') ? refused.includes(flag) : isDropped
    return !isDropped
  })
}
