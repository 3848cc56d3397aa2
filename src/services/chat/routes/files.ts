import * as v from 'valibot'
import { viewOfRows } from '#core/list-view.ts'
import { ids, integer, optionalInteger, structure, text } from '#chat/rules/arguments.ts'
import type { ChatCall, Actor } from '#chat/call.ts'
import { completedJson, fileJson } from '#chat/json/file.ts'
import type { File } from '#chat/schema/messages.ts'
import { method } from './method.ts'
import { ok } from '#chat/json/ok.ts'
import { numberedPageOf } from '#chat/rules/page.ts'
import { invalidArguments, slackFailure } from '#chat/errors/failures.ts'
import { isObject } from '#chat/rules/block-kit/check.ts'
import { checkBlocks } from '#chat/rules/block-kit/check-blocks.ts'
import { beginUpload, completeUpload, deleteFile, shareFiles } from '#chat/rules/files/upload.ts'
import { canSeeFile, visibleFile } from '#chat/rules/files/visible.ts'
import { typeTest } from '#chat/rules/files/listed.ts'
import { appearanceOf } from '#chat/rules/messages/appearance.ts'
import { isAbsent } from '#chat/rules/messages/absent.ts'
import { targetOf, threadOf } from '#chat/rules/messages/target.ts'
import { formatText } from '#chat/rules/text/format.ts'

/** The largest file: 1 GB. */
const LARGEST = 1_073_741_824
/** The largest snippet: 1 MB. https://docs.slack.dev/reference/methods/files.getUploadURLExternal */
const LARGEST_SNIPPET = 1_048_576
/** The longest description of an image, in characters. */
const LONGEST_ALT_TEXT = 1000
/** The most conversations in which one call shares files. */
const MOST_CHANNELS = 100

