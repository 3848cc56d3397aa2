import { clerkFailure } from '#auth-saas/errors.ts'

/**
 * @throws 400 for more records than an operation takes at once, and for one that comes twice where `duplicate` names
 * the vendor's code for it.
 */
export function requireBulk(identifiers: readonly string[], most: number, duplicate?: string): void {
  if (identifiers.length > most) {
    const sentence = `You can process up to ${most} records at once.`
    throw clerkFailure(400, 'bulk_size_exceeded', 'Bulk size exceeded', sentence)
  }
  const twice = identifiers.find((each, index) => identifiers.indexOf(each) !== index)
  if (twice === undefined || duplicate === undefined) return
  throw clerkFailure(400, duplicate, 'not unique', `${twice} was given more than once.`)
}
