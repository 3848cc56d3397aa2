import { lexer, type Token, type Tokens } from 'marked'
import type { Block } from '#chat/schema/messages.ts'
import { plainInline, type Inline, type Part, type Style } from './rich-text.ts'

// Markdown as the vendor keeps it: the blocks that its clients show.
// https://docs.slack.dev/reference/block-kit/blocks/markdown-block

/** Returns the blocks of a text in Markdown: `rich_text`, and between them dividers and tables; without ids. */
export function blocksOfMarkdown(markdown: string): readonly Block[] {
  if (isTooDeep(markdown)) return [{ type: 'rich_text', elements: [section(plainInline(markdown, {}))] }]
  const blocks: Block[] = []
  let parts: Part[] = []
  const endText = (): void => {
    if (parts.length > 0) blocks.push({ type: 'rich_text', elements: parts })
    parts = []
  }
  for (const token of lexer(markdown)) {
    if (token.type === 'hr' || token.type === 'table') {
      endText()
      blocks.push(token.type === 'hr' ? { type: 'divider' } : tableBlock(token as Tokens.Table)) // by its type
    } else {
      for (const part of partsOf(token)) parts = withPart(parts, part)
    }
  }
  endText()
  return blocks
}

/** Returns true for a text with more quotations and lists within each other than anybody writes: the lexer recurses. */
export function isTooDeep(markdown: string): boolean {
  return TOO_DEEP.test(markdown)
}

const TOO_DEEP = /^[ \t]*(?:>[ \t]*|(?:[-*+]|\d{1,9}[.)])[ \t]+){100}/m

/** Adds a part; two sections are one, with an empty line between them. */
function withPart(parts: readonly Part[], part: Part): Part[] {
  const last = parts.at(-1)
  if (last?.type !== 'rich_text_section' || part.type !== 'rich_text_section') return [...parts, part]
  return [...parts.slice(0, -1), { ...last, elements: [...last.elements, textOf('\n\n'), ...part.elements] }]
}

function partsOf(token: Token): readonly Part[] {
  switch (token.type) {
    case 'space':
      return []
    case 'heading':
      return [section(inlineOf(token.tokens, { bold: true }))]
    case 'code':
      return [{ type: 'rich_text_preformatted', elements: [textOf(textIn(token))], border: 0 }]
    case 'blockquote':
      return [{ type: 'rich_text_quote', elements: quoted(token.tokens ?? []) }]
    case 'list':
      return listParts(token as Tokens.List, 0) // by its type
    default:
      return [section(inlineOf(innerOf(token), {}))]
  }
}

function section(elements: readonly Inline[]): Part {
  return { type: 'rich_text_section', elements }
}

function textOf(text: string, style: Style = {}): Inline {
  return { type: 'text', text, ...(Object.keys(style).length === 0 ? {} : { style }) }
}

function textIn(token: Token): string {
  return 'text' in token && typeof token.text === 'string' ? token.text : token.raw
}

/** Returns the pieces of the paragraphs of a quotation, a line each. */
function quoted(tokens: readonly Token[]): readonly Inline[] {
  const paragraphs = tokens.filter(({ type }) => type !== 'space')
  return paragraphs.flatMap((each, index) => [
    ...(index === 0 ? [] : [textOf('\n')]),
    ...inlineOf(each.type === 'code' ? [each] : innerOf(each), {}),
  ])
}

function innerOf(token: Token): readonly Token[] {
  return hasTokens(token) ? token.tokens : [token]
}

function hasTokens(token: Token): token is Token & { readonly tokens: Token[] } {
  return 'tokens' in token && token.tokens !== undefined
}

/** Returns a list and the lists within it, which follow their item with a larger `indent`. */
function listParts(list: Tokens.List, indent: number): readonly Part[] {
  const style = list.ordered ? 'ordered' : 'bullet'
  const first = typeof list.start === 'number' ? list.start - 1 : 0
  const parts: Part[] = []
  let open: Inline[] = []
  let offset = first
  const end = (): void => {
    if (open.length === 0) return
    const from = list.ordered && offset > 0 ? { offset } : {}
    parts.push({ type: 'rich_text_list', style, indent, border: 0, ...from, elements: open })
    offset += open.length
    open = []
  }
  for (const item of list.items) {
    const nested = item.tokens.filter(({ type }) => type === 'list')
    const own = item.tokens.filter(({ type }) => type !== 'list' && type !== 'space')
    open.push({ type: 'rich_text_section', elements: own.flatMap((each) => inlineOf(innerOf(each), {})) })
    if (nested.length > 0) end()
    // `list` tokens, by the filter.
    for (const each of nested) parts.push(...listParts(each as Tokens.List, Math.min(indent + 1, 8)))
  }
  end()
  return parts
}

function inlineOf(tokens: readonly Token[] | undefined, style: Style): readonly Inline[] {
  return (tokens ?? []).flatMap((token): readonly Inline[] => {
    switch (token.type) {
      case 'strong':
        return inlineOf(token.tokens, { ...style, bold: true })
      case 'em':
        return inlineOf(token.tokens, { ...style, italic: true })
      case 'del':
        return inlineOf(token.tokens, { ...style, strike: true })
      case 'codespan':
      case 'code':
        return [textOf(textIn(token), { ...style, code: true })]
      case 'br':
        return [textOf('\n', style)]
      case 'checkbox':
        return [textOf('checked' in token && token.checked === true ? '☑ ' : '☐ ')]
      case 'link':
      case 'image':
        return [linkOf(token as Tokens.Link | Tokens.Image, style)] // by its type
      default:
        return hasTokens(token) ? inlineOf(token.tokens, style) : plainInline(textIn(token), style)
    }
  })
}

function linkOf({ href, text }: Pick<Tokens.Link, 'href' | 'text'>, style: Style): Inline {
  const label = text === '' || text === href ? {} : { text }
  return { type: 'link', url: href, ...label, ...(Object.keys(style).length === 0 ? {} : { style }) }
}

/** Returns a table block; its cells are rich text. https://docs.slack.dev/reference/block-kit/blocks/table-block */
function tableBlock({ header, rows, align }: Tokens.Table): Block {
  const cell = ({ tokens }: Tokens.TableCell, style: Style): object => ({
    type: 'rich_text',
    elements: [section(inlineOf(tokens, style))],
  })
  return {
    type: 'table',
    column_settings: align.map((side) => ({ align: side ?? 'left' })),
    rows: [header.map((each) => cell(each, { bold: true })), ...rows.map((row) => row.map((each) => cell(each, {})))],
  }
}
