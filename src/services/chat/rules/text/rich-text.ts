import type { Block } from '../../schema/messages.ts'

/** Returns the `rich_text` block that the vendor shows beside a plain text. */
export function richTextBlock(text: string, blockId: string): Block {
  const section = { type: 'rich_text_section', elements: [{ type: 'text', text }] }
  return { type: 'rich_text', block_id: blockId, elements: [section] }
}
