import type { MailContext, Rows } from '#mail/call.ts'
import type { Broadcast, BroadcastEvent, BroadcastOutcome } from '#mail/schema/audiences.ts'
import type { EmailOccurrence } from '#mail/schema/events.ts'
import { emailOf } from '../sending/addresses.ts'

/** The outcomes that the statistics of a broadcast count. */
export const OUTCOMES: readonly string[] = [
  'sent',
  'delivered',
  'opened',
  'clicked',
  'bounced',
  'complained',
  'unsubscribed',
  'suppressed',
] satisfies BroadcastOutcome[]

/** True for the name of an outcome. */
export function isOutcome(text: string): text is BroadcastOutcome {
  return OUTCOMES.includes(text)
}

/** Counts an event of an email for the broadcast that it belongs to. */
export function countOutcome({ rows }: Pick<MailContext, 'rows'>, broadcastId: string, event: EmailOccurrence): void {
  const broadcast = rows.broadcasts.find('uuid', broadcastId)
  const outcome = event.event.slice('email.'.length)
  if (broadcast === undefined || !isOutcome(outcome)) return
  const link = event.event === 'email.clicked' ? event.link : null
  for (const each of event.to) {
    rows.broadcastEvents.insert({ broadcastId: broadcast.id, outcome, email: emailOf(each), link })
  }
}

/** Counts that a recipient has unsubscribed by the link of a broadcast. */
export function countUnsubscription(rows: Rows, broadcast: Broadcast, email: string): void {
  rows.broadcastEvents.insert({ broadcastId: broadcast.id, outcome: 'unsubscribed', email: emailOf(email), link: null })
}

/** A recipient of a broadcast with an outcome. */
export interface BroadcastRecipient {
  readonly email: string
  /** How often it happened. */
  readonly count: number
  /** The numbers of clicks, by their links. */
  readonly links: ReadonlyMap<string, number>
}

/** Returns the recipients of a broadcast with an outcome, in the order in which it first happened to them. */
export function recipientsWith(rows: Rows, broadcast: Broadcast, outcome: BroadcastOutcome): BroadcastRecipient[] {
  const byRecipient = new Map<string, BroadcastEvent[]>()
  for (const event of rows.broadcastEvents.list('byOutcome', broadcast.id, outcome)) {
    const own = byRecipient.get(event.email)
    if (own === undefined) byRecipient.set(event.email, [event])
    else own.push(event)
  }
  return [...byRecipient].map(([email, own]) => ({ email, count: own.length, links: clicksByLink(own) }))
}

/** A link of a broadcast that was clicked. */
export interface ClickedLink {
  readonly url: string
  readonly clicks: number
  /** The number of recipients that clicked it. */
  readonly uniqueClicks: number
}

/** Returns the links of a broadcast that were clicked, most clicks first. */
export function clickedLinks(rows: Rows, broadcast: Broadcast): ClickedLink[] {
  const clicks = rows.broadcastEvents.list('byOutcome', broadcast.id, 'clicked')
  const links = [...clicksByLink(clicks)].map(([url, count]) => {
    const people = new Set(clicks.filter(({ link }) => link === url).map(({ email }) => email))
    return { url, clicks: count, uniqueClicks: people.size }
  })
  return links.toSorted((a, b) => b.clicks - a.clicks)
}

function clicksByLink(events: readonly BroadcastEvent[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { link } of events) if (link !== null) counts.set(link, (counts.get(link) ?? 0) + 1)
  return counts
}
