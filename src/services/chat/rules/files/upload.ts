import type { ChatContext, Principal } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import type { Block, File, Message } from '#chat/schema/messages.ts'
import { authorOf } from '../conversations/find.ts'
import { postMessage, type MessageInput } from '../messages/post.ts'
import { newId } from '../new-id.ts'
import { seconds } from '../timestamps.ts'
import { fileTypeOf, snippetType } from './types.ts'

/** A file to upload. */
interface FileInput {
  readonly name: string
  /** In bytes. */
  readonly length: number
  readonly altText: string | null
  readonly snippetType: string | null
}

/**
 * Begins an upload: the file waits for its bytes at the URL with its upload key.
 *
 * @throws `unknown_snippet_type`.
 */
export function beginUpload(
  context: ChatContext,
  { user, bot }: Pick<Principal, 'user' | 'bot'>,
  input: FileInput,
): File {
  const { rows, clock, ids } = context
  const type = input.snippetType === null ? fileTypeOf(input.name) : snippetType(input.snippetType)
  if (type === undefined) throw slackFailure('unknown_snippet_type')
  return rows.files.insert({
    id: newId(context, 'F'),
    number: rows.numbers.next(),
    userId: user?.id ?? '',
    botId: bot?.id ?? null,
    name: input.name,
    title: input.name,
    altText: input.altText,
    ...type,
    size: input.length,
    createdAt: seconds(clock.now()),
    state: 'pending',
    uploadKey: ids.secret.base62(48),
    publicKey: null,
  })
}

/** Stores the bytes of an upload. Returns false when no upload waits under this key. */
export function receiveUpload({ rows }: ChatContext, key: string, bytes: Uint8Array): boolean {
  const file = rows.files.find('uploadKey', key)
  if (file === undefined || (file.state !== 'pending' && file.state !== 'uploaded')) return false
  rows.fileContents.set(bytes, file.id)
  rows.files.update(file.id, { size: bytes.length, state: 'uploaded' })
  return true
}

/**
 * Completes an upload of the same user, and emits the event.
 *
 * @throws `file_not_found`.
 */
export function completeUpload(context: ChatContext, userId: string, id: string, title: string | undefined): File {
  const { rows } = context
  const before = rows.files.get(id)
  if (before?.userId !== userId || before.state !== 'uploaded') throw slackFailure('file_not_found')
  const file = rows.files.update(id, { state: 'complete', title: title ?? before.title })
  context.emit({ kind: 'file_created', file, userId })
  return file
}

/** The message that shares files. */
interface ShareInput extends Pick<MessageInput, 'username' | 'icons'> {
  readonly channelId: string
  readonly threadTs: string | null
  readonly text: string
  readonly blocks: readonly Block[] | null
}

/** Shares files in a conversation by one message, and emits an event for each file. */
export function shareFiles(
  context: ChatContext,
  principal: Principal,
  files: readonly File[],
  { channelId, threadTs, text, blocks, username, icons }: ShareInput,
): Message {
  const { rows } = context
  const message = postMessage(context, {
    channelId,
    ...authorOf(principal),
    text,
    blocks,
    threadTs,
    ...(username === undefined ? {} : { username }),
    ...(icons === undefined ? {} : { icons }),
    subtype: 'file_share',
    fileIds: files.map(({ id }) => id),
  })
  const isPublic = rows.conversations.require(channelId).kind === 'public'
  for (const file of files) {
    const wasPublic = isPublicFile(context, file)
    rows.shares.insert({ fileId: file.id, channelId, ts: message.ts, threadTs, messageId: message.id })
    const userId = principal.user?.id ?? ''
    context.emit({ kind: 'file_shared', file, message, userId })
    context.emit({ kind: 'file_changed', file, userId })
    if (isPublic && !wasPublic) context.emit({ kind: 'file_made_public', file, userId })
  }
  return message
}

/** Returns true for a file that is shared in a public channel. */
function isPublicFile({ rows }: ChatContext, { id }: File): boolean {
  return rows.shares.list('byFile', id).some(({ channelId }) => rows.conversations.require(channelId).kind === 'public')
}

/** Deletes a file with its bytes and shares. The messages that showed the file show a tombstone in its place. */
export function deleteFile(context: ChatContext, file: File, userId: string): void {
  const { rows } = context
  const deleted = rows.files.update(file.id, { state: 'deleted' })
  rows.fileContents.delete(file.id)
  for (const share of rows.shares.list('byFile', file.id)) rows.shares.delete(share.id)
  context.emit({ kind: 'file_deleted', file: deleted, userId })
}
