import { clerkFailure } from '#auth-saas/errors.ts'

/**
 * Returns a moment that is not in the future of a clock; undefined for none.
 *
 * @throws 422 for a later one.
 */
export function notFuture(at: number | null | undefined, now: number, name: string): number | undefined {
  if (at === null || at === undefined) return undefined
  if (at <= now) return at
  throw clerkFailure(422, 'form_disallow_future_date', 'is in the future', `${name} cannot be in the future.`, {
    param_name: name,
  })
}
