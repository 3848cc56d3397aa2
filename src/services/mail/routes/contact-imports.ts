import { json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { MailCall } from '#mail/call.ts'
import { validationError } from '#mail/errors.ts'
import { contactImportJson } from '#mail/json/contact-import.ts'
import { answerPage } from '#mail/json/page.ts'
import { addMissingProperties, queueImport } from '#mail/rules/audiences/contact-imports.ts'
import { findSegment, findTopic } from '#mail/rules/audiences/contacts.ts'
import { newestFirst, viewOfRows } from '#mail/rules/page.ts'
import type { ContactImport } from '#mail/schema/imports.ts'
import { loadContactImport, loadImportForm } from '#mail/steps/contact-imports.ts'

const { get, post } = routesFor<MailCall>()

/** Imports of contacts from files. https://resend.com/docs/api-reference/contacts/create-contact-import */
export const contactImportsRoutes = [
  post('contacts/create-import', '/contacts/imports', loadImportForm, (call) => {
    const { rows, upload } = call
    const { column_map, on_conflict, segments, topics } = upload.input
    for (const { id } of segments) findSegment(rows, id)
    for (const { id } of topics) findTopic(rows, id)
    addMissingProperties(call, column_map)
    const queued = queueImport(call, {
      csv: upload.csv,
      columns: column_map,
      onConflict: on_conflict,
      segments: segments.map(({ id }) => id),
      topics,
    })
    return json({ object: 'contact_import', id: queued.uuid }, 201)
  }),
  get('contacts/list-imports', '/contacts/imports', (call) => {
    const { rows, query } = call
    const status = query.get('status')
    if (status === null) return answerPage(call, newestFirst(rows.contactImports), contactImportJson)
    if (!isStatus(status)) {
      throw validationError('The `status` parameter must be queued, in_progress, completed or failed.')
    }
    const found = status === 'in_progress' ? [] : rows.contactImports.list('byStatus', status)
    return answerPage(call, viewOfRows(found.toReversed()), contactImportJson)
  }),
  get('contacts/get-import', '/contacts/imports/:id', loadContactImport, ({ contactImport }) =>
    json(contactImportJson(contactImport)),
  ),
]

function isStatus(text: string): text is ContactImport['status'] | 'in_progress' {
  return ['queued', 'in_progress', 'completed', 'failed'].includes(text)
}
