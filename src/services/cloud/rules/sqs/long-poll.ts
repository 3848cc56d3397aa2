import type { CloudCall } from '#cloud/call.ts'
import { startTimer, stopTimer } from '#core/real-time.ts'

/** The longest wait before looking again, in milliseconds: the longest that a client may wait. */
const LONGEST = 20_000

/** A condition to wait for. */
export interface WaitCondition<T> {
  /** The end of the wait, in epoch milliseconds of the instance's clock. */
  readonly deadline: number
  /** Returns the result at a time; null when there is none, and then it must change nothing. */
  readonly look: (at: number) => T | null
  /** Returns the earliest time of a result without further changes; undefined when there is none. */
  readonly nextAt: () => number | undefined
}

/**
 * Returns the result of `look`, now or after a change; null at the deadline. The wait follows the instance's clock: it
 * ends in real time while the clock follows the wall clock, and at once when a test moves the clock past the deadline.
 * It also ends with null when the client disconnects or the state is reset.
 */
export async function waitUntilFound<T>(
  call: CloudCall,
  { deadline, look, nextAt }: WaitCondition<T>,
): Promise<T | null> {
  for (;;) {
    const next = Math.min(deadline, nextAt() ?? deadline)
    await nextMoment(call, Math.min(Math.max(0, next - call.clock.now()), LONGEST))
    if (call.store.ended || call.clientGone.aborted) return null
    const now = call.clock.now()
    // A message that became visible after the deadline does not count, even if a test moved the clock past both.
    const found = call.store.transaction(() => look(Math.min(now, deadline)))
    if (found !== null || now >= deadline) return found
  }
}

/** Resolves after the next change, after `ms` of real time, or when the client disconnects. */
function nextMoment({ store, clientGone }: CloudCall, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      stopTimer(timer)
      clientGone.removeEventListener('abort', end)
      resolve()
    }
    const timer = startTimer(end, ms).unref()
    if (clientGone.aborted) end()
    else clientGone.addEventListener('abort', end, { once: true })
    void store.changed().then(end)
  })
}
