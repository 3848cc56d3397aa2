import { decodeEntities, plainText } from './plain-text.ts'

/** What a message says, in HTML, in text or in both. */
export interface Content {
  readonly html: string | null
  readonly text: string | null
}

/** What is in the tag of an anchor: values in quotes may have what would end it. */
const ANCHOR = /<(?:a|area)(?=[\s/])((?:"[^"]*"|'[^']*'|[^"'>])*)>/gi
/** An anchor with its words, which may be a URL cut short. */
const ANCHORED = /<a(?=[\s>])[\s\S]*?<\/a\s*>/gi
const ATTRIBUTE = /([^\s"'=<>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g
const IN_TEXT = /\bhttps?:\/\/[^\s<>"`]+/gi

/**
 * The links of a message, each once: those of the HTML in its order, then those that only the text has, or where there is none
 * what one reads of the HTML. A link leads
 * somewhere: addresses to write to or to call, and places in the message itself, are none.
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

/** The first `href` is the one that counts; empty when there is none. */
function hrefAmong(attributes: string): string {
  const [, , double, single, bare] =
    [...attributes.matchAll(ATTRIBUTE)].find(([, name]) => name?.toLowerCase() === 'href') ?? []
  return double ?? single ?? bare ?? ''
}

/** Without what belongs to the sentence around a URL: a full stop, a bracket that the URL did not open. */
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
