import type { RecordContext } from '#oidc-d/call.ts'
import { alreadyExists } from '#oidc-d/errors.ts'
import type { ORIGIN_SCOPES, TrustedOrigin } from '#oidc-d/schema.ts'
import { createId } from './identifiers.ts'
import { changerOf } from './records.ts'

/** The members of a trusted origin that a body sets. */
export type TrustedOriginFields = Pick<TrustedOrigin, 'name' | 'origin' | 'scopes'> &
  Partial<Pick<TrustedOrigin, 'status'>>

/**
 * Creates a trusted origin.
 *
 * @throws 400 for a taken name or origin.
 */
export function createTrustedOrigin(context: RecordContext, fields: TrustedOriginFields): TrustedOrigin {
  refuseTaken(context, fields, null)
  const now = context.clock.now()
  const by = changerOf(context)
  const id = createId(context, 'tos')
  return context.rows.trustedOrigins.insert({
    id,
    status: 'ACTIVE',
    ...fields,
    created: now,
    createdBy: by,
    lastUpdated: now,
    lastUpdatedBy: by,
  })
}

/**
 * Changes a trusted origin.
 *
 * @throws 400 for a taken name or origin.
 */
export function updateTrustedOrigin(
  context: RecordContext,
  { id, ...before }: TrustedOrigin,
  changes: Partial<TrustedOriginFields>,
): TrustedOrigin {
  refuseTaken(context, { ...before, ...changes }, id)
  return context.rows.trustedOrigins.update(id, {
    ...changes,
    lastUpdated: context.clock.now(),
    lastUpdatedBy: changerOf(context),
  })
}

/**
 * Returns whether an organization trusts an origin with an operation; null when it has no trusted origins, and says
 * nothing about any.
 */
export function trusts(
  { rows }: Pick<RecordContext, 'rows'>,
  origin: string,
  scope: (typeof ORIGIN_SCOPES)[number],
): boolean | null {
  const found = rows.trustedOrigins.find('origin', origin)
  if (found !== undefined) return found.status === 'ACTIVE' && found.scopes.some(({ type }) => type === scope)
  return rows.trustedOrigins.page('all', [], { offset: 0, limit: 1 }).rows.length === 0 ? null : false
}

function refuseTaken(
  { rows }: RecordContext,
  { name, origin }: Pick<TrustedOrigin, 'name' | 'origin'>,
  id: string | null,
): void {
  const isTaken = (holder: TrustedOrigin | undefined): boolean => holder !== undefined && holder.id !== id
  if (isTaken(rows.trustedOrigins.find('name', name))) throw alreadyExists('name')
  if (isTaken(rows.trustedOrigins.find('origin', origin))) throw alreadyExists('origin')
}
