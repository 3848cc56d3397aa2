import type { PathContext } from '#mail/call.ts'
import { notFound } from '#mail/errors.ts'
import type { Email } from '#mail/schema/emails.ts'

/**
 * A step that loads the tracked email of a link or a pixel.
 *
 * @throws 404, for a wrong signature too.
 */
export function loadTrackedEmail({ rows, params }: PathContext<'id' | 'signature'>): { readonly email: Email } {
  const email = rows.emails.find('uuid', params.id)
  if (email?.tracking?.signature !== params.signature) throw notFound('Email')
  return { email }
}
