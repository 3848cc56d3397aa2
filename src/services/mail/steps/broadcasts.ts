import { notFound, validationError } from '#mail/errors.ts'
import type { Broadcast } from '#mail/schema/audiences.ts'
import type { PathContext } from '#mail/call.ts'

/**
 * A step that loads the broadcast of the path.
 *
 * @throws 404.
 */
export function loadBroadcast({ rows, params }: PathContext<'id'>): {
  readonly broadcast: Broadcast
} {
  const broadcast = rows.broadcasts.find('uuid', params.id)
  if (broadcast === undefined) throw notFound('Broadcast')
  return { broadcast }
}

/**
 * A step that lets only drafts pass.
 *
 * @throws 422; `action` says what cannot be done: `updated`.
 */
export function requireDraft(action: string) {
  return ({ broadcast: { status } }: { readonly broadcast: Broadcast }): void => {
    if (status !== 'draft') throw validationError(`Only draft broadcasts can be ${action}; this one is ${status}.`)
  }
}
