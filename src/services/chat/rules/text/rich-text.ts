import type { Block } from '../../schema/messages.ts'
import { richTextOf } from '../rich-text.ts'

/** Returns the `rich_text` block that the vendor shows beside a plain text. */
export function richTextBlock(text: string, blockId: string): Block {
  return { ...richTextOf(text, blockId) }
}
