import { invalidParameter } from '#mail/errors.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Returns an id of the path in lower case, as rows have it.
 *
 * @throws 422 for text that is no UUID.
 */
export function uuidOf(text: string): string {
  if (!UUID.test(text)) throw invalidParameter('The `id` must be a valid UUID.')
  return text.toLowerCase()
}
