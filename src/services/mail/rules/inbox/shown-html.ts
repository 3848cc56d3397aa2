import { percentDecode } from '#core/text/percent-decode.ts'
import type { Attachment } from '#mail/schema/emails.ts'

/**
 * Returns the HTML of a message for a browser: inline images as data URLs, links opening in a new tab. The rest is the
 * sender's HTML, unchanged, so it may only be served with {@link shownHtmlPolicy}. Under this policy the page has an
 * opaque origin, from which it could not load the images of the inbox.
 */
export function shownHtml(html: string, attachments: readonly Attachment[]): string {
  const urls = new Map(attachments.flatMap((each) => (each.contentId === null ? [] : [[each.contentId, urlOf(each)]])))
  const withImages = html.replaceAll(/\bcid:([^"'\s)>]+)/gi, (whole, id: string) => {
    return urls.get(id) ?? urls.get(percentDecode(id) ?? id) ?? whole
  })
  const base = '<base target="_blank">'
  return /<head\b[^<>]*>/i.test(withImages)
    ? withImages.replace(/<head\b[^<>]*>/i, (head) => head + base)
    : withImages.replace(/^(\s*<!doctype[^>]*>)?/i, (doctype) => doctype + base)
}

/**
 * Returns the Content-Security-Policy for a message's HTML: it allows styles and images, no scripts, forms or frames,
 * and gives the page an origin of its own. Images come from the hosts of `ownUrls`; `remote` allows other machines.
 */
export function shownHtmlPolicy(ownUrls: readonly string[], remote: boolean): string {
  const own = [...new Set(ownUrls.map((url) => new URL(url).origin))].join(' ')
  const images = `img-src data: ${own} http://localhost:* http://127.0.0.1:*${remote ? ' http: https:' : ''}`
  const fonts = `font-src data:${remote ? ' http: https:' : ''}`
  const styles = `style-src 'unsafe-inline'${remote ? ' http: https:' : ''}`
  const sandbox = 'sandbox allow-popups allow-popups-to-escape-sandbox'
  return [sandbox, "default-src 'none'", images, fonts, styles, "form-action 'none'", "frame-ancestors 'self'"].join(
    '; ',
  )
}

function urlOf({ content, contentType, path }: Attachment): string {
  return content === null ? (path ?? '') : `data:${contentType};base64,${content}`
}
