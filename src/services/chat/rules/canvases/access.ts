import type { ChatContext } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import type { AccessLevel, Canvas } from '#chat/schema/canvases.ts'
import type { File } from '#chat/schema/messages.ts'

type Reads = Pick<ChatContext, 'rows'>

const RANK: Readonly<Record<AccessLevel, number>> = { read: 1, write: 2, owner: 3 }

/** Returns the access of a user to the file of a canvas or a list; null for none. */
export function accessOf({ rows }: Reads, file: File, userId: string): AccessLevel | null {
  if (file.userId === userId) return 'owner'
  const isIn = (channelId: string): boolean => rows.memberships.find('member', channelId, userId) !== undefined
  const { channelId } = rows.canvases.get(file.id) ?? { channelId: null }
  const levels = rows.documentAccess
    .list('byFile', file.id)
    .flatMap(({ holderId, level }) => (holderId === userId || isIn(holderId) ? [level] : []))
  // Everybody in a conversation writes in the canvases that are its tabs.
  if (channelId !== null && isIn(channelId)) levels.push('write')
  if (rows.shares.list('byFile', file.id).some((share) => isIn(share.channelId))) levels.push('read')
  return levels.toSorted((left, right) => RANK[right] - RANK[left])[0] ?? null
}

/** A canvas and its file. */
export interface CanvasFile {
  readonly canvas: Canvas
  readonly file: File
}

/**
 * Returns a canvas that a user may see.
 *
 * @param deleted the word for a canvas that was deleted
 * @throws `canvas_not_found`.
 */
export function findCanvas(context: Reads, id: string, userId: string, deleted = 'canvas_not_found'): CanvasFile {
  const [canvas, file] = [context.rows.canvases.get(id), context.rows.files.get(id)]
  if (canvas === undefined || file === undefined) throw slackFailure('canvas_not_found')
  if (file.state === 'deleted') throw slackFailure(deleted)
  if (accessOf(context, file, userId) === null) throw slackFailure('canvas_not_found')
  return { canvas, file }
}

/** @throws `restricted_action` unless the user may change the file of a canvas or a list. */
export function requireWriteAccess(context: Reads, file: File, userId: string): void {
  const level = accessOf(context, file, userId)
  if (level === null || level === 'read') throw slackFailure('restricted_action')
}

/** The users and conversations whose access a call changes. */
export interface AccessTargets {
  readonly channel_ids?: readonly string[] | undefined
  readonly user_ids?: readonly string[] | undefined
}

/**
 * Returns the ids of the users or conversations whose access to a file changes.
 *
 * @throws `channel_not_found` and `user_not_found`, and `invalid_parameters` without any, or where only one of the two
 *   may be named.
 */
export function holdersOf(
  { rows }: Reads,
  { channel_ids: channels = [], user_ids: users = [] }: AccessTargets,
  { onlyOne }: { readonly onlyOne: boolean },
): readonly string[] {
  const isBoth = channels.length > 0 && users.length > 0
  if ((channels.length === 0 && users.length === 0) || (isBoth && onlyOne)) throw slackFailure('invalid_parameters')
  if (channels.some((id) => rows.conversations.get(id) === undefined)) throw slackFailure('channel_not_found')
  if (users.some((id) => rows.users.get(id) === undefined)) throw slackFailure('user_not_found')
  return [...channels, ...users]
}

/** Sets the access of users or conversations to a file. After a change of owner the one before may write. */
export function setAccess(
  { rows }: Reads,
  { id: fileId, userId: owner }: File,
  holders: readonly string[],
  level: AccessLevel,
): void {
  const put = (holderId: string, to: AccessLevel): void => {
    const before = rows.documentAccess.find('holder', fileId, holderId)
    if (before === undefined) rows.documentAccess.insert({ fileId, holderId, level: to })
    else rows.documentAccess.update(before.id, { level: to })
  }
  for (const holderId of holders) put(holderId, level)
  const newOwner = level === 'owner' ? holders.find((id) => rows.users.get(id) !== undefined) : undefined
  if (newOwner === undefined || newOwner === owner) return
  put(owner, 'write')
  rows.files.update(fileId, { userId: newOwner })
}

/** Takes the access of users or conversations to a file away. */
export function removeAccess({ rows }: Reads, { id: fileId }: File, holders: readonly string[]): void {
  for (const holderId of holders) {
    const access = rows.documentAccess.find('holder', fileId, holderId)
    if (access !== undefined) rows.documentAccess.delete(access.id)
  }
}
