import type { ChatContext } from '#chat/call.ts'
import type { Stream, StreamPart, StreamTask } from '#chat/schema/agents.ts'
import type { Block, Message } from '#chat/schema/messages.ts'
import { completeBlocks } from '../block-kit/complete.ts'
import { namedEmoji } from '../text/emoji.ts'
import { blocksOfMarkdown } from '../text/markdown.ts'
import { textOfBlocks } from '../text/rich-text-words.ts'
import type { Chunk } from './chunks.ts'

// The content of a streamed message: from chunks to parts, and from parts to blocks.

/** Returns the pieces of a stream with chunks added: text follows text, and a task that is there already changes. */
export function withChunks(
  { parts, planTitle }: Pick<Stream, 'parts' | 'planTitle'>,
  chunks: readonly Chunk[],
): Pick<Stream, 'parts' | 'planTitle'> {
  return chunks.reduce(withChunk, { parts, planTitle })
}

function withChunk(
  { parts, planTitle }: Pick<Stream, 'parts' | 'planTitle'>,
  chunk: Chunk,
): Pick<Stream, 'parts' | 'planTitle'> {
  switch (chunk.type) {
    case 'plan_update':
      return { parts, planTitle: chunk.title }
    case 'blocks':
      return { parts: [...parts, { kind: 'blocks', blocks: chunk.blocks }], planTitle }
    case 'markdown_text':
      return { parts: withText(parts, chunk.text), planTitle }
    case 'task_update':
      return { parts: withTask(parts, chunk), planTitle }
  }
}

function withText(parts: readonly StreamPart[], text: string): readonly StreamPart[] {
  const last = parts.at(-1)
  return last?.kind === 'markdown'
    ? [...parts.slice(0, -1), { kind: 'markdown', text: last.text + text }]
    : [...parts, { kind: 'markdown', text }]
}

/** The title and the state of a task are replaced; its details and its output grow. */
function withTask(
  parts: readonly StreamPart[],
  { id, title, status, details, output, sources = [] }: Chunk & { readonly type: 'task_update' },
): readonly StreamPart[] {
  const before = parts.flatMap((part) => (part.kind === 'task' && part.task.id === id ? [part.task] : [])).at(0)
  const task: StreamTask = {
    id,
    title: title === '' ? (before?.title ?? '') : title,
    status,
    details: joined(before?.details, details),
    output: joined(before?.output, output),
    sources: [...(before?.sources ?? []), ...sources],
  }
  return before === undefined
    ? [...parts, { kind: 'task', task }]
    : parts.map((part) => (part.kind === 'task' && part.task.id === id ? { kind: 'task', task } : part))
}

function joined(before: string | null | undefined, more: string | undefined): string | null {
  return more === undefined ? (before ?? null) : (before ?? '') + more
}

/** Returns the text and the blocks of the message of a stream, whose ids depend only on their places. */
export function contentOfStream(stream: Stream): Pick<Message, 'text' | 'blocks'> {
  const { messageId, display, parts } = stream
  const tasks = parts.flatMap((part) => (part.kind === 'task' ? [taskCard(part.task)] : []))
  const firstTask = parts.findIndex(({ kind }) => kind === 'task')
  const blocks = parts.flatMap((part, index): readonly Block[] => {
    if (part.kind === 'markdown') return blocksOfMarkdown(namedEmoji(part.text))
    if (part.kind === 'blocks') return part.blocks
    if (display === 'timeline') return [taskCard(part.task)]
    return index === firstTask ? [planBlock(stream, tasks)] : []
  })
  let count = 0
  const complete = completeBlocks(blocks, () => `s${messageId}${String.fromCharCode(97 + (count % 26))}${count++}`)
  return { text: textOfBlocks(blocks), blocks: complete.length === 0 ? null : complete }
}

/** The title of a plan is that of the newest task until a chunk sets it. */
function planBlock({ planTitle, parts }: Stream, tasks: readonly Block[]): Block {
  const newest = parts.flatMap((part) => (part.kind === 'task' ? [part.task.title] : [])).at(-1)
  return { type: 'plan', title: planTitle === '' ? (newest ?? '') : planTitle, tasks }
}

function taskCard({ id, title, status, details, output, sources }: StreamTask): Block {
  return {
    type: 'task_card',
    task_id: id,
    title,
    status,
    ...richMember('details', details),
    ...richMember('output', output),
    ...(sources.length === 0 ? {} : { sources }),
  }
}

function richMember(name: string, markdown: string | null): object {
  const block = markdown === null ? undefined : blocksOfMarkdown(markdown).find(({ type }) => type === 'rich_text')
  return block === undefined ? {} : { [name]: block }
}

/** Returns true for a stream that its app can append to. */
export function isStreaming({ clock }: Pick<ChatContext, 'clock'>, { isOpen, startedAt }: Stream): boolean {
  return isOpen && clock.now() - startedAt < STREAM_LIFETIME
}

/**
 * The time after which the vendor ends a stream, however often its app appends to it, in milliseconds. The vendor
 * publishes no number; this one is what applications have met.
 */
const STREAM_LIFETIME = 306_000
