import type { InboxAttachment } from '../json/inbox-message.ts'

/**
 * The HTML of a message as a browser is to show it: images that come with it at their URLs, and links that open beside. It
 * is the sender's own otherwise: only to be served with {@link shownHtmlPolicy}.
 */
export function shownHtml(html: string, attachments: readonly InboxAttachment[]): string {
  const urls = new Map(attachments.flatMap(({ content_id: id, url }) => (id === null ? [] : [[id, url] as const])))
  const withImages = html.replaceAll(/\bcid:([^"'\s)>]+)/gi, (whole, id: string) => {
    return urls.get(id) ?? urls.get(decoded(id)) ?? whole
  })
  const base = '<base target="_blank">'
  return /<head\b[^>]*>/i.test(withImages)
    ? withImages.replace(/<head\b[^>]*>/i, (head) => head + base)
    : withImages.replace(/^(\s*<!doctype[^>]*>)?/i, (doctype) => doctype + base)
}

/**
 * What such a page may do: show styles and images. No script, form or frame works, and it is of an origin of its own.
 * Images of other machines load when `remote` says so.
 */
export function shownHtmlPolicy(origin: string, remote: boolean): string {
  const images = `img-src data: ${origin} http://localhost:* http://127.0.0.1:*${remote ? ' http: https:' : ''}`
  const fonts = `font-src data:${remote ? ' http: https:' : ''}`
  const styles = `style-src 'unsafe-inline'${remote ? ' http: https:' : ''}`
  const sandbox = 'sandbox allow-popups allow-popups-to-escape-sandbox'
  return [sandbox, "default-src 'none'", images, fonts, styles, "form-action 'none'", "frame-ancestors 'self'"].join(
    '; ',
  )
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
