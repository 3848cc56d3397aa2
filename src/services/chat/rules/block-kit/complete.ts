import { isObject } from './check.ts'

import type { Block } from '#chat/schema/messages.ts'

type Members = Readonly<Record<string, unknown>>

const HAS_ACTION = new Set([
  'button',
  'checkboxes',
  'datepicker',
  'datetimepicker',
  'email_text_input',
  'feedback_buttons',
  'file_input',
  'icon_button',
  'number_input',
  'overflow',
  'plain_text_input',
  'radio_buttons',
  'rich_text_input',
  'timepicker',
  'url_text_input',
  'workflow_button',
])

/**
 * Returns blocks as the vendor stores them: each block has a `block_id`, each interactive element an `action_id`, and
 * plain texts say whether they have emoji. `newId` makes the ids that are missing.
 */
export function completeBlocks(blocks: readonly unknown[], newId: () => string): readonly Block[] {
  return blocks.filter(isObject).map((block) => {
    const { type, block_id: id, ...members } = block
    const blockId = typeof id === 'string' && id !== '' ? id : newId()
    return { type: String(type), block_id: blockId, ...(type === 'rich_text' ? members : complete(members, newId)) }
  })
}

function complete(members: Members, newId: () => string): Members {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, completeValue(value, newId)]))
}

function completeValue(value: unknown, newId: () => string): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => completeValue(each, newId))
  if (!isObject(value)) return value
  const { type } = value
  if (type === 'plain_text') return { emoji: true, ...value }
  if (type === 'mrkdwn') return { verbatim: false, ...value }
  const members = complete(value, newId)
  if (typeof type !== 'string' || (!HAS_ACTION.has(type) && !type.endsWith('_select'))) return members
  return 'action_id' in members ? members : { ...members, action_id: newId() }
}
