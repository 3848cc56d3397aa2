import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { MailCall } from '#mail/call.ts'
import { validationError } from '#mail/errors.ts'
import { listedSuppressionJson } from '#mail/json/suppression.ts'
import { viewOfRows, newestFirst } from '#mail/rules/page.ts'
import { bareAddress } from '#mail/rules/sending/addresses.ts'
import { suppress, unsuppress, suppressionByIdOrEmail } from '#mail/rules/audiences/suppressions.ts'
import * as v from 'valibot'
import { loadSuppression } from '#mail/steps/suppressions.ts'
import { answerPage } from '#mail/json/page.ts'

const { get, post, del } = routesFor<MailCall>()

const LARGEST_BATCH = 100
const address = bareAddress('email')
const SuppressionInput = v.object({ email: address })
const SuppressionsInput = v.object({ emails: v.pipe(v.array(address), v.minLength(1), v.maxLength(LARGEST_BATCH)) })
const SuppressionRemovals = v.object({
  emails: v.optional(v.array(v.string()), []),
  ids: v.optional(v.array(v.string()), []),
})

const one = '/suppressions/:id'

/** The suppression list. https://resend.com/docs/api-reference/suppressions/list-suppressions */
export const suppressionsRoutes = [
  post('suppressions/add', '/suppressions', body(SuppressionInput), (call) =>
    json({ object: 'suppression', id: suppress(call, call.body.email, 'manual', null).uuid }, 201),
  ),
  post('suppressions/batch-add', '/suppressions/batch/add', body(SuppressionsInput), (call) => {
    const added = call.body.emails.map((email) => suppress(call, email, 'manual', null))
    return json({ data: added.map(({ uuid }) => ({ object: 'suppression', id: uuid })) }, 201)
  }),
  post('suppressions/batch-remove', '/suppressions/batch/remove', body(SuppressionRemovals), (call) => {
    const { emails, ids } = call.body
    if (emails.length + ids.length === 0) throw validationError('Missing `emails` or `ids` field.')
    const found = [...emails, ...ids].flatMap((each) => suppressionByIdOrEmail(call.rows, each) ?? [])
    const removed = [...new Map(found.map((each) => [each.uuid, each])).values()]
    for (const suppression of removed) unsuppress(call, suppression)
    return json({ data: removed.map(({ uuid }) => ({ object: 'suppression', id: uuid, deleted: true })) })
  }),
  get('suppressions/list', '/suppressions', (call) => {
    const origin = call.query.get('origin')
    if (origin === null) return answerPage(call, newestFirst(call.rows.suppressions), listedSuppressionJson)
    const matches = call.rows.suppressions.list('all').filter((each) => each.origin === origin)
    return answerPage(call, viewOfRows(matches.toReversed()), listedSuppressionJson)
  }),
  get('suppressions/get', one, loadSuppression, ({ suppression }) =>
    json({ object: 'suppression', ...listedSuppressionJson(suppression) }),
  ),
  del('suppressions/remove', one, loadSuppression, (call) => {
    unsuppress(call, call.suppression)
    return json({ object: 'suppression', id: call.suppression.uuid, deleted: true })
  }),
]
