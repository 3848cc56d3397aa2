import { notFound } from '#mail/errors.ts'
import type { Domain } from '#mail/schema/domains.ts'
import { uuidOf } from '#mail/rules/uuid.ts'
import type { PathContext } from '#mail/call.ts'

/**
 * A step that loads the domain of the path.
 *
 * @throws 404, and 422 for a malformed id.
 */
export function loadDomain({ rows, params }: PathContext<'domain_id'>): {
  readonly domain: Domain
} {
  const domain = rows.domains.find('uuid', uuidOf(params.domain_id))
  if (domain === undefined) throw notFound('Domain')
  return { domain }
}
