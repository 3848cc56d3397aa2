import { lexer, type Token, type Tokens } from 'marked'
import type { ChatContext } from '#chat/call.ts'
import type { CanvasSection } from '#chat/schema/canvases.ts'
import { isTooDeep } from '../text/markdown.ts'

// The sections of a canvas. https://docs.slack.dev/surfaces/canvases

/** A piece of Markdown that a canvas cannot show. */
export class UnsupportedContent extends Error {}

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * Returns the sections of a text in Markdown.
 *
 * @throws UnsupportedContent for what a canvas cannot show, with the line.
 */
export function sectionsOf({ ids }: Pick<ChatContext, 'ids'>, markdown: string): readonly CanvasSection[] {
  if (isTooDeep(markdown)) throw new UnsupportedContent("'content' error: line 1: Unsupported list depth")
  let line = 1
  return lexer(markdown).flatMap((token) => {
    const at = line
    line += token.raw.split('\n').length - 1
    if (token.type === 'space' || token.type === 'def') return []
    const id = `temp:C:${ids.from(UPPER, 3)}${ids.hex(25)}`
    return [{ id, type: typeOf(token, at), markdown: token.raw.trim() }]
  })
}

function typeOf(token: Token, line: number): string {
  if (token.type !== 'heading') return TYPES[token.type] ?? 'paragraph'
  const { depth } = token as Tokens.Heading // by its type
  if (depth > 3) throw new UnsupportedContent(`'content' error: line ${line}: Unsupported heading depth (${depth})`)
  return `h${depth}`
}

const TYPES: Readonly<Partial<Record<string, string>>> = {
  blockquote: 'blockquote',
  code: 'code_block',
  hr: 'horizontal_line',
  list: 'list',
  table: 'table',
}

/** The types of sections that a search may name. */
export const SEARCHED_TYPES: readonly string[] = [
  'any_header',
  'h1',
  'h2',
  'h3',
  ...Object.values(TYPES).flatMap((type) => type ?? []),
]

/** Returns the sections of one of the types that contain a text, whatever its case. */
export function matchingSections(
  sections: readonly CanvasSection[],
  { types, text }: { readonly types: readonly string[] | undefined; readonly text: string | undefined },
): readonly CanvasSection[] {
  const isOfType = ({ type }: CanvasSection): boolean =>
    types === undefined || types.includes(type) || (types.includes('any_header') && /^h\d$/.test(type))
  const words = text?.toLowerCase() ?? ''
  return sections.filter((section) => isOfType(section) && section.markdown.toLowerCase().includes(words))
}
