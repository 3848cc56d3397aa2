import { describe, it } from 'vitest'

type Register<B> = (name: string, body: B) => void

const absent = (): void => undefined

/** A check that only some providers have. Where they have it not, there is no such test, rather than one that is skipped. */
export function itIf(holds: boolean | undefined): Register<() => Promise<void> | void> {
  return holds === true ? it : absent
}

/** A group of checks that only some providers have. */
export function describeIf(holds: boolean | undefined): Register<() => void> {
  return holds === true ? describe : absent
}
