import * as v from 'valibot'
import { ids, structure, text } from '#chat/rules/arguments.ts'
import { invalidArguments, slackFailure } from '#chat/errors/failures.ts'
import { ok } from '#chat/json/ok.ts'
import { canvasHtml } from '#chat/pages/canvas.ts'
import { isObject } from '#chat/rules/block-kit/check.ts'
import {
  accessOf,
  findCanvas,
  holdersOf,
  removeAccess,
  requireWriteAccess,
  setAccess,
} from '#chat/rules/canvases/access.ts'
import { createCanvas, isOnFreePlan, requireNoCanvas } from '#chat/rules/canvases/create.ts'
import { editCanvas, markdownIn } from '#chat/rules/canvases/edit.ts'
import { matchingSections, SEARCHED_TYPES } from '#chat/rules/canvases/sections.ts'
import { deleteFile } from '#chat/rules/files/upload.ts'
import { targetOf } from '#chat/rules/messages/target.ts'
import { method } from './method.ts'

const READ = { scopes: ['canvases:read'] } as const
const WRITE = { scopes: ['canvases:write'] } as const
const content = { title: v.optional(text), document_content: v.optional(structure) }
const holders = { canvas_id: text, channel_ids: v.optional(ids), user_ids: v.optional(ids) }

/** The methods of canvases. https://docs.slack.dev/surfaces/canvases */
export const canvasesRoutes = [
  ...method('canvases.create', { ...WRITE, args: v.object({ ...content, channel_id: v.optional(text) }) }, (call) => {
    const { args, principal } = call
    const markdown = markdownIn(args.document_content, 'document_content')
    if (args.channel_id === undefined && isOnFreePlan(call, principal)) {
      throw slackFailure('free_teams_cannot_create_non_tabbed_canvases')
    }
    const channel = args.channel_id === undefined ? null : targetOf(call, args.channel_id)
    const file = createCanvas(call, principal, { title: args.title ?? '', markdown, channel, isOfChannel: false })
    return ok(call, { canvas_id: file.id })
  }),

  ...method('conversations.canvases.create', { ...WRITE, args: v.object({ ...content, channel_id: text }) }, (call) => {
    const { args, principal } = call
    const markdown = markdownIn(args.document_content, 'document_content')
    const channel = targetOf(call, args.channel_id)
    requireNoCanvas(call, principal, channel)
    const isOfChannel = !isOnFreePlan(call, principal)
    const file = createCanvas(call, principal, { title: args.title ?? channel.name, markdown, channel, isOfChannel })
    return ok(call, { canvas_id: file.id })
  }),

  ...method('canvases.edit', { ...WRITE, args: v.object({ canvas_id: text, changes: structure }) }, (call) => {
    const { args, principal } = call
    const found = findCanvas(call, args.canvas_id, principal.user.id)
    requireWriteAccess(call, found.file, principal.user.id)
    if (found.canvas.channelId === null && isOnFreePlan(call, principal)) {
      throw slackFailure('free_teams_cannot_edit_standalone_canvases')
    }
    editCanvas(call, found, args.changes)
    return ok(call)
  }),

  ...method('canvases.delete', { ...WRITE, args: v.object({ canvas_id: text }) }, (call) => {
    const { args, principal } = call
    const { file } = findCanvas(call, args.canvas_id, principal.user.id)
    requireWriteAccess(call, file, principal.user.id)
    deleteFile(call, file, principal.user.id)
    call.rows.canvases.update(file.id, { channelId: null, isOfChannel: false, sections: [] })
    return ok(call)
  }),

  ...method(
    'canvases.access.set',
    {
      ...WRITE,
      args: v.object({
        ...holders,
        access_level: v.picklist(['read', 'write', 'owner'], 'must be a valid enum value'),
      }),
    },
    (call) => {
      const { args, principal } = call
      const { file } = findCanvas(call, args.canvas_id, principal.user.id)
      const all = holdersOf(call, args, { onlyOne: true })
      requireWriteAccess(call, file, principal.user.id)
      // An owner is one person, and only the owner names another.
      const mayOwn = all.length === 1 && args.channel_ids === undefined
      if (args.access_level === 'owner' && !mayOwn) throw slackFailure('failed_to_update_user_ids')
      if (args.access_level === 'owner' && accessOf(call, file, principal.user.id) !== 'owner') {
        throw slackFailure('restricted_action')
      }
      setAccess(call, file, all, args.access_level)
      return ok(call)
    },
  ),

  ...method('canvases.access.delete', { ...WRITE, args: v.object(holders) }, (call) => {
    const { args, principal } = call
    const { file } = findCanvas(call, args.canvas_id, principal.user.id)
    const all = holdersOf(call, args, { onlyOne: false })
    requireWriteAccess(call, file, principal.user.id)
    removeAccess(call, file, all)
    return ok(call)
  }),

  ...method(
    'canvases.sections.lookup',
    { ...READ, args: v.object({ canvas_id: text, criteria: structure }) },
    (call) => {
      const { args, principal } = call
      const { canvas } = findCanvas(call, args.canvas_id, principal.user.id, 'canvas_deleted')
      const sections = matchingSections(canvas.sections, criteriaOf(args.criteria))
      return ok(call, { sections: sections.map(({ id }) => ({ id })) })
    },
  ),

  ...method(
    'canvases.getContent',
    {
      ...READ,
      args: v.object({
        canvas_id: text,
        content_type: v.optional(v.picklist(['markdown', 'html'], 'must be a valid enum value'), 'markdown'),
      }),
    },
    (call) => {
      const { args, principal, rows } = call
      const { canvas } = findCanvas(call, args.canvas_id, principal.user.id)
      const markdown = canvas.sections.map((section) => section.markdown).join('\n\n')
      return ok(call, { content: args.content_type === 'html' ? canvasHtml(rows, canvas).toString() : markdown })
    },
  ),
]

/**
 * Returns what sections are searched by: `{section_types, contains_text}`, of which one is needed.
 *
 * @throws `invalid_arguments`.
 */
function criteriaOf(value: unknown): {
  readonly types: readonly string[] | undefined
  readonly text: string | undefined
} {
  const { section_types: types, contains_text: words } = isObject(value) ? value : {}
  if (types === undefined && typeof words !== 'string') {
    throw invalidArguments('[ERROR] failed to match exactly one allowed schema [json-pointer:/criteria]')
  }
  const list: readonly unknown[] | undefined = types === undefined ? undefined : Array.isArray(types) ? types : []
  const isKnown = (type: unknown): type is string => typeof type === 'string' && SEARCHED_TYPES.includes(type)
  if (list !== undefined && (list.length === 0 || list.length > 3 || !list.every(isKnown))) {
    throw invalidArguments('[ERROR] must be a valid enum value [json-pointer:/criteria/section_types]')
  }
  return { types: list?.filter(isKnown), text: typeof words === 'string' ? words : undefined }
}
