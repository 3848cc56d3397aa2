import * as v from 'valibot'
import { viewOfOrderedRows } from '#core/list-view.ts'
import { ids, optionalInteger, text } from '#chat/rules/arguments.ts'
import { ok } from '#chat/json/ok.ts'
import { fileJson } from '#chat/json/file.ts'
import { shareFiles } from '#chat/rules/files/upload.ts'
import {
  addRemoteFile,
  findRemoteApp,
  findRemoteFile,
  removeRemoteFile,
  requireOneId,
  requireRemoteBot,
  updateRemoteFile,
} from '#chat/rules/files/remote.ts'
import { targetOf } from '#chat/rules/messages/target.ts'
import { numberPlace, pageAfter } from '#chat/rules/page.ts'
import { method } from './method.ts'
import type { File } from '#chat/schema/messages.ts'

const READ = { scopes: ['remote_files:read'] } as const
const WRITE = { scopes: ['remote_files:write'] } as const
const NEWEST_FIRST = numberPlace(({ number }: File) => -number)
const target = { file: v.optional(text), external_id: v.optional(text) }
const more = {
  filetype: v.optional(text),
  preview_image: v.optional(v.unknown()),
  indexable_file_contents: v.optional(v.unknown()),
}

/** The number of files on a page where the client names none. The vendor publishes no number. */
const USUAL = 20

/** The methods of files that are elsewhere. https://docs.slack.dev/messaging/working-with-files#remote */
export const remoteFilesRoutes = [
  ...method(
    'files.remote.add',
    { ...WRITE, args: v.object({ external_id: text, title: text, external_url: text, ...more }) },
    (call) => {
      const { args, principal } = call
      return ok(call, { file: fileJson(call, addRemoteFile(call, requireRemoteBot(principal), principal, args)) })
    },
  ),

  ...method('files.remote.info', { ...READ, args: v.object(target) }, (call) => {
    const { args, principal } = call
    requireOneId(args)
    return ok(call, { file: fileJson(call, findRemoteFile(call, findRemoteApp(call, principal), args)) })
  }),

  ...method(
    'files.remote.list',
    {
      ...READ,
      args: v.object({
        channel: v.optional(text),
        ts_from: v.optional(text),
        ts_to: v.optional(text),
        limit: optionalInteger,
        cursor: v.optional(text),
      }),
    },
    (call) => {
      const { args, principal, rows } = call
      const appId = findRemoteApp(call, principal)
      const [from, to] = [Number(args.ts_from ?? 0), Number(args.ts_to ?? Infinity)]
      const isIn = (id: string): boolean =>
        args.channel === undefined || rows.shares.list('byFile', id).some(({ channelId }) => channelId === args.channel)
      const found = rows.files
        .list('remotes', appId)
        .filter(({ id, createdAt }) => createdAt >= from && createdAt <= to && isIn(id))
        .toReversed()
      const { rows: files, nextCursor } = pageAfter(
        viewOfOrderedRows(found, NEWEST_FIRST.of),
        NEWEST_FIRST,
        args,
        USUAL,
      )
      return ok(call, { files: files.map((file) => fileJson(call, file)) }, { next_cursor: nextCursor })
    },
  ),

  ...method(
    'files.remote.share',
    { scopes: ['remote_files:share'], args: v.object({ ...target, channels: ids }) },
    (call) => {
      const { args, principal } = call
      const file = findRemoteFile(call, findRemoteApp(call, principal), args)
      for (const channel of args.channels) {
        const { id: channelId } = targetOf(call, channel)
        shareFiles(call, principal, [file], { channelId, threadTs: null, text: '', blocks: null })
      }
      return ok(call, { file: fileJson(call, file) })
    },
  ),

  ...method(
    'files.remote.update',
    { ...WRITE, args: v.object({ ...target, title: v.optional(text), external_url: v.optional(text), ...more }) },
    (call) => {
      const { args, principal } = call
      const file = findRemoteFile(call, requireRemoteBot(principal), args)
      return ok(call, { file: fileJson(call, updateRemoteFile(call, file, args)) })
    },
  ),

  ...method('files.remote.remove', { ...WRITE, args: v.object(target) }, (call) => {
    const { args, principal } = call
    requireOneId(args)
    removeRemoteFile(call, findRemoteFile(call, requireRemoteBot(principal), args))
    return ok(call)
  }),
]
