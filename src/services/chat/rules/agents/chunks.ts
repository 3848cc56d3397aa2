import type { ChatContext } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import type { Block } from '#chat/schema/messages.ts'
import type { StreamTask } from '#chat/schema/agents.ts'
import { integer, list, object, oneOf, text, typed, url, type Check } from '../block-kit/check.ts'
import { checkBlocks } from '../block-kit/check-blocks.ts'
import { messagesOf } from '../block-kit/blocks.ts'

// The chunks of a streamed message. https://docs.slack.dev/reference/methods/chat.appendStream#chunks

/** A checked chunk. */
export type Chunk =
  | { readonly type: 'markdown_text'; readonly text: string }
  | { readonly type: 'plan_update'; readonly title: string }
  | ({ readonly type: 'task_update' } & Pick<StreamTask, 'id' | 'title' | 'status'> &
      Partial<{ readonly details: string; readonly output: string; readonly sources: StreamTask['sources'] }>)
  | { readonly type: 'blocks'; readonly blocks: readonly Block[] }

/** The longest text of a chunk, in characters. */
const LONGEST_TEXT = 12_000
/** The longest title, details and output of a task, in characters. */
const LONGEST_TASK_TEXT = 256

const type = text()
const source = object({ type: oneOf('url'), url, text: text() }, { icon_url: url })

const chunk: Check = typed({
  markdown_text: object({ type, text: text() }),
  plan_update: object({ type, title: text(LONGEST_TASK_TEXT, 1) }),
  task_update: object(
    {
      type,
      id: text(255, 1),
      title: text(LONGEST_TASK_TEXT),
      status: oneOf('pending', 'in_progress', 'complete', 'error'),
    },
    { details: text(), output: text(), sources: list(source), duration_ms: integer(0) },
  ),
  blocks: object({ type, blocks: list(() => []) }),
})
const chunks = list(chunk)

/**
 * Returns the chunks of a call: those of the argument `chunks`, after `markdown_text` as one of them.
 *
 * @throws `invalid_chunks` with sentences about each mistake, `msg_too_long` for a text of more than 12,000 characters,
 * and the failures of blocks.
 */
export function checkChunks(
  context: Pick<ChatContext, 'ids'>,
  { markdown, chunks: value }: { readonly markdown: string | undefined; readonly chunks: unknown },
): readonly Chunk[] {
  const leading: readonly Chunk[] = markdown === undefined ? [] : [{ type: 'markdown_text', text: markdown }]
  const mistakes = value === undefined ? [] : chunks(value, '/chunks')
  if (mistakes.length > 0) throw slackFailure('invalid_chunks', { messages: messagesOf(mistakes) })
  const all: readonly Chunk[] = [...leading, ...((value ?? []) as readonly Chunk[])] // `chunks` has checked them
  return all.map((each) => {
    if (each.type === 'markdown_text' && each.text.length > LONGEST_TEXT) throw slackFailure('msg_too_long')
    return each.type === 'blocks' ? { ...each, blocks: checkBlocks(context, each.blocks, 'message') } : each
  })
}
