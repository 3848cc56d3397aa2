import type { ChatContext, Actor } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { remoteKey, type File, type RemoteFile } from '#chat/schema/messages.ts'
import { imageOf } from '../images.ts'
import { newId } from '../new-id.ts'
import { seconds } from '../timestamps.ts'
import { deleteFile } from './upload.ts'
import { snippetType } from './types.ts'

// Files that are elsewhere, which an app registers. https://docs.slack.dev/messaging/working-with-files#remote

/** The arguments that name a remote file. */
export interface RemoteTarget {
  readonly file?: string | undefined
  readonly external_id?: string | undefined
}

/** The changes of a remote file. */
export interface RemoteChanges {
  readonly title?: string | undefined
  readonly external_url?: string | undefined
  readonly filetype?: string | undefined
  readonly preview_image?: unknown
  readonly indexable_file_contents?: unknown
}

/**
 * Returns the id of the app of a token.
 *
 * @throws `no_bot_user_for_app` for the token of a person that belongs to no app with a bot.
 */
export function findRemoteApp({ rows }: Pick<ChatContext, 'rows'>, { app, bot }: Actor): string {
  const appId = bot?.appId ?? app?.id
  if (appId === undefined || rows.bots.list('byApp', appId).length === 0) throw slackFailure('no_bot_user_for_app')
  return appId
}

/**
 * Returns the id of the app of a bot's token.
 *
 * @throws `bot_user_required` for the token of a person.
 */
export function requireRemoteBot({ bot }: Actor): string {
  if (bot === null) throw slackFailure('bot_user_required')
  return bot.appId
}

/** @throws `too_many_ids` for both ids. */
export function requireOneId({ file, external_id: externalId }: RemoteTarget): void {
  if (file !== undefined && externalId !== undefined) throw slackFailure('too_many_ids')
}

/**
 * Returns a remote file of an app by its id, or by the id that the app has given it.
 *
 * @throws `file_not_found`, and `invalid_args` without an id.
 */
export function findRemoteFile({ rows }: Pick<ChatContext, 'rows'>, appId: string, target: RemoteTarget): File {
  const { file: id, external_id: externalId } = target
  if (id === undefined && externalId === undefined) throw slackFailure('invalid_args')
  const file = id === undefined ? rows.files.find('remote', remoteKey(appId, externalId ?? '')) : rows.files.get(id)
  if (file?.remote?.appId !== appId || file.state === 'deleted') throw slackFailure('file_not_found')
  return file
}

/**
 * Registers a remote file, or changes the one with this external id.
 *
 * @throws `bad_image`.
 */
export function addRemoteFile(
  context: ChatContext,
  appId: string,
  { user, bot }: Actor,
  {
    external_id: externalId,
    external_url: url,
    title,
    ...more
  }: RemoteChanges & {
    readonly external_id: string
    readonly external_url: string
    readonly title: string
  },
): File {
  const { rows, clock, ids } = context
  const before = rows.files.find('remote', remoteKey(appId, externalId))
  if (before !== undefined)
    return rows.files.update(before.id, changesOf(before, { title, external_url: url, ...more }))
  const file: File = {
    id: newId(context, 'F'),
    number: rows.numbers.next(),
    userId: user.id,
    botId: bot?.id ?? null,
    name: title,
    title,
    altText: null,
    filetype: 'remote',
    mimetype: 'application/octet-stream',
    size: 0,
    createdAt: seconds(clock.now()),
    state: 'complete',
    uploadKey: ids.secret.base62(48),
    publicKey: null,
    remote: { appId, externalId, url, hasPreview: false, searchText: '' },
  }
  return rows.files.insert({ ...file, ...changesOf(file, more) })
}

/**
 * Changes a remote file, and emits the event.
 *
 * @throws `bad_image`, `invalid_title`, `invalid_type` and `invalid_url`.
 */
export function updateRemoteFile(context: ChatContext, file: File, changes: RemoteChanges): File {
  if (changes.title?.trim() === '') throw slackFailure('invalid_title')
  if (changes.external_url !== undefined && !/^https?:\/\/\S+$/i.test(changes.external_url)) {
    throw slackFailure('invalid_url')
  }
  const isKnown = changes.filetype === undefined || snippetType(changes.filetype) !== undefined
  if (!isKnown && !OFFICE_TYPES.has(changes.filetype)) throw slackFailure('invalid_type')
  const changed = context.rows.files.update(file.id, changesOf(file, changes))
  context.emit({ kind: 'file_changed', file: changed, userId: file.userId })
  return changed
}

/** Removes a remote file from the workspace, and the messages that show it show a tombstone. */
export function removeRemoteFile(context: ChatContext, file: File): void {
  deleteFile(context, file, file.userId)
}

/**
 * The vendor's words for types of files that no upload here has.
 * https://docs.slack.dev/reference/objects/file-object
 */
const OFFICE_TYPES: ReadonlySet<string | undefined> = new Set(
  'remote doc xls ppt pptx gdoc gsheet gpres gdraw keynote numbers pages odt ods odp rtf post space'.split(' '),
)

function changesOf(file: File, changes: RemoteChanges): Partial<File> {
  const { title = file.title, filetype = file.filetype, preview_image: preview } = changes
  const remote = file.remote as RemoteFile // the callers have a remote file
  if (preview !== undefined) imageOf(preview)
  const contents = changes.indexable_file_contents
  return {
    title,
    name: title,
    filetype,
    remote: {
      ...remote,
      url: changes.external_url ?? remote.url,
      hasPreview: remote.hasPreview || preview !== undefined,
      searchText: contents === undefined ? remote.searchText : textOf(contents),
    },
  }
}

function textOf(contents: unknown): string {
  return contents instanceof Uint8Array ? Buffer.from(contents).toString('utf8') : String(contents)
}
