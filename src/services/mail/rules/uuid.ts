import { invalidParameter } from '../errors.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** An id of the path, as rows have it. Throws 422 for what is no UUID. */
export function uuidOf(given: string): string {
  if (!UUID.test(given)) throw invalidParameter('The `id` must be a valid UUID.')
  return given.toLowerCase()
}
