/** The finding of a round. */
export interface Finding {
  /** The request, as far as it can be shown. */
  readonly sent: string
  /** The fault of the answer, or of the state after it. */
  readonly flaw: string
}

/** One thing that is fuzzed, ready for rounds. */
interface Target extends AsyncDisposable {
  /**
   * Sends what the seed of the round decides, to state that is as after a reset. A round with the same seed sends the
   * same.
   */
  round(seed: number): Promise<readonly Finding[]>
}

/** Opens a target. */
export type OpenTarget = () => Promise<Target>

/** The longest time of the processor that one answer may take, in milliseconds. */
export const SLOW = 1000

/** How long a round waits for one answer before it goes on, in milliseconds: an operation may wait for an event. */
export const PATIENCE = 2000

/** A reading of the processor time of this process: each costs more than most answers. */
let reading = { at: Number.NEGATIVE_INFINITY, usage: process.cpuUsage() }

/** The longest time between two readings while work begins, in milliseconds. */
const READING = 100

/**
 * Runs work, and returns its result with the time that it has spent, in milliseconds. For work that took longer than
 * {@link SLOW} it is the processor time of this process meanwhile, and up to a tenth of a second before.
 */
export async function timed<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly spent: number }> {
  const began = performance.now()
  if (began - reading.at > READING) reading = { at: began, usage: process.cpuUsage() }
  const { usage } = reading
  const result = await work()
  const took = performance.now() - began
  if (took <= SLOW) return { result, spent: took }
  const { user, system } = process.cpuUsage(usage)
  return { result, spent: (user + system) / 1000 }
}

/** Resolves with what `work` resolves with; undefined when it takes longer than {@link PATIENCE}. */
export async function patient<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), PATIENCE)))
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the beginning of a text, for a message. */
export function shortened(text: string, length = 400): string {
  return text.length <= length ? text : `${text.slice(0, length)}… (${text.length} characters)`
}
