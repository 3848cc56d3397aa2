import { checkedOptions } from '#core/options.ts'
import type { MailContext } from '#mail/call.ts'
import { reachedRecipients, recordEvent } from '#mail/rules/sending/send.ts'
import type { EmailOccurrence } from '#mail/schema/events.ts'
import * as v from 'valibot'

const REPORTED = [
  'delivered',
  'delivery_delayed',
  'opened',
  'clicked',
  'bounced',
  'complained',
  'suppressed',
  'failed',
] as const

const Report = v.strictObject({
  email: v.string(),
  event: v.picklist(REPORTED),
  to: v.optional(v.array(v.string())),
  link: v.optional(v.pipe(v.string(), v.url())),
  reason: v.optional(v.string()),
})

/** An event to report for an email. */
export interface ReportOptions {
  /** The id of the email. */
  readonly email: string
  readonly event: (typeof REPORTED)[number]
  /** The recipients that the event is about. Default: the recipients in `to` that the email was sent to. */
  readonly to?: readonly string[]
  /** The link that was clicked; required for `clicked`, not allowed for other events. */
  readonly link?: string
  /** The reason of the failure; only for `failed`. Default: reached_daily_quota */
  readonly reason?: string
}

/**
 * Makes an event happen to a sent email, as recipients and their servers would: the event becomes the email's last
 * event and webhooks get it. `mail.report({ email: id, event: 'opened' })`
 *
 * @throws TypeError for unknown options.
 * @throws Error for an email that does not exist or has not been sent.
 */
export function report(context: MailContext, input: ReportOptions): void {
  const options = checkedOptions('report', Report, input)
  const email = context.rows.emails.find('uuid', options.email)
  if (email === undefined) throw new Error(`report: no email has the id ${JSON.stringify(options.email)}`)
  if (email.sentAt === null) {
    throw new Error(`report: the email ${options.email} was not sent: it is ${email.lastEvent}`)
  }
  const to = options.to ?? reachedRecipients(email)
  recordEvent(context, email, occurrenceOf(options, to))
}

function occurrenceOf({ event, link, reason }: v.InferOutput<typeof Report>, to: readonly string[]): EmailOccurrence {
  if (link !== undefined && event !== 'clicked') throw new TypeError(`report: link is for clicked, not for ${event}`)
  if (reason !== undefined && event !== 'failed') throw new TypeError(`report: reason is for failed, not for ${event}`)
  if (event === 'suppressed') return { event: 'email.suppressed', to, reason: 'previous_bounce' }
  if (event === 'failed') return { event: 'email.failed', to, reason: reason ?? 'reached_daily_quota' }
  if (event !== 'clicked') return { event: `email.${event}`, to }
  if (link === undefined) throw new TypeError('report: link is missing: pass the link that was clicked')
  return { event: 'email.clicked', to, link, ipAddress: '127.0.0.1', userAgent: 'Mozilla/5.0 (backlot)' }
}
