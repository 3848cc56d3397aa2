import { derived } from '../test-clocks/test-clock.ts'
import type { PaymentsContext } from '#payments/call.ts'

/** Thrown to roll back a transaction whose result is a preview. */
class Rollback extends Error {}

/**
 * Returns the result of `preview` and undoes all its changes. `preview` gets a context that emits nothing and sets no
 * timer.
 */
export function previewing<T>(context: PaymentsContext, preview: (context: PaymentsContext) => T): T {
  const silent = derived(context, { emit: () => undefined, schedule: () => undefined })
  const results: T[] = []
  try {
    context.store.transaction(() => {
      results.push(preview(silent))
      throw new Rollback()
    })
  } catch (error) {
    if (!(error instanceof Rollback)) throw error
  }
  const [result] = results
  if (results.length === 0) throw new Error('the preview has no result')
  return result as T // pushed above
}