/** The methods of files. */
export const filesRoutes = [
  ...method(
    'files.getUploadURLExternal',
    {
      scopes: ['files:write'],
      args: v.object({
        filename: text,
        length: integer,
        alt_text: v.optional(text),
        alt_txt: v.optional(text),
        snippet_type: v.optional(text),
      }),
    },
    (call) => {
      const { args, urls, principal } = call
      const altText = args.alt_text ?? args.alt_txt ?? null
      if (args.length === 0) throw slackFailure('missing_argument')
      if (args.length < 0) throw invalidArguments('[ERROR] must be greater than 0 [json-pointer:/length]')
      if (altText !== null && altText.length > LONGEST_ALT_TEXT) throw slackFailure('alt_txt_too_large')
      if (!isAbsent(args.snippet_type) && args.length > LARGEST_SNIPPET) throw slackFailure('snippet_too_large')
      if (args.length > LARGEST) throw slackFailure('file_upload_size_restricted')
      const file = beginUpload(call, principal, {
        name: args.filename,
        length: args.length,
        altText,
        snippetType: isAbsent(args.snippet_type) ? null : (args.snippet_type ?? null),
      })
      return ok(call, { upload_url: urls.of(`/upload/v1/${file.uploadKey}`), file_id: file.id })
    },
  ),

  ...method(
    'files.completeUploadExternal',
    {
      scopes: ['files:write'],
      args: v.object({
        files: structure,
        channel_id: v.optional(text),
        channels: v.optional(ids),
        thread_ts: v.optional(text),
        initial_comment: v.optional(text),
        blocks: v.optional(structure),
        username: v.optional(text),
        icon_url: v.optional(text),
        icon_emoji: v.optional(text),
      }),
    },
    (call) => {
      const { args, principal } = call
      const uploads = uploadsOf(args.files)
      if ((args.channels ?? []).length > MOST_CHANNELS) throw slackFailure('channels_limit_exceeded')
      const files = uploads.map(({ id, title }) => completeUpload(call, principal.user.id, id, title))
      const channels = isAbsent(args.channel_id) ? (args.channels ?? []) : [args.channel_id ?? '']
      for (const channel of channels) {
        const isKnown = isAbsent(args.channel_id) ? isPlace(call, channel) : true
        if (!isKnown) throw slackFailure('invalid_channel')
        const conversation = targetOf(call, channel)
        shareFiles(call, principal, files, {
          channelId: conversation.id,
          threadTs: isAbsent(args.thread_ts) ? null : threadOf(call, conversation, args.thread_ts ?? ''),
          text: formatText(call, args.initial_comment ?? '', {}),
          ...appearanceOf(call, args),
          // The vendor ignores blocks beside a comment.
          blocks:
            isAbsent(args.blocks) || !isAbsent(args.initial_comment) ? null : checkBlocks(call, args.blocks, 'message'),
        })
      }
      return ok(call, { files: files.map((file) => completedJson(call, file)) })
    },
  ),

  ...method(
    'files.info',
    {
      scopes: ['files:read'],
      args: v.object({
        file: text,
        count: optionalInteger,
        page: optionalInteger,
        limit: optionalInteger,
        cursor: v.optional(text),
      }),
    },
    (call) => {
      const file = visibleFile(call, call.principal.user.id, call.args.file)
      const { paging } = numberedPageOf(viewOfRows([]), call.args)
      return ok(call, { file: fileJson(call, file), comments: [], paging }, { next_cursor: '' })
    },
  ),

  ...method(
    'files.list',
    {
      scopes: ['files:read'],
      args: v.object({
        channel: v.optional(text),
        user: v.optional(text),
        types: v.optional(ids),
        ts_from: v.optional(text),
        ts_to: v.optional(text),
        count: optionalInteger,
        page: optionalInteger,
        show_files_hidden_by_limit: v.optional(text),
        team_id: v.optional(text),
      }),
    },
    (call) => {
      const { rows, args, principal } = call
      if (args.user !== undefined && rows.users.get(args.user) === undefined) throw slackFailure('user_not_found')
      const isOfType = typeTest(args.types)
      const [from, to] = [Number(args.ts_from ?? 0), Number(args.ts_to ?? Infinity)]
      const files = rows.files
        .list('byNumber')
        .filter(
          (file) =>
            file.state === 'complete' &&
            canSeeFile(call, file, principal.user.id) &&
            (args.user === undefined || file.userId === args.user) &&
            file.createdAt >= from &&
            file.createdAt <= to &&
            isOfType(file) &&
            (args.channel === undefined ||
              rows.shares.list('byFile', file.id).some(({ channelId }) => channelId === args.channel)),
        )
        .toReversed()
      const { rows: some, paging } = numberedPageOf(viewOfRows(files), args)
      return ok(call, { files: some.map((file) => fileJson(call, file)), paging })
    },
  ),

  ...method(
    'files.sharedPublicURL',
    { scopes: ['files:write'], tokens: ['user'], args: v.object({ file: text }) },
    (call) => {
      const { rows, args, principal, ids } = call
      const { id, publicKey, userId } = shownFile(call, args.file)
      if (userId !== principal.user.id) throw slackFailure('not_allowed')
      const file = rows.files.update(id, { publicKey: publicKey ?? ids.secret.hex(10) })
      return ok(call, { file: fileJson(call, file) })
    },
  ),

  ...method('files.revokePublicURL', { scopes: ['files:write'], args: v.object({ file: text }) }, (call) => {
    const { id } = shownFile(call, call.args.file)
    return ok(call, { file: fileJson(call, call.rows.files.update(id, { publicKey: null })) })
  }),

  ...method('files.delete', { scopes: ['files:write'], args: v.object({ file: text }) }, (call) => {
    const { args, principal } = call
    const file = visibleFile(call, principal.user.id, args.file)
    if (file.userId !== principal.user.id && !canDeleteOthers(principal)) throw slackFailure('cant_delete_file')
    deleteFile(call, file, principal.user.id)
    return ok(call)
  }),
]

/** Returns a file that the principal sees; `file_not_found` also for a deleted one. */
function shownFile(call: ChatCall & { readonly principal: Actor }, id: string): File {
  if (call.rows.files.get(id)?.state === 'deleted') throw slackFailure('file_not_found')
  return visibleFile(call, call.principal.user.id, id)
}

/** Returns true for the id of a conversation or of a user, in whose direct message files can be shared. */
function isPlace({ rows }: ChatCall, id: string): boolean {
  return rows.conversations.get(id) !== undefined || rows.users.get(id) !== undefined
}

/** Returns true for an administrator, who may delete the files of others. */
function canDeleteOthers({ user, bot }: Actor): boolean {
  return bot === null && user.isAdmin
}

/**
 * Returns the uploads that an argument names: `[{id, title}]`.
 *
 * @throws `invalid_arguments`.
 */
function uploadsOf(value: unknown): { readonly id: string; readonly title: string | undefined }[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  if (list.length === 0) throw invalidArguments('[ERROR] must provide at least 1 item [json-pointer:/files]')
  return list.map((each, index) => {
    const { id, title } = isObject(each) ? each : {}
    if (typeof id !== 'string')
      throw invalidArguments(`[ERROR] missing required field: id [json-pointer:/files/${index}]`)
    return { id, title: typeof title === 'string' && title !== '' ? title : undefined }
  })
}
