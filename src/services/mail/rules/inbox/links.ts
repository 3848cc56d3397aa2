import { readHtml, type HtmlContent } from './html-content.ts'

/** The content of a message: HTML, text or both. */
export interface Content {
  readonly html: string | null
  readonly text: string | null
}

const URL_IN_TEXT = /\bhttps?:\/\/[^\s<>"`]+/gi

/**
 * Returns the links of a message, each once: those of the HTML in order, then those found only in the text, or, when
 * there is no text part, in the text of the HTML. Addresses for mail and telephone calls and anchors within the message
 * are not links. `content` is the message's HTML, if read already.
 */
export function linksOf({ html, text }: Content, content: HtmlContent = readHtml(html ?? '')): string[] {
  const { hrefs, textOutsideLinks } = content
  const anchored = [...new Set(hrefs.map((href) => href.trim()))].filter(
    (href) => /^[a-z][a-z0-9+.-]*:/i.test(href) && !/^(?:mailto|tel|sms|javascript|data|cid|blob|about):/i.test(href),
  )
  const written = [...(text ?? textOutsideLinks).matchAll(URL_IN_TEXT)].map(([url]) => withoutSentence(url))
  return [...new Set([...anchored, ...written])]
}

const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/**
 * Removes the punctuation of the surrounding sentence from a URL: a full stop, or a bracket that the URL does not open.
 */
function withoutSentence(url: string): string {
  const counts = new Map<string, number>()
  for (const letter of url) if (/[()[\]{}]/.test(letter)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  let end = url.length
  for (; end > 0; end--) {
    const last = url[end - 1] ?? ''
    const open = OPENING[last]
    if (open === undefined) {
      if (!/[.,;:!?'’”»*_]/u.test(last)) break
    } else {
      const closed = counts.get(last) ?? 0
      if ((counts.get(open) ?? 0) >= closed) break
      counts.set(last, closed - 1)
    }
  }
  return url.slice(0, end)
}
