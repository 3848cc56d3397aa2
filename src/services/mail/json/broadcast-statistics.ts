import type { Rows } from '#mail/call.ts'
import type { BroadcastRecipient, ClickedLink } from '#mail/rules/audiences/broadcast-statistics.ts'
import type { BroadcastOutcome } from '#mail/schema/audiences.ts'

/** A recipient of a broadcast. https://resend.com/docs/api-reference/broadcasts/list-broadcast-recipients */
export function broadcastRecipientJson(
  rows: Rows,
  outcome: BroadcastOutcome,
  { id, email, count, links }: BroadcastRecipient & { readonly id: string },
) {
  return {
    id,
    contact_id: rows.contacts.find('email', email)?.uuid ?? null,
    email,
    ...(outcome === 'opened' || outcome === 'clicked' ? { count } : {}),
    // Every bounce here is one of an address that does not exist.
    ...(outcome === 'bounced' ? { bounce_type: 'permanent' } : {}),
    ...(outcome === 'clicked' ? { clicked_links: [...links].map(([url, clicks]) => ({ url, clicks })) } : {}),
  }
}

/** A clicked link. https://resend.com/docs/api-reference/broadcasts/list-broadcast-clicked-links */
export function clickedLinkJson({ id, url, clicks, uniqueClicks }: ClickedLink & { readonly id: string }) {
  return { id, url, clicks, unique_clicks: uniqueClicks }
}
