/** The named references that mail is written with; what is not here stays as it stands. */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  zwnj: '',
  zwj: '',
  shy: '',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  middot: '·',
  bull: '•',
  times: '×',
  rarr: '→',
  larr: '←',
  euro: '€',
  pound: '£',
  yen: '¥',
  cent: '¢',
  sect: '§',
  deg: '°',
}

/** Elements whose content is not shown. */
const UNREAD = /<(head|style|script|title|template|noscript)\b[^>]*>[\s\S]*?<\/\1\s*>/gi

/** Elements that start a new line. */
const BLOCK =
  /<\/?(?:address|article|aside|blockquote|body|br|dd|div|dl|dt|footer|form|h[1-6]|header|hr|html|li|main|nav|ol|p|pre|section|table|tbody|tfoot|thead|tr|ul)\b[^>]*>/gi

/** Text with its character references resolved. https://html.spec.whatwg.org/multipage/syntax.html#character-references */
export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return NAMED[name] ?? NAMED[name.toLowerCase()] ?? whole
      const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole
    },
  )
}

/** Returns the visible text of HTML as lines, without markup, styles and comments. */
export function plainText(html: string): string {
  const marked = html
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(UNREAD, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(BLOCK, '\n')
    .replaceAll(/<\/?(?:td|th)\b[^>]*>/gi, ' ')
    .replaceAll(/<[^>]*>/g, '')
  return decodeEntities(marked)
    .replaceAll(/[\u200B-\u200D\u2060\uFEFF\u00AD]|\u034F/gu, '')
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** Returns the text part of a message, or the visible text of its HTML when it has none. */
export function textOf({ html, text }: { readonly html: string | null; readonly text: string | null }): string {
  return text ?? plainText(html ?? '')
}
