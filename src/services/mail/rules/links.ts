import { decodeEntities, plainText } from './plain-text.ts'

/** The content of a message: HTML, text or both. */
export interface Content {
  readonly html: string | null
  readonly text: string | null
}

/** An anchor's attributes; quoted values may contain `>`. */
const ANCHOR = /<(?:a|area)(?=[\s/])((?:"[^"]*"|'[^']*'|[^"'>])*)>/gi
/** An anchor with its text, which may be a shortened URL. */
const ANCHORED = /<a(?=[\s>])[\s\S]*?<\/a\s*>/gi
const ATTRIBUTE = /([^\s"'=<>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g
const IN_TEXT = /\bhttps?:\/\/[^\s<>"`]+/gi

/**
 * Returns the links of a message, each once: those of the HTML in order, then those found only in the text, or, when
 * there is no text part, in the text of the HTML. Addresses for mail and telephone calls and anchors within the message
 * are not links.
 */
export function linksOf({ html, text }: Content): string[] {
  const commented = html?.replaceAll(/<!--[\s\S]*?-->/g, '') ?? ''
  const anchored = [...commented.matchAll(ANCHOR)]
    .map(([, attributes = '']) => decodeEntities(hrefAmong(attributes)).trim())
    .filter(
      (href) => /^[a-z][a-z0-9+.-]*:/i.test(href) && !/^(?:mailto|tel|sms|javascript|data|cid|blob|about):/i.test(href),
    )
  const read = text === null ? plainText(commented.replaceAll(ANCHORED, ' ')) : text
  const written = [...read.matchAll(IN_TEXT)].map(([url]) => withoutSentence(url))
  return [...new Set([...anchored, ...written])]
}

/** Returns the first `href`, which is the one browsers use; empty when there is none. */
function hrefAmong(attributes: string): string {
  const [, , double, single, bare] =
    [...attributes.matchAll(ATTRIBUTE)].find(([, name]) => name?.toLowerCase() === 'href') ?? []
  return double ?? single ?? bare ?? ''
}

/**
 * Removes the punctuation of the surrounding sentence from a URL: a full stop, or a bracket that the URL does not open.
 */
function withoutSentence(url: string): string {
  let end = url
  for (;;) {
    const last = end.at(-1) ?? ''
    const open = { ')': '(', ']': '[', '}': '{' }[last]
    if (open === undefined ? !/[.,;:!?'’”»*_]/u.test(last) : end.split(open).length >= end.split(last).length)
      return end
    end = end.slice(0, -1)
  }
}
