import type { Block } from '#chat/schema/messages.ts'
import { isObject } from '../block-kit/check.ts'
import { escapeText } from './entities.ts'

type Members = Readonly<Record<string, unknown>>

/** The mark that is on both sides of a formatted piece. */
const MARKS = { bold: '*', italic: '_', strike: '~', code: '`' } as const

/**
 * Returns the text of a message that has these blocks and no text of its own, in the vendor's markup: that of its
 * `rich_text` and tables. https://docs.slack.dev/messaging/formatting-message-text
 */
export function textOfBlocks(blocks: readonly Block[]): string {
  return blocks
    .map((block) =>
      block.type === 'rich_text' ? partsText(block['elements']) : block.type === 'table' ? tableText(block) : '',
    )
    .filter((text) => text !== '')
    .join('\n')
}

function partsText(parts: unknown): string {
  return membersOf(parts)
    .map((part) => {
      if (part['type'] === 'rich_text_list') return listText(part)
      const text = inlineText(part['elements'])
      if (part['type'] === 'rich_text_preformatted') return `\`\`\`${text}\`\`\``
      return part['type'] === 'rich_text_quote' ? text.replaceAll(/^/gm, '&gt; ') : text
    })
    .join('\n')
}

function listText(list: Members): string {
  const indent = '    '.repeat(Number(list['indent'] ?? 0))
  const first = Number(list['offset'] ?? 0) + 1
  const bullet = (index: number): string => (list['style'] === 'ordered' ? `${first + index}.` : '•')
  return membersOf(list['elements'])
    .map((item, index) => `${indent}${bullet(index)} ${inlineText(item['elements'])}`)
    .join('\n')
}

function tableText({ rows }: Members): string {
  const lists: readonly unknown[] = Array.isArray(rows) ? rows : []
  return lists
    .map((row) =>
      membersOf(row)
        .map((cell) => partsText(cell['elements']))
        .join(' | '),
    )
    .join('\n')
}

function inlineText(elements: unknown): string {
  return membersOf(elements).map(pieceText).join('')
}

function pieceText(piece: Members): string {
  const member = (name: string): string => {
    const value = piece[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  switch (piece['type']) {
    case 'text':
      return marked(piece, escapeText(member('text')))
    case 'emoji':
      return `:${member('name')}${piece['skin_tone'] === undefined ? '' : `::skin-tone-${member('skin_tone')}`}:`
    case 'link':
      return `<${escapeText(member('url'))}${piece['text'] === undefined ? '' : `|${escapeText(member('text'))}`}>`
    case 'user':
      return `<@${member('user_id')}>`
    case 'channel':
      return `<#${member('channel_id')}>`
    case 'usergroup':
      return `<!subteam^${member('usergroup_id')}>`
    case 'broadcast':
      return `<!${member('range')}>`
    case 'date':
      return `<!date^${member('timestamp')}^${member('format')}|${member('fallback')}>`
    default:
      return ''
  }
}

/** Puts the marks of a piece's style around its text, inside of the spaces at its ends. */
function marked({ style }: Members, text: string): string {
  if (!isObject(style)) return text
  const marks = Object.entries(MARKS).flatMap(([name, mark]) => (style[name] === true ? [mark] : []))
  const [, before = '', inner = '', after = ''] = /^(\s*)([^]*?)(\s*)$/.exec(text) ?? []
  return inner === '' ? text : `${before}${marks.join('')}${inner}${marks.toReversed().join('')}${after}`
}

function membersOf(list: unknown): readonly Members[] {
  return Array.isArray(list) ? list.filter(isObject) : []
}
