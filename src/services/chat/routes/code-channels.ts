import { canvasCommentJson, MOST_COMMENTS } from '#chat/json/canvas-comment.ts'
import { commentsOf } from '#chat/rules/canvases/comments.ts'
import * as v from 'valibot'
import { flag, structure, text } from '#chat/rules/arguments.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { codeChannelViewJson } from '#chat/json/code-channel.ts'
import { ok } from '#chat/json/ok.ts'
import { canvasHtml } from '#chat/pages/canvas.ts'
import { archiveCodeChannel, createCodeChannel, findCodeChannel } from '#chat/rules/agents/code-channels.ts'
import { commandsAfter, propertyChanges } from '#chat/rules/agents/code-channel-properties.ts'
import {
  findView,
  findViewedCanvas,
  removeView,
  replaceCanvas,
  setView,
} from '#chat/rules/agents/code-channel-views.ts'
import { checkBlocks } from '#chat/rules/block-kit/check-blocks.ts'
import { isAbsent } from '#chat/rules/messages/absent.ts'
import { isReachable } from '#chat/delivery/send.ts'
import { VIEW_KINDS } from '#chat/schema/code-channels.ts'
import { method } from './method.ts'

const BOT = { scopes: ['code_channels:manage'], tokens: ['bot'] } as const
const optional = v.optional(text)

/** Members of `setView` that are kept as they come, for the agent and its page. */
const KEPT = ['pr_url', 'base_branch', 'head_branch', 'agent_content_hash', 'csp'] as const

/** The argument that each kind of view needs. */
const NEEDED = {
  html: 'content',
  diff: 'content',
  block_kit: 'blocks',
  canvas: 'canvas_id',
  pull_request: 'pr_url',
} as const

