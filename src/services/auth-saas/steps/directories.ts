import type { AuthCall } from '#auth-saas/call.ts'
import { noSuch } from '#auth-saas/errors.ts'
import type { Directory } from '#auth-saas/schema/directories.ts'

/**
 * Adds the directory that the path names.
 *
 * @throws 404 for an unknown one.
 */
export const loadDirectory = (call: AuthCall): { readonly directory: Directory } => {
  const id = call.params['directory_id'] ?? ''
  const directory = call.rows.directories.get(id)
  if (directory === undefined) throw noSuch('directory', id)
  return { directory }
}
