import { describe, it } from 'vitest'

type Register<B> = (name: string, body: B) => void

const absent = (): void => undefined

/** Registers a test for the providers that have a feature; for the others there is no test, not a skipped one. */
export function itIf(holds: boolean | undefined): Register<() => Promise<void> | void> {
  return holds === true ? it : absent
}

/** Registers a group of tests for the providers that have a feature. */
export function describeIf(holds: boolean | undefined): Register<() => void> {
  return holds === true ? describe : absent
}
