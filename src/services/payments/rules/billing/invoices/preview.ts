import type { PaymentsContext } from '../../../call.ts'

/** Thrown to undo work that is done only to see its result. */
class Undone extends Error {}

/** Returns the result of work and undoes all its changes. The work reports nothing and sets no timer. */
export function previewing<T>(context: PaymentsContext, work: (context: PaymentsContext) => T): T {
  const silent: PaymentsContext = { ...context, base: context.base, emit: () => undefined, schedule: () => undefined }
  const results: T[] = []
  try {
    context.store.transaction(() => {
      results.push(work(silent))
      throw new Undone()
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
  const [result] = results
  if (results.length === 0) throw new Error('the preview has no result')
  return result as T // pushed above
}
