import type { ChatContext } from '../../call.ts'
import { refusal } from '../../refusals.ts'
import type { Block } from '../../schema/messages.ts'

/** The place where blocks are shown, on which the vendor's rules depend. */
export type Surface = 'message' | 'modal' | 'home'

/**
 * Returns the blocks of an argument, each with a `block_id`. Throws `invalid_blocks_format` for anything but a list, and
 * `invalid_blocks` with the vendor's messages for blocks that break a rule of Block Kit.
 */
export function checkBlocks({ ids }: Pick<ChatContext, 'ids'>, value: unknown, _surface: Surface): readonly Block[] {
  if (!Array.isArray(value)) throw refusal('invalid_blocks_format')
  return value.map((each: unknown): Block => {
    const block = Object(each) as Readonly<Record<string, unknown>>
    const { type } = block
    if (typeof type !== 'string') throw refusal('invalid_blocks')
    return { block_id: ids.base62(5), ...block, type }
  })
}
