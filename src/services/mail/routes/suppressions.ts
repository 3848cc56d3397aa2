import * as v from 'valibot'
import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { MailCall, Rows } from '#mail/call.ts'
import { notFound, validationError } from '#mail/errors.ts'
import { listedSuppression } from '#mail/json/suppression.ts'
import { listOf, newestFirst, paginated } from '#mail/rules/page.ts'
import { bareAddress } from '#mail/rules/sending/addresses.ts'
import { suppress, unsuppress } from '#mail/rules/audiences/suppressions.ts'
import type { Suppression } from '#mail/schema/suppressions.ts'

const { get, post, del } = routesFor<MailCall>()

const LARGEST_BATCH = 100
const address = bareAddress('email')
const NewSuppression = v.object({ email: address })
const NewSuppressions = v.object({ emails: v.pipe(v.array(address), v.minLength(1), v.maxLength(LARGEST_BATCH)) })
const Removals = v.object({ emails: v.optional(v.array(v.string()), []), ids: v.optional(v.array(v.string()), []) })

const one = '/suppressions/:id'

/** The suppression list. https://resend.com/docs/api-reference/suppressions/list-suppressions */
export const suppressionsRoutes = [
  post('suppressions/add', '/suppressions', body(NewSuppression), (call) =>
    json({ object: 'suppression', id: suppress(call, call.body.email, 'manual', null).uuid }, 201),
  ),
  post('suppressions/batch-add', '/suppressions/batch/add', body(NewSuppressions), (call) => {
    const added = call.body.emails.map((email) => suppress(call, email, 'manual', null))
    return json({ data: added.map(({ uuid }) => ({ object: 'suppression', id: uuid })) }, 201)
  }),
  post('suppressions/batch-remove', '/suppressions/batch/remove', body(Removals), (call) => {
    const { emails, ids } = call.body
    if (emails.length + ids.length === 0) throw validationError('Missing `emails` or `ids` field.')
    const found = [...emails, ...ids].flatMap((each) => suppressionByIdOrEmail(call.rows, each) ?? [])
    const removed = [...new Map(found.map((each) => [each.uuid, each])).values()]
    for (const suppression of removed) unsuppress(call, suppression)
    return json({ data: removed.map(({ uuid }) => ({ object: 'suppression', id: uuid, deleted: true })) })
  }),
  get('suppressions/list', '/suppressions', (call) => {
    const origin = call.query.get('origin')
    if (origin === null) return paginated(call, newestFirst(call.rows.suppressions), listedSuppression)
    const matches = call.rows.suppressions.list('all').filter((each) => each.origin === origin)
    return paginated(call, listOf(matches.toReversed()), listedSuppression)
  }),
  get('suppressions/get', one, loadSuppression, ({ suppression }) =>
    json({ object: 'suppression', ...listedSuppression(suppression) }),
  ),
  del('suppressions/remove', one, loadSuppression, (call) => {
    unsuppress(call, call.suppression)
    return json({ object: 'suppression', id: call.suppression.uuid, deleted: true })
  }),
]

/**
 * A step that loads the suppression of the path, by id or address.
 *
 * @throws 404.
 */
function loadSuppression({ rows, params }: Pick<MailCall, 'rows'> & { readonly params: { readonly id: string } }): {
  readonly suppression: Suppression
} {
  const suppression = suppressionByIdOrEmail(rows, params.id)
  if (suppression === undefined) throw notFound('Suppression')
  return { suppression }
}

function suppressionByIdOrEmail(rows: Rows, idOrEmail: string): Suppression | undefined {
  const key = idOrEmail.toLowerCase()
  return rows.suppressions.find('uuid', key) ?? rows.suppressions.find('email', key)
}
