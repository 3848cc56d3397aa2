import { readHtml, type HtmlContent } from './html-content.ts'

/** Returns the visible text of HTML as lines, without markup, styles and comments. */
export function plainText(html: string): string {
  return readHtml(html).text
}

/**
 * Returns the text part of a message, or the visible text of its HTML when it has none. `content` is its HTML, if read
 * already.
 */
export function textOf(
  { html, text }: { readonly html: string | null; readonly text: string | null },
  content?: HtmlContent,
): string {
  return text ?? (content ?? readHtml(html ?? '')).text
}
