import type { ChatContext } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import type { Block } from '#chat/schema/messages.ts'
import { completeBlocks } from './complete.ts'
import { validateBlocks, type Surface } from './blocks.ts'

/**
 * Returns the blocks of an argument, each with a `block_id`.
 *
 * @throws `invalid_blocks_format` for anything but a list, and `invalid_blocks` with the vendor's messages, also
 * without their mark as `errors`, for blocks that break a rule of Block Kit.
 */
export function checkBlocks({ ids }: Pick<ChatContext, 'ids'>, value: unknown, surface: Surface): readonly Block[] {
  if (!Array.isArray(value)) throw slackFailure('invalid_blocks_format')
  const messages = validateBlocks(value, surface)
  if (messages.length > 0) {
    const errors = messages.map((message) => message.replace('[ERROR] ', ''))
    throw slackFailure('invalid_blocks', { errors, messages })
  }
  return completeBlocks(value, () => ids.base62(5))
}
