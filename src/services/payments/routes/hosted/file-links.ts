import { routesFor } from '#core/routes.ts'
import type { PaymentsCall } from '#payments/call.ts'
import { missingPage } from '#payments/pages/missing.ts'
import { isExpired } from '#payments/rules/files.ts'
import { now } from '#payments/rules/new-id.ts'
import { answerContents } from '../files/contents.ts'

const { get } = routesFor<PaymentsCall>()

/** The contents of a file, for everyone who has a link to it. */
export const fileLinkPageRoutes = [
  get('fileLink', '/links/:token', (call) => {
    const link = call.rows.fileLinks.find('token', call.params.token)
    if (link === undefined || isExpired(link, now(call))) return missingPage('There is no file at this address.')
    return answerContents(call, call.rows.files.require(link.file))
  }),
]
