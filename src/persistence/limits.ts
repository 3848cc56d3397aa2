import { startTimer, stopTimer } from '#core/real-time.ts'

/** The times that a persistence may take, in milliseconds of the wall clock. */
export interface Limits {
  /** The longest time of one `load`. */
  readonly load: number
  /** The longest time that closing an instance waits for a `save`. */
  readonly save: number
  /** The pauses before a shared state whose version has not moved is loaded again. After the last, the save fails. */
  readonly stale: readonly number[]
  /** The pause before a failed save is tried again. It doubles with each failure, up to 30 seconds. */
  readonly retry: number
}

/** The times of every persistence: documented in docs/adapter.md. */
export const LIMITS: Limits = {
  load: 30_000,
  save: 10_000,
  stale: [0, 10, 20, 40, 80, 160, 320, 640, 1280, 2560],
  retry: 1000,
}

/** The longest pause before a failed save is tried again, in milliseconds. */
export const LONGEST_RETRY = 30_000

/** Thrown when a request on a shared state cannot be saved. It is answered with 503. */
export class SaveFailed extends Error {
  override name = 'SaveFailed'
}

/**
 * Returns what `work` resolves to.
 *
 * @throws Error with this message when it takes longer than `time` milliseconds.
 */
export async function withinLimit<T>(work: Promise<T>, time: number, message: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const ended = new Promise<never>((_resolve, reject) => {
    timer = startTimer(() => reject(new Error(message)), time)
  })
  try {
    return await Promise.race([work, ended])
  } finally {
    stopTimer(timer)
  }
}

/** Resolves after a time in milliseconds of the wall clock. */
export function pause(time: number): Promise<void> {
  return new Promise((resolve) => startTimer(resolve, time))
}
