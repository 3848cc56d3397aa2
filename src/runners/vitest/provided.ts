import type { ProjectOptions } from '../../fixtures/index.ts'

/** What the main process tells the workers of a Vitest project. */
export interface ProvidedOptions {
  /** The options of the plugin. */
  readonly options?: ProjectOptions
  /** The project's root. */
  readonly root?: string
  /** The index of the shard, from 0. */
  readonly shard?: number
}

/** The part of a Vitest project that is used in the main process; the same from Vitest 3.2 to 5. */
export interface Project {
  readonly config: { root: string; setupFiles: string[]; sequence: { setupFiles?: string } }
  readonly vitest: { readonly config: { readonly shard?: { readonly index: number } | undefined } }
  provide(key: 'backlot', value: ProvidedOptions): void
}

/**
 * The project's root in a worker: what the main process told, else what Vitest itself has told the worker, whose working
 * directory is that of the command even when the project is one of several below it.
 */
export function rootOf({ root }: ProvidedOptions): string {
  const worker: unknown = Reflect.get(globalThis, '__vitest_worker__')
  const config = typeof worker === 'object' && worker !== null && 'config' in worker ? worker.config : undefined
  const own = typeof config === 'object' && config !== null && 'root' in config ? config.root : undefined
  return root ?? (typeof own === 'string' ? own : process.cwd())
}
