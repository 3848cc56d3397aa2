import type { Instance } from '#core/instance.ts'
import type { Finding } from './finding.ts'

/** A state in one text holds no files: the path of one is a difference already. */
const NO_FILES = {
  nameOf: () => undefined,
  nameOfBytes: () => undefined,
  pathOf: (name: string) => name,
  bytesOf: () => new Uint8Array(),
}

/** Returns the whole state of an instance as a text. */
export function stateOf(instance: Instance): string {
  return JSON.stringify(instance.save(NO_FILES))
}

/** Resets an instance; returns a finding when its state is not `seeded`, that of a fresh instance, afterwards. */
export function resetTo(seeded: string, instance: Instance, sent: string): readonly Finding[] {
  instance.reset()
  return differing(seeded, stateOf(instance), sent)
}

/** Returns a finding when the state after a reset is not that of a fresh instance. */
export function differing(seeded: string, after: string, sent: string): readonly Finding[] {
  if (after === seeded) return []
  let at = 0
  while (at < seeded.length && seeded[at] === after[at]) at++
  const [one, other] = [seeded, after].map((each) => each.slice(Math.max(0, at - 60), at + 60))
  return [{ sent: `${sent} and a reset`, flaw: `the state differs from a fresh one: ${one} became ${other}` }]
}
