import { redirect, type Answer } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { MailCall } from '#mail/call.ts'
import { notFound } from '#mail/errors.ts'
import { reachedRecipients, recordEvent } from '#mail/rules/sending/send.ts'
import { trackedTarget } from '#mail/rules/sending/tracking.ts'
import { loadTrackedEmail } from '#mail/steps/tracked-emails.ts'

const { get } = routesFor<MailCall>()

/** A transparent image of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** The targets of the links and pixels of tracked emails. https://resend.com/docs/dashboard/domains/tracking */
export const trackingRoutes = [
  get('tracking/click', '/CL0/:link/1/:id/:signature', loadTrackedEmail, (call) => {
    const { email, params, clientAddress } = call
    const target = trackedTarget(email, params.link)
    if (target === null) throw notFound('Link')
    const userAgent = call.header('user-agent') ?? ''
    const to = reachedRecipients(email)
    recordEvent(call, email, {
      event: 'email.clicked',
      to,
      link: params.link.trim(),
      ipAddress: clientAddress,
      userAgent,
    })
    return redirect(target)
  }),
  get('tracking/open', '/CI0/:id/:signature', loadTrackedEmail, (call): Answer => {
    const { email } = call
    if (email.tracking?.opens !== true) throw notFound('Image')
    recordEvent(call, email, { event: 'email.opened', to: reachedRecipients(email) })
    return { status: 200, headers: { 'content-type': 'image/gif', 'cache-control': 'no-store' }, body: PIXEL }
  }),
]
