import type { CloudCall } from '../../call.ts'

// Kept from before a test may install fake timers.
const startTimer = setTimeout
const stopTimer = clearTimeout

/** The longest that is waited before looking anew, in milliseconds: as long as a client may wait. */
const LONGEST = 20_000

/** What is waited for. */
export interface Awaited<T> {
  /** When there is no longer waited, in epoch milliseconds of the clock. */
  readonly deadline: number
  /** What there is by a time; null where there is nothing, and then it changes nothing. */
  readonly look: (at: number) => T | null
  /** When there will be something at the earliest, as things are; undefined: not without a change. */
  readonly nextAt: () => number | undefined
}

/**
 * What `look` finds now or after a change, null at the deadline. Time is that of the instance's clock: it is waited in real time where
 * the clock follows the wall clock, and no longer than until the clock is moved. Given up when the client leaves, which then
 * is given nothing, and when the state is reset.
 */
export async function untilFound<T>(call: CloudCall, { deadline, look, nextAt }: Awaited<T>): Promise<T | null> {
  for (;;) {
    const next = Math.min(deadline, nextAt() ?? deadline)
    await nextMoment(call, Math.min(Math.max(0, next - call.clock.now()), LONGEST))
    if (call.store.ended || call.left.aborted) return null
    const now = call.clock.now()
    // What became visible later than the client waited was not there for it, however far the clock was moved.
    const found = call.store.transaction(() => look(Math.min(now, deadline)))
    if (found !== null || now >= deadline) return found
  }
}

/** Resolves after the next change, after `ms` of real time, or when the client leaves. */
function nextMoment({ store, left }: CloudCall, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      stopTimer(timer)
      left.removeEventListener('abort', end)
      resolve()
    }
    const timer = startTimer(end, ms).unref()
    if (left.aborted) end()
    else left.addEventListener('abort', end, { once: true })
    void store.changed().then(end)
  })
}
