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

/** Runs work, and returns its result with the processor time that this process has spent meanwhile, in milliseconds. */
export async function timed<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly spent: number }> {
  const before = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(before)
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
