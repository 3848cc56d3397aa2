import type { Block } from '#chat/schema/messages.ts'
import { emojiCodes } from './emoji.ts'
import { entityOf, unescapeText, type Entity } from './entities.ts'

// The rich text block that the vendor adds to a message that has a text and no blocks.
// https://docs.slack.dev/reference/block-kit/blocks/rich-text-block

/** Formatting of a piece of rich text. */
export interface Style {
  readonly bold?: true
  readonly italic?: true
  readonly strike?: true
  readonly code?: true
}

/** A piece of rich text: a text, a link, an emoji, a mention. */
export type Inline = Readonly<Record<string, unknown>>

/** A part of rich text: a section, a list, a quotation, a block of code. */
export interface Part {
  readonly type: string
  readonly elements: readonly Inline[]
  readonly [member: string]: unknown
}

/** A rich text block. */
export type RichText = Block & { readonly type: 'rich_text'; readonly elements: readonly Part[] }

/**
 * Returns the rich text of a message's text in the vendor's markup. With `mrkdwn: false` only its entities and emoji
 * are recognised, not its formatting.
 */
export function richTextOf(text: string, blockId: string, { mrkdwn = true }: { mrkdwn?: boolean } = {}): RichText {
  const parts = mrkdwn ? partsOf(text) : [section(inlineOf(text, {}, false))]
  return { type: 'rich_text', block_id: blockId, elements: parts.filter(({ elements }) => elements.length > 0) }
}

/** Returns the pieces of a text without formatting: its entities, its emoji and the text between them. */
export function plainInline(text: string, style: Style): readonly Inline[] {
  return inlineOf(text, style, false)
}

function section(elements: readonly Inline[]): Part {
  return { type: 'rich_text_section', elements }
}

/** Splits a text into code blocks, quotations and the sections between them. */
function partsOf(text: string): readonly Part[] {
  return text.split(/```([^]*?)```/).flatMap((piece, index): readonly Part[] => {
    if (index % 2 === 1) {
      const elements = inlineOf(piece.replace(/^\n|\n$/g, ''), {}, false)
      return [{ type: 'rich_text_preformatted', elements, border: 0 }]
    }
    const trimmed = text.includes('```') ? piece.replace(/^\n|\n$/g, '') : piece
    return quotesIn(trimmed)
  })
}

function quotesIn(text: string): readonly Part[] {
  const parts: { quote: boolean; lines: string[] }[] = []
  for (const line of text.split('\n')) {
    // The vendor takes both forms for a quotation.
    const quote = /^(?:&gt;|>)/.test(line)
    const last = parts.at(-1)
    const content = quote ? line.replace(/^(?:&gt;|>) ?/, '') : line
    if (last?.quote === quote) last.lines.push(content)
    else parts.push({ quote, lines: [content] })
  }
  return parts.map(({ quote, lines }) => {
    const elements = inlineOf(lines.join('\n'), {}, true)
    return quote ? { type: 'rich_text_quote', elements } : section(elements)
  })
}

const MARKS: Readonly<Record<string, keyof Style>> = { '*': 'bold', _: 'italic', '~': 'strike', '`': 'code' }

// Formatting begins after a space or punctuation and ends before one; its content has no spaces at its ends.
const PIECE = /<([^<>\n]+)>|(?<![\p{L}\p{N}])([*_~`])(?=\S)|:([a-z0-9_+'-]+(?:::skin-tone-[2-6])?):/gu
const PLAIN_PIECE = /<([^<>\n]+)>|(?!)()|:([a-z0-9_+'-]+(?:::skin-tone-[2-6])?):/gu
const CLOSING_OR_LINE_END = /(?<=\S)[*_~`](?![\p{L}\p{N}])|\n/gu

/** Returns the pieces of a text, which may have several lines. */
function inlineOf(text: string, style: Style, formatted: boolean): readonly Inline[] {
  const pieces: Inline[] = []
  const closingOf = formatted ? closings(text) : () => null
  const pattern = new RegExp(formatted ? PIECE : PLAIN_PIECE)
  let from = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [, entity, mark, emoji] = match
    const closing = mark === undefined ? null : closingOf(mark, match.index)
    if (mark !== undefined && closing === null) continue // a mark that nothing closes is text
    const end = closing === null ? pattern.lastIndex : closing + 1
    pieces.push(...textPiece(text.slice(from, match.index), style))
    if (entity !== undefined) pieces.push(styled(entityPiece(entityOf(entity)), style))
    else if (emoji !== undefined) pieces.push(styled(emojiPiece(emoji), style))
    else {
      const name = MARKS[mark ?? '']
      const more = name === undefined ? style : { ...style, [name]: true as const }
      for (const piece of inlineOf(text.slice(match.index + 1, end - 1), more, name !== 'code')) pieces.push(piece)
    }
    from = end
    pattern.lastIndex = end
  }
  pieces.push(...textPiece(text.slice(from), style))
  return pieces
}

/**
 * Returns a function that finds the mark which closes the one at a position, on the same line; null without one.
 * Positions must grow from call to call: the text is scanned once, however many of its marks nothing closes.
 */
function closings(text: string): (mark: string, at: number) => number | null {
  const stops = new Map(Object.keys(MARKS).map((mark) => [mark, { positions: [] as number[], next: 0 }]))
  for (const { 0: found, index } of text.matchAll(CLOSING_OR_LINE_END)) {
    for (const [mark, { positions }] of stops) if (found === mark || found === '\n') positions.push(index)
  }
  return (mark, at) => {
    const stop = stops.get(mark)
    if (stop === undefined) return null
    const first = at + 2 // something is between the two
    while ((stop.positions[stop.next] ?? Infinity) < first) stop.next += 1
    const position = stop.positions[stop.next]
    return position === undefined || text[position] === '\n' ? null : position
  }
}

function textPiece(text: string, style: Style): readonly Inline[] {
  return text === '' ? [] : [styled({ type: 'text', text: unescapeText(text) }, style)]
}

function styled(piece: Inline, style: Style): Inline {
  return Object.keys(style).length === 0 ? piece : { ...piece, style }
}

function emojiPiece(name: string): Inline {
  const [bare = '', tone] = name.split('::skin-tone-')
  const number = tone === undefined ? undefined : Number(tone)
  const unicode = emojiCodes(bare, number)
  return {
    type: 'emoji',
    name: bare,
    ...(number === undefined ? {} : { skin_tone: number }),
    ...(unicode === undefined ? {} : { unicode }),
  }
}

function entityPiece(entity: Entity): Inline {
  switch (entity.kind) {
    case 'user':
      return { type: 'user', user_id: entity.id }
    case 'channel':
      return { type: 'channel', channel_id: entity.id }
    case 'usergroup':
      return { type: 'usergroup', usergroup_id: entity.id }
    case 'broadcast':
      return { type: 'broadcast', range: entity.range }
    case 'date': {
      const { timestamp, format, url, fallback } = entity
      return { type: 'date', timestamp, format, ...(url === null ? {} : { url }), fallback }
    }
    case 'link': {
      const { url, text } = entity
      return { type: 'link', url: unescapeText(url), ...(text === null ? {} : { text: unescapeText(text) }) }
    }
  }
}
