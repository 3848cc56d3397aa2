import { boolean, integer, list, number, object, oneOf, text, typed, type Check } from './check.ts'

// The rich text block. https://docs.slack.dev/reference/block-kit/blocks/rich-text-block

const type = text()
const id = text(255, 1)
const style = object(
  {},
  {
    bold: boolean,
    italic: boolean,
    strike: boolean,
    code: boolean,
    underline: boolean,
    highlight: boolean,
    client_highlight: boolean,
    unlink: boolean,
  },
)
const border = integer(0, 1)

const inline = typed({
  broadcast: object({ type, range: oneOf('here', 'channel', 'everyone') }, { style }),
  color: object({ type, value: text(255, 1) }, { style }),
  channel: object({ type, channel_id: id }, { style }),
  date: object({ type, timestamp: number, format: text(255, 1) }, { url: text(), fallback: text(), style }),
  emoji: object({ type, name: text(255, 1) }, { unicode: text(), url: text(), skin_tone: integer(1, 6), style }),
  link: object({ type, url: text(3000, 1) }, { text: text(), unsafe: boolean, style }),
  team: object({ type, team_id: id }, { style }),
  text: object({ type, text: text(Infinity, 1) }, { style }),
  user: object({ type, user_id: id }, { style }),
  usergroup: object({ type, usergroup_id: id }, { style }),
})

const section = object({ type, elements: list(inline) })

const parts: Readonly<Record<string, Check>> = {
  rich_text_section: section,
  rich_text_list: object(
    { type, elements: list(typed({ rich_text_section: section }), { min: 1 }), style: oneOf('bullet', 'ordered') },
    { indent: integer(0, 8), offset: integer(0), border },
  ),
  rich_text_quote: object({ type, elements: list(inline) }, { border }),
  rich_text_preformatted: object({ type, elements: list(inline) }, { border, language: text() }),
}

/** A rich text block. */
export const richText: Check = object(
  { type: oneOf('rich_text'), elements: list(typed(parts), { min: 1 }) },
  { block_id: text(255) },
)
