import * as v from 'valibot'
import { checkedOptions } from '../../core/command-options.ts'
import type { MailContext } from './call.ts'
import { isoTime } from './json/format.ts'
import { bounce, suppression } from './rules/outcomes.ts'
import { goingTo, occur } from './rules/send.ts'

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

/** What happened to an email. */
export interface ReportOptions {
  /** Its id. */
  readonly email: string
  readonly event: (typeof REPORTED)[number]
  /** The recipients it happened to. Default: all in `to` that it went to. */
  readonly to?: readonly string[]
  /** What was clicked; only for `clicked`, which needs it. */
  readonly link?: string
  /** Why it failed; only for `failed`. Default: reached_daily_quota */
  readonly reason?: string
}

/**
 * Has something happen to an email that went out, as its recipients and their servers would: it is its last event, and
 * webhooks hear of it. `mail.report({ email: id, event: 'opened' })`
 *
 * @throws TypeError for options that do not exist.
 * @throws Error for an email that there is not, or that has not gone out.
 */
export function report(context: MailContext, options: ReportOptions): void {
  const given = checkedOptions('report', Report, options)
  const email = context.rows.emails.find('uuid', given.email)
  if (email === undefined) throw new Error(`report: no email has the id ${JSON.stringify(given.email)}`)
  if (email.sentAt === null) {
    throw new Error(`report: the email ${given.email} has not gone out, it is ${email.lastEvent}`)
  }
  const to = given.to ?? goingTo(email)
  occur(context, email, `email.${given.event}`, to, detailsOf(context, given, to))
}

function detailsOf(
  { clock }: MailContext,
  { event, link, reason }: v.InferOutput<typeof Report>,
  to: readonly string[],
): Readonly<Record<string, unknown>> {
  if (link !== undefined && event !== 'clicked') throw new TypeError(`report: link is for clicked, not for ${event}`)
  if (reason !== undefined && event !== 'failed') throw new TypeError(`report: reason is for failed, not for ${event}`)
  switch (event) {
    case 'bounced':
      return { bounce: bounce(to) }
    case 'suppressed':
      return { suppressed: suppression(to) }
    case 'failed':
      return { failed: { reason: reason ?? 'reached_daily_quota' } }
    case 'clicked': {
      if (link === undefined) throw new TypeError('report: link is missing: say what was clicked')
      const timestamp = isoTime(clock.now())
      return { click: { ipAddress: '127.0.0.1', link, timestamp, userAgent: 'Mozilla/5.0 (backlot)' } }
    }
    default:
      return {}
  }
}