/** The methods of code channels, which are the session of an agent. https://docs.slack.dev/ai/slack-code */
export const codeChannelsRoutes = [
  ...method(
    'agents.conversations.create',
    {
      ...BOT,
      args: v.object({
        name: optional,
        team_id: optional,
        session_id: optional,
        is_private: v.optional(flag),
        origin_channel_id: optional,
        origin_message_ts: optional,
      }),
    },
    (call) => {
      const { args } = call
      const { id } = createCodeChannel(call, {
        name: args.name,
        isPrivate: args.is_private,
        sessionId: args.session_id,
        originChannelId: args.origin_channel_id,
        originTs: args.origin_message_ts,
      })
      return ok(call, { channel_id: id })
    },
  ),

  ...method(
    'agents.conversations.archive',
    { ...BOT, args: v.object({ channel_id: text, summary_message_ts: optional }) },
    (call) => {
      const { args } = call
      archiveCodeChannel(call, findCodeChannel(call, args.channel_id), args.summary_message_ts)
      return ok(call)
    },
  ),

  ...method(
    'agents.conversations.setProperties',
    {
      ...BOT,
      args: v.object({
        channel_id: text,
        code_channel: v.optional(structure),
        agent_resource: v.optional(structure),
      }),
    },
    (call) => {
      const { args, principal, rows } = call
      const { codeChannel } = findCodeChannel(call, args.channel_id)
      const given = { code_channel: args.code_channel, agent_resource: args.agent_resource }
      const { changes, warnings } = propertyChanges(codeChannel, principal, given)
      rows.codeChannels.update(codeChannel.id, changes)
      const warning = warnings.length === 0 ? {} : { warning: warnings.join(',') }
      return ok(call, { channel_id: codeChannel.id, ...warning })
    },
  ),

  ...method(
    'agents.conversations.setCommands',
    { ...BOT, args: v.object({ channel_id: text, commands: structure }) },
    (call) => {
      const { args, principal, rows } = call
      const { codeChannel } = findCodeChannel(call, args.channel_id)
      const { app } = principal
      if (app === null || !isReachable(call, app, app.codeCommandsUrl)) throw slackFailure('no_actions_url')
      const commands = commandsAfter(codeChannel, app.id, args.commands)
      rows.codeChannels.update(codeChannel.id, { commands })
      const own = commands.filter(({ appId }) => appId === app.id)
      return ok(call, { channel_id: codeChannel.id, command_count: own.length })
    },
  ),

  ...method(
    'agents.conversations.setView',
    {
      ...BOT,
      args: v.object({
        channel_id: text,
        type: v.optional(v.picklist(VIEW_KINDS, 'must be a valid enum value'), 'html'),
        view_key: optional,
        name: optional,
        content: optional,
        blocks: v.optional(structure),
        canvas_id: optional,
        access_level: v.optional(v.picklist(['write', 'comment'], 'must be a valid enum value'), 'write'),
        agent_content_hash: optional,
        pr_url: optional,
        base_branch: optional,
        head_branch: optional,
        csp: v.optional(structure),
      }),
    },
    (call) => {
      const { args } = call
      const { codeChannel } = findCodeChannel(call, args.channel_id)
      const kind = args.type
      const key = isAbsent(args.view_key) ? (kind === 'pull_request' ? args.pr_url : undefined) : args.view_key
      if (isAbsent(args[NEEDED[kind]]) || (kind !== 'diff' && isAbsent(key))) throw slackFailure('missing_required_arg')
      const view = setView(call, codeChannel.id, {
        kind,
        key: kind === 'diff' ? null : (key ?? null),
        label: isAbsent(args.name) ? undefined : args.name,
        content: args.content ?? '',
        blocks: kind === 'block_kit' ? checkBlocks(call, args.blocks, 'message') : [],
        canvasId: args.canvas_id ?? '',
        access: args.access_level === 'comment' ? 'read' : 'write',
        extra: Object.fromEntries(KEPT.flatMap((name) => (isAbsent(args[name]) ? [] : [[name, args[name]]]))),
      })
      return ok(call, {
        channel_id: codeChannel.id,
        view_id: view.id,
        type: kind,
        ...(view.fileId === null ? {} : { file_id: view.fileId }),
        ...(kind === 'canvas' ? { canvas_id: args.canvas_id } : {}),
        content_version: view.version,
      })
    },
  ),

  ...method('agents.conversations.listViews', { ...BOT, args: v.object({ channel_id: text }) }, (call) => {
    const { codeChannel } = findCodeChannel(call, call.args.channel_id)
    const views = call.rows.codeChannelViews.list('byChannel', codeChannel.id)
    return ok(call, { views: views.map(codeChannelViewJson) })
  }),

  ...method(
    'agents.conversations.removeView',
    { ...BOT, args: v.object({ channel_id: text, view_key: optional, view_id: optional }) },
    (call) => {
      const { args, principal } = call
      const { codeChannel } = findCodeChannel(call, args.channel_id)
      const view = findView(call, codeChannel.id, { key: args.view_key, id: args.view_id })
      removeView(call, view, principal.user.id)
      return ok(call, { channel_id: codeChannel.id, view_id: view.id })
    },
  ),

  ...method(
    'agents.conversations.getCanvas',
    {
      ...BOT,
      args: v.object({
        channel: text,
        canvas_id: text,
        content_format: v.optional(v.picklist(['markdown', 'html'], 'must be a valid enum value'), 'markdown'),
        include_resolved: v.optional(flag),
      }),
    },
    (call) => {
      const { args, rows } = call
      const { codeChannel } = findCodeChannel(call, args.channel)
      const { canvas, file } = findViewedCanvas(call, codeChannel.id, args.canvas_id)
      const markdown = canvas.sections.map((section) => section.markdown).join('\n\n')
      const content = args.content_format === 'html' ? canvasHtml(rows, canvas).toString() : markdown
      const all = commentsOf(call, canvas, args.include_resolved === true)
      const comments = all.slice(-MOST_COMMENTS).map(canvasCommentJson)
      const more = all.length > MOST_COMMENTS
      return ok(call, { canvas_id: canvas.id, title: file.title, content, comments, has_more_comments: more })
    },
  ),

  ...method(
    'agents.conversations.setCanvasContent',
    { ...BOT, args: v.object({ channel: text, canvas_id: text, content: text }) },
    (call) => {
      const { args } = call
      const { codeChannel } = findCodeChannel(call, args.channel)
      const found = findViewedCanvas(call, codeChannel.id, args.canvas_id)
      const changed = replaceCanvas(call, found, args.content)
      return ok(call, { canvas_id: found.canvas.id, sections_changed_count: changed })
    },
  ),
]
