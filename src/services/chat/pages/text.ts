import { isInRange } from '#core/duration.ts'
import { html, type Html, type Part } from '#pages/html.ts'
import type { Rows } from '#chat/call.ts'
import { isObject } from '#chat/rules/block-kit/check.ts'
import { richTextOf } from '#chat/rules/text/rich-text.ts'
import { emojiText, withEmoji } from './emoji.ts'

type Members = Readonly<Record<string, unknown>>

/** Returns a text in the vendor's markup as people read it. */
export function mrkdwn(rows: Rows, text: string): Html {
  return richText(rows, richTextOf(text, 'page').elements)
}

/** Returns a text object: plain, or in the vendor's markup. */
export function textObject(rows: Rows, value: unknown): Part {
  if (!isObject(value)) return null
  const text = scalar(value['text'])
  return value['type'] === 'mrkdwn' ? mrkdwn(rows, text) : withEmoji(text)
}

/** Returns the words of a plain text object; empty for anything else. */
export function words(value: unknown): string {
  return isObject(value) ? withEmoji(scalar(value['text'])) : ''
}

/** Returns a text in Markdown as people read it: headings, emphasis, links and lists. */
export function markdown(rows: Rows, text: string): Html {
  const lines = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/\*\*([^*\n]+)\*\*/g, '*$1*')
    .replaceAll(/\[([^\]\n]{1,500})\]\((https?:[^)\s]{1,2000})\)/g, '<$2|$1>')
    .replaceAll(/^#{1,6} +(.{1,1000})$/gm, '*$1*')
    .replaceAll(/^[-*] +/gm, '• ')
  return mrkdwn(rows, lines)
}

/** Returns the parts of a rich text block. https://docs.slack.dev/reference/block-kit/blocks/rich-text-block */
export function richText(rows: Rows, parts: unknown): Html {
  return html`${list(parts).map((part) => richPart(rows, part))}`
}

function richPart(rows: Rows, part: Members): Part {
  const inner = (): Part => list(part['elements']).map((element) => inline(rows, element))
  switch (part['type']) {
    case 'rich_text_preformatted':
      return html`<pre>${inner()}</pre>`
    case 'rich_text_quote':
      return html`<blockquote>${inner()}</blockquote>`
    case 'rich_text_list': {
      const items = list(part['elements']).map((item) => html`<li>${richPart(rows, item)}</li>`)
      const { indent } = part
      const level = typeof indent === 'number' && indent >= 1 && indent <= 8 ? `indent-${indent}` : ''
      return part['style'] === 'ordered'
        ? html`<ol class="${level}">
            ${items}
          </ol>`
        : html`<ul class="bullets ${level}">
            ${items}
          </ul>`
    }
    default:
      return html`<span class="text">${inner()}</span>`
  }
}

function inline(rows: Rows, element: Members): Part {
  const id = (name: string): string => scalar(element[name])
  switch (element['type']) {
    case 'text':
      return styled(withEmoji(id('text')), element['style'])
    case 'link':
      return styled(link(id('url'), id('text')), element['style'])
    case 'emoji':
      return emojiText(id('name'))
    case 'user':
      return html`<span class="mention">@${rows.users.get(id('user_id'))?.name ?? id('user_id')}</span>`
    case 'channel':
      return html`<span class="mention">#${rows.conversations.get(id('channel_id'))?.name ?? id('channel_id')}</span>`
    case 'usergroup':
      return html`<span class="mention"
        >@${rows.userGroups.get(id('usergroup_id'))?.handle ?? id('usergroup_id')}</span
      >`
    case 'broadcast':
      return html`<span class="mention">@${id('range')}</span>`
    case 'date':
      return html`<time>${id('fallback') || (timeText(element['timestamp']) ?? scalar(element['timestamp']))}</time>`
    case 'color':
      return html`<code>${id('value')}</code>`
    case 'team':
      return rows.team.get().name
    default:
      return id('text')
  }
}

function styled(part: Part, style: unknown): Part {
  if (!isObject(style)) return part
  const { bold, italic, strike, code, underline } = style
  let shown = part
  if (code === true) shown = html`<code>${shown}</code>`
  if (strike === true) shown = html`<s>${shown}</s>`
  if (underline === true) shown = html`<u>${shown}</u>`
  if (italic === true) shown = html`<i>${shown}</i>`
  return bold === true ? html`<b>${shown}</b>` : shown
}

/** Returns the time of a timestamp in seconds, in ISO 8601; null for what is no time of a clock. */
export function timeText(timestamp: unknown): string | null {
  const at = typeof timestamp === 'number' ? Math.trunc(timestamp * 1000) : Number.NaN
  return isInRange(at) ? new Date(at).toISOString() : null
}

/** Returns a link, or its text alone for an address that is not of the web, such as `javascript:`. */
export function link(url: string, text = ''): Part {
  const shown = text === '' ? url : withEmoji(text)
  return /^(?:https?|mailto|tel):/i.test(url)
    ? html`<a href="${url}" target="_blank" rel="noreferrer">${shown}</a>`
    : shown
}

/** Returns a text or number of a block as text; `fallback` for anything else. */
export function scalar(value: unknown, fallback = ''): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : fallback
}

/** Returns the objects of a list; none for anything else. */
export function list(value: unknown): readonly Members[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}
