import type { MailContext } from '#mail/call.ts'
import type { Email, Tracking } from '#mail/schema/emails.ts'
import { readHtml, replaceHrefs } from '../inbox/html-content.ts'
import { parseAddress } from './addresses.ts'
import { domainByName } from './sender.ts'

/**
 * Returns the tracking of an email that is sent now; null when its domain tracks nothing, and without HTML.
 * https://resend.com/docs/dashboard/domains/tracking
 */
export function trackingOf({ rows, ids }: MailContext, { from, html }: Email): Tracking | null {
  const name = parseAddress(from)?.domain
  const domain = name === undefined ? undefined : domainByName(rows, name)
  if (html === null || domain === undefined) return null
  const { openTracking: opens, clickTracking: clicks } = domain
  return opens || clicks ? { opens, clicks, signature: ids.secret.base62(43) } : null
}

/**
 * Returns an email as its recipients get it. Where its clicks are tracked, the links of the HTML lead through the
 * instance; where its opens are, the HTML ends in an image of one pixel. The paths are the vendor's.
 */
export function deliveredEmail({ urls }: Pick<MailContext, 'urls'>, email: Email): Email {
  const { html, tracking, uuid } = email
  // Rows that an older backlot has saved have no `tracking`.
  if (html === null || !tracking) return email
  const { opens, clicks, signature } = tracking
  const tracked = (link: string): string =>
    targetOf(link) === null ? link : urls.of(`/CL0/${segmentOf(link)}/1/${uuid}/${signature}`)
  const linked = clicks ? replaceHrefs(html, tracked) : html
  return { ...email, html: opens ? withPixel(linked, urls.of(`/CI0/${uuid}/${signature}`)) : linked }
}

/** Returns the URL that a tracked link leads to; null unless the email has the link and its clicks are tracked. */
export function trackedTarget({ html, tracking }: Email, link: string): string | null {
  const isTracked =
    tracking?.clicks === true &&
    readHtml(html ?? '')
      .hrefs.map(wellFormed)
      .includes(link)
  return isTracked ? targetOf(link) : null
}

/** Returns the URL of a link that can be tracked, as a header can have it; null for other links. */
function targetOf(link: string): string | null {
  return /^\s*https?:/i.test(link) && URL.canParse(link) ? new URL(link).href : null
}

/** Replaces lone surrogates, which have no encoding in a URL. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString()
}

function segmentOf(link: string): string {
  return encodeURIComponent(wellFormed(link)).replaceAll('%3A', ':').replaceAll('%3D', '=')
}

function withPixel(html: string, url: string): string {
  const pixel = `<img alt="" src="${url}" style="display:none; width:1px; height:1px;">`
  const end = html.toLowerCase().lastIndexOf('</body')
  return end < 0 ? html + pixel : html.slice(0, end) + pixel + html.slice(end)
}
