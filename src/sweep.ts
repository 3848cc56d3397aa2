import type { SweepReport } from './sweep/report.ts'
import type { SweepOptions, SweepRun, SweepTarget } from './sweep/sweep.ts'

/**
 * Runs a body once to learn which calls it makes, then once for each call and each way to fail: the vendor's 429, 500
 * and 503, no answer, the connection dropped before the change was made and after it; and for the webhooks: each one
 * sent twice, late or not at all, and in every order. Everything is reset before each run. While the body waits, time
 * runs ahead. Resolves to the table of what the code did.
 *
 * @throws SweepError when the invariant did not hold, with the line that replays each such case.
 *
 * @example
 * await sweep(payments, async () => checkout(order), { invariant: () => expect(charges()).toBeLessThanOrEqual(1) })
 */
export async function sweep(
  target: SweepTarget,
  body: (run: SweepRun) => unknown,
  options: SweepOptions,
): Promise<SweepReport> {
  const { runSweep } = await import('./sweep/sweep.ts')
  return runSweep(target, body, options)
}
