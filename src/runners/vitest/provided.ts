import type { ProjectOptions } from '#fixtures/index.ts'

/** The values that the main process provides to the workers of a Vitest project. */
export interface ProvidedOptions {
  /** The options of the plugin. */
  readonly options?: ProjectOptions
  /** The project's root. */
  readonly root?: string
  /** The index of the shard, from 0. */
  readonly shard?: number
}

/** The members of a Vitest project that are used in the main process; they are the same from Vitest 3.2 to 5. */
export interface Project {
  readonly config: { root: string; setupFiles: string[]; sequence: { setupFiles?: string } }
  readonly vitest: {
    readonly config: {
      readonly shard?: { readonly index: number } | undefined
      /** Globs of files whose change runs all tests again in watch mode. */
      readonly forceRerunTriggers?: string[] | undefined
    }
  }
  provide(key: 'backlot', value: ProvidedOptions): void
}

/**
 * Returns the project's root in a worker: the one that the main process provided, else the one in Vitest's own worker
 * state. The working directory is no substitute: it is that of the command, even when the project is one of several
 * below it.
 */
export function rootOf({ root }: ProvidedOptions): string {
  const worker: unknown = Reflect.get(globalThis, '__vitest_worker__')
  const config = typeof worker === 'object' && worker !== null && 'config' in worker ? worker.config : undefined
  const own = typeof config === 'object' && config !== null && 'root' in config ? config.root : undefined
  return root ?? (typeof own === 'string' ? own : process.cwd())
}
