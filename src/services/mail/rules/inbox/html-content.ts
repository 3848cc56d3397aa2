import { decodeHTML, decodeHTMLAttribute } from 'entities'

/** The readable parts of an HTML document. */
export interface HtmlContent {
  /** The visible text as lines, without markup, styles and comments. */
  readonly text: string
  /** The visible text without the text of links. */
  readonly textOutsideLinks: string
  /** The `href` of each `a` and `area`, in order, with character references decoded. */
  readonly hrefs: readonly string[]
}

/** Elements whose content is not shown. The content of the first three is not even markup. */
const HIDDEN = new Set(['script', 'style', 'title', 'head', 'template', 'noscript'])
const RAW = new Set(['script', 'style', 'title'])

/** Elements that start a new line. */
const BLOCK = new Set(
  (
    'address article aside blockquote body br dd div dl dt footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p ' +
    'pre section table tbody tfoot thead tr ul'
  ).split(' '),
)

const ATTRIBUTE = /([^\s"'=<>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g

/**
 * Reads HTML once from its beginning to its end, so that the time grows with its length only, however broken it is.
 * Like a browser it takes an unclosed comment, and the content of an unclosed script or style, to reach to the end.
 */
export function readHtml(html: string): HtmlContent {
  const scanner = new TagScanner(html)
  const all: string[] = []
  const outside: string[] = []
  const hrefs: string[] = []
  let linkStart: number | null = null
  const add = (text: string): void => {
    all.push(text)
    outside.push(text)
  }
  for (;;) {
    const { text, tag } = scanner.next()
    if (text !== '') add(decoded(withSingleSpaces(text)))
    if (tag === null) break
    if (BLOCK.has(tag.name)) add('\n')
    else if (tag.name === 'td' || tag.name === 'th') add(' ')
    else if (isLink(tag)) {
      const href = hrefOf(tag)
      if (href !== null && href.value !== '') hrefs.push(href.value)
      if (tag.name === 'a') linkStart ??= outside.length
    } else if (tag.name === 'a' && linkStart !== null) {
      outside.length = linkStart
      outside.push(' ')
      linkStart = null
    }
  }
  return { text: tidied(all), textOutsideLinks: tidied(outside), hrefs }
}

/**
 * Returns the HTML with the `href` of each `a` and `area` replaced by what `replace` returns for it, with character
 * references decoded. Everything else stays as it was written.
 */
export function replaceHrefs(html: string, replace: (href: string) => string): string {
  const scanner = new TagScanner(html)
  const pieces: string[] = []
  let copied = 0
  for (let { tag } = scanner.next(); tag !== null; { tag } = scanner.next()) {
    const href = isLink(tag) ? hrefOf(tag) : null
    if (href === null) continue
    const replaced = replace(href.value)
    if (replaced === href.value) continue
    const quoted = `"${replaced.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`
    pieces.push(html.slice(copied, href.start), quoted)
    copied = href.end
  }
  return pieces.join('') + html.slice(copied)
}

/** A tag of the document; comments and the content of hidden elements are skipped. */
interface Tag {
  /** In lower case. */
  readonly name: string
  readonly isClosing: boolean
  readonly attributes: string
  /** The position of its attributes in the document. */
  readonly attributesStart: number
}

/** Finds the tags of a document in order. */
class TagScanner {
  readonly #html: string
  #position = 0
  /** Hidden elements that have no end tag after the position, so that it is not searched for again. */
  readonly #unclosed = new Set<string>()

  constructor(html: string) {
    this.#html = html
  }

  /** Returns the text before the next tag, and the tag; null at the end of the document. */
  next(): { readonly text: string; readonly tag: Tag | null } {
    const html = this.#html
    let text = ''
    for (;;) {
      const start = html.indexOf('<', this.#position)
      text += html.slice(this.#position, start < 0 ? undefined : start)
      if (start < 0) return this.#end(text)
      if (html.startsWith('<!--', start)) {
        const end = html.indexOf('-->', start + 4)
        if (end < 0) return this.#end(text)
        this.#position = end + 3
        continue
      }
      if (!startsTag(html.charCodeAt(start + 1))) {
        text += '<'
        this.#position = start + 1
        continue
      }
      const end = this.#endOfTag(start + 1)
      if (end < 0) return this.#end(text)
      this.#position = end + 1
      const tag = tagOf(html, start + 1, end)
      if (tag.isClosing || !HIDDEN.has(tag.name) || !this.#skipContent(tag.name)) return { text, tag }
    }
  }

  #end(text: string): { readonly text: string; readonly tag: null } {
    this.#position = this.#html.length
    return { text, tag: null }
  }

  /** Returns the position of the `>` that ends a tag: one in a quoted value does not. -1 when there is none. */
  #endOfTag(from: number): number {
    const html = this.#html
    for (let at = from; at < html.length; at++) {
      const letter = html.charCodeAt(at)
      if (letter === CODE['>']) return at
      if (letter !== CODE['=']) continue
      while (isSpace(html.charCodeAt(at + 1))) at++
      const quote = html.charCodeAt(at + 1)
      if (quote !== CODE['"'] && quote !== CODE["'"]) continue
      const close = html.indexOf(String.fromCharCode(quote), at + 2)
      if (close < 0) return -1
      at = close
    }
    return -1
  }

  /** Moves behind the end tag of a hidden element. Returns false when it has none and its content is markup. */
  #skipContent(name: string): boolean {
    if (this.#unclosed.has(name)) return false
    const endTag = new RegExp(`</${name}\\s*>`, 'gi')
    endTag.lastIndex = this.#position
    if (endTag.test(this.#html)) {
      this.#position = endTag.lastIndex
      return true
    }
    this.#unclosed.add(name)
    if (!RAW.has(name)) return false
    this.#position = this.#html.length
    return true
  }
}

const CODE = { '!': 33, '"': 34, "'": 39, '/': 47, '=': 61, '>': 62, '?': 63 } as const

/** True for the white space of HTML. */
function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13)
}

/** True for a letter, `/`, `!` and `?`: any other character after `<` makes it text. */
function startsTag(code: number): boolean {
  const lower = code | 32
  return (lower >= 97 && lower <= 122) || code === CODE['/'] || code === CODE['!'] || code === CODE['?']
}

function tagOf(html: string, start: number, end: number): Tag {
  const isClosing = html[start] === '/'
  const from = isClosing ? start + 1 : start
  let at = from
  while (at < end && !isSpace(html.charCodeAt(at)) && html.charCodeAt(at) !== CODE['/']) at++
  return { name: html.slice(from, at).toLowerCase(), isClosing, attributes: html.slice(at, end), attributesStart: at }
}

function isLink({ name, isClosing }: Tag): boolean {
  return (name === 'a' || name === 'area') && !isClosing
}

/** The value of an `href`, and where the document has it, with its quotes. */
interface Href {
  readonly value: string
  readonly start: number
  readonly end: number
}

/** Returns the first `href`, which is the one browsers use; null when there is none or it has no value. */
function hrefOf({ attributes, attributesStart }: Tag): Href | null {
  for (const { 0: whole, 1: name, 2: double, 3: single, 4: bare, index } of attributes.matchAll(ATTRIBUTE)) {
    if (name?.toLowerCase() !== 'href') continue
    const written = double ?? single ?? bare
    if (written === undefined) return null
    const end = attributesStart + index + whole.length
    const start = end - written.length - (bare === undefined ? 2 : 0)
    return { value: written.includes('&') ? decodeHTMLAttribute(written) : written, start, end }
  }
  return null
}

function decoded(text: string): string {
  return text.includes('&') ? decodeHTML(text) : text
}

/** Replaces each run of white space by one space. Runs that are one space already are not matched, which is faster. */
function withSingleSpaces(text: string): string {
  return text.replaceAll(/ \s+|[^\S ]\s*/g, ' ')
}

/** Joins pieces of text to lines without superfluous space and invisible characters. */
function tidied(pieces: readonly string[]): string {
  return pieces
    .join('')
    .replaceAll(/[\u200B-\u200D\u2060\uFEFF\u00AD]|\u034F/g, '')
    .split('\n')
    .map((line) => withSingleSpaces(line).trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
