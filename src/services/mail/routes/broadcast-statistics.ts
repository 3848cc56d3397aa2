import { viewWithCursors, type CursorListView } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import type { MailCall } from '#mail/call.ts'
import { missingField, validationError } from '#mail/errors.ts'
import { broadcastRecipientJson, clickedLinkJson } from '#mail/json/broadcast-statistics.ts'
import { answerPage } from '#mail/json/page.ts'
import { clickedLinks, isOutcome, OUTCOMES, recipientsWith } from '#mail/rules/audiences/broadcast-statistics.ts'
import { loadBroadcast } from '#mail/steps/broadcasts.ts'

const { get } = routesFor<MailCall>()

const BOUNCE_TYPES = ['permanent', 'transient', 'undetermined']

/** The outcomes of the emails of a broadcast. */
export const broadcastStatisticsRoutes = [
  get('broadcasts/recipients', '/broadcasts/:id/recipients', loadBroadcast, (call) => {
    const { rows, broadcast, query } = call
    const outcome = query.get('type')
    if (outcome === null) throw missingField('type')
    if (!isOutcome(outcome)) throw validationError(`The \`type\` parameter must be one of ${OUTCOMES.join(', ')}.`)
    const bounce = bounceTypeOf(query, outcome)
    const email = query.get('email')?.toLowerCase() ?? null
    const found = bounce !== null && bounce !== 'permanent' ? [] : recipientsWith(rows, broadcast, outcome)
    const listed = found.filter((each) => email === null || each.email === email)
    return answerPage(call, withOffsets(listed), (each) => broadcastRecipientJson(rows, outcome, each))
  }),
  get('broadcasts/list-clicked-links', '/broadcasts/:id/clicked-links', loadBroadcast, (call) =>
    answerPage(call, withOffsets(clickedLinks(call.rows, call.broadcast)), clickedLinkJson),
  ),
]

/** @throws 422 for an unknown type of bounces, and for one without `type=bounced`. */
function bounceTypeOf(query: URLSearchParams, outcome: string): string | null {
  const type = query.get('bounce_type')
  if (type === null) return null
  if (outcome !== 'bounced')
    throw validationError('The `bounce_type` parameter is only valid when `type` is `bounced`.')
  if (!BOUNCE_TYPES.includes(type)) throw validationError(`The \`bounce_type\` must be ${BOUNCE_TYPES.join(', ')}.`)
  return type
}

/** Returns a list whose rows are named by their places, as the vendor's opaque cursors name them. */
function withOffsets<R extends object>(rows: readonly R[]): CursorListView<R & { readonly id: string }> {
  const named = rows.map((row, index) => ({ ...row, id: Buffer.from(`offset:${index}`).toString('base64url') }))
  return viewWithCursors(named, ({ id }) => id)
}
