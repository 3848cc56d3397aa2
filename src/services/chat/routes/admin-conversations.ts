import { ownMember } from '#core/objects.ts'
import * as v from 'valibot'
import { viewOfRows } from '#core/list-view.ts'
import { Failure } from '#core/errors.ts'
import type { Actor, ChatCall } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { administeredChannelJson } from '#chat/json/enterprise.ts'
import { ok } from '#chat/json/ok.ts'
import { flag, ids, optionalInteger, text } from '#chat/rules/arguments.ts'
import {
  archiveConversation,
  captionConversation,
  joinConversation,
  renameConversation,
  unarchiveConversation,
} from '#chat/rules/conversations/change.ts'
import { createConversation } from '#chat/rules/conversations/create.ts'
import { inviteError } from '#chat/rules/conversations/invite.ts'
import { checkChannelName } from '#chat/rules/conversations/names.ts'
import {
  enterpriseOf,
  findEnterpriseChannel,
  findEnterpriseTeam,
  requireAdministrator,
} from '#chat/rules/enterprise.ts'
import { pageOf } from '#chat/rules/page.ts'
import { teamOf } from '#chat/rules/workspaces.ts'
import type { Conversation } from '#chat/schema/conversations.ts'
import { method } from './method.ts'

const USER = ['user'] as const
const READ = { scopes: ['admin.conversations:read'], tokens: USER }
const WRITE = { scopes: ['admin.conversations:write'], tokens: USER }
const channelOnly = v.object({ channel_id: text })

type ActorCall = ChatCall & { readonly principal: Actor }

/** The channels of an enterprise organization. https://docs.slack.dev/admins/managing-channels */
export const adminConversationsRoutes = [
  ...method(
    'admin.conversations.create',
    {
      ...WRITE,
      args: v.object({
        name: text,
        is_private: flag,
        description: v.optional(text),
        org_wide: v.optional(flag),
        team_id: v.optional(text),
      }),
    },
    (call) => {
      const { args } = call
      const user = requireAdministrator(call, 'restricted_action')
      if (args.team_id === undefined && args.org_wide !== true) throw slackFailure('team_id_or_org_required')
      const own = teamOf(call.rows, user).id
      const team = findEnterpriseTeam(call, args.team_id ?? own)
      const teamId = team.id === call.rows.team.get().id ? undefined : team.id
      const name = checkedName(call, args.name, teamId, 'invalid_name')
      const kind = args.is_private ? 'private' : 'public'
      const channel = createConversation(call, { kind, name, creator: user.id, teamId })
      call.emit({ kind: 'conversation_created', conversation: channel, userId: user.id })
      if (args.description !== undefined) captionConversation(call, channel, user.id, 'purpose', args.description)
      return ok(call, { channel_id: channel.id })
    },
  ),

  ...method('admin.conversations.archive', { ...WRITE, args: channelOnly }, (call) => {
    const user = requireAdministrator(call, 'restricted_action')
    const channel = findEnterpriseChannel(call, call.args.channel_id)
    if (channel.isGeneral) throw slackFailure('cant_archive_general')
    if (channel.archived) throw slackFailure('already_archived')
    archiveConversation(call, channel, user.id)
    return ok(call)
  }),

  ...method('admin.conversations.unarchive', { ...WRITE, args: channelOnly }, (call) => {
    const user = requireAdministrator(call, 'restricted_action')
    const channel = findEnterpriseChannel(call, call.args.channel_id)
    if (!channel.archived) throw slackFailure('channel_not_archived')
    unarchiveConversation(call, channel, user.id)
    return ok(call)
  }),

  ...method('admin.conversations.rename', { ...WRITE, args: v.object({ channel_id: text, name: text }) }, (call) => {
    const user = requireAdministrator(call, 'restricted_action')
    const channel = findEnterpriseChannel(call, call.args.channel_id)
    const name = checkedName(call, call.args.name, channel.teamId, 'could_not_rename_channel')
    renameConversation(call, channel, user.id, name)
    return ok(call)
  }),

  ...method('admin.conversations.invite', { ...WRITE, args: v.object({ channel_id: text, user_ids: ids }) }, (call) => {
    const user = requireAdministrator(call, 'user_must_be_admin')
    const channel = findEnterpriseChannel(call, call.args.channel_id)
    const refused = call.args.user_ids.filter((id) => inviteError(call, channel, '', id) === 'user_not_found')
    if (refused.length > 0) throw slackFailure('failed_for_some_users', { failed_user_ids: refused })
    for (const id of call.args.user_ids) joinConversation(call, channel, id, user.id)
    return ok(call)
  }),

  ...method(
    'admin.conversations.convertToPrivate',
    { ...WRITE, args: v.object({ channel_id: text, name: v.optional(text) }) },
    (call) => {
      const user = requireAdministrator(call, 'restricted_action')
      const channel = findEnterpriseChannel(call, call.args.channel_id)
      if (channel.kind === 'private') throw slackFailure('method_not_supported_for_channel_type')
      const { name } = call.args
      const renamed =
        name === undefined
          ? channel
          : renameConversation(
              call,
              channel,
              user.id,
              checkedName(call, name, channel.teamId, 'could_not_convert_channel'),
            )
      changeKind(call, renamed, 'private')
      return ok(call)
    },
  ),

  ...method('admin.conversations.convertToPublic', { ...WRITE, args: channelOnly }, (call) => {
    requireAdministrator(call, 'restricted_action')
    const channel = findEnterpriseChannel(call, call.args.channel_id)
    if (channel.kind === 'public') throw slackFailure('not_supported')
    changeKind(call, channel, 'public')
    return ok(call)
  }),

  ...method(
    'admin.conversations.getTeams',
    { ...READ, args: v.object({ channel_id: text, cursor: v.optional(text), limit: optionalInteger }) },
    (call) => {
      requireAdministrator(call, 'restricted_action')
      const channel = findEnterpriseChannel(call, call.args.channel_id)
      const { rows: teams, nextCursor } = pageOf(viewOfRows([teamOf(call.rows, channel)]), call.args, 100)
      return ok(call, { team_ids: teams.map(({ id }) => id) }, { next_cursor: nextCursor })
    },
  ),

  ...method(
    'admin.conversations.search',
    {
      ...READ,
      args: v.object({
        query: v.optional(text),
        team_ids: v.optional(ids),
        search_channel_types: v.optional(ids),
        sort: v.optional(text),
        sort_dir: v.optional(text),
        cursor: v.optional(text),
        limit: optionalInteger,
        total_count_only: v.optional(flag),
      }),
    },
    (call) => {
      const { rows, args } = call
      requireAdministrator(call, 'not_an_admin')
      const found = foundChannels(call, args)
      if (args.total_count_only === true) return ok(call, { total_count: found.length })
      const { rows: page, nextCursor } = pageOf(viewOfRows(found), args, 10)
      const conversations = page.map((channel) => administeredChannelJson(rows, channel))
      return ok(call, { conversations, next_cursor: nextCursor, total_count: found.length })
    },
  ),
]

/** Returns a name that a channel can have. What is wrong with a name has one word here, but for its length. */
function checkedName(call: ActorCall, requested: string, teamId: string | undefined, word: string): string {
  try {
    return checkChannelName(call, requested, teamId)
  } catch (error) {
    const code = error instanceof Failure ? error.message : ''
    const isOwn = code === 'name_taken' || (code === 'invalid_name_maxlength' && word === 'could_not_rename_channel')
    throw isOwn ? error : slackFailure(word)
  }
}

function changeKind({ rows, clock }: ActorCall, { id }: Conversation, kind: 'public' | 'private'): void {
  rows.conversations.update(id, { kind, updatedAt: clock.now() })
}

/** The sort keys of channels, by the vendor's names. */
const SORTS: Readonly<Record<string, (call: ActorCall, channel: Conversation) => number | string>> = {
  name: (_call, { name }) => name,
  created: (_call, { createdAt }) => createdAt,
  member_count: ({ rows }, { id }) => rows.memberships.count('byChannel', id),
  relevant: (_call, { number }) => number,
}

const TYPES: Readonly<Record<string, (channel: Conversation) => boolean>> = {
  private: ({ kind }) => kind === 'private',
  exclude_archived: ({ archived }) => !archived,
  archived: ({ archived }) => archived,
  private_exclude: ({ kind }) => kind === 'public',
}

interface Search {
  readonly query?: string | undefined
  readonly team_ids?: readonly string[] | undefined
  readonly search_channel_types?: readonly string[] | undefined
  readonly sort?: string | undefined
  readonly sort_dir?: string | undefined
}

/** @throws `invalid_sort`, `invalid_sort_dir`, `invalid_search_channel_type` and `team_not_found`. */
function foundChannels(call: ActorCall, search: Search): readonly Conversation[] {
  const { rows } = call
  const {
    query = '',
    team_ids: teamIds = [],
    search_channel_types: types = [],
    sort = 'name',
    sort_dir: way = 'asc',
  } = search
  const order = ownMember(SORTS, sort)
  if (order === undefined) throw slackFailure('invalid_sort')
  if (way !== 'asc' && way !== 'desc') throw slackFailure('invalid_sort_dir')
  if (types.some((type) => !Object.hasOwn(TYPES, type))) throw slackFailure('invalid_search_channel_type')
  for (const id of teamIds) findEnterpriseTeam(call, id)
  const found = rows.conversations.list('byNumber').filter((channel) => {
    const { id: teamId } = teamOf(rows, channel)
    const isOfTeam = teamIds.length === 0 ? enterpriseOf(rows, teamId) !== null : teamIds.includes(teamId)
    const isOfType = types.every((type) => TYPES[type]?.(channel) === true)
    return channel.people === null && isOfTeam && isOfType && channel.name.includes(query.toLowerCase())
  })
  const ordered = found
    .map((channel) => ({ channel, key: order(call, channel) }))
    .toSorted((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : 0))
    .map(({ channel }) => channel)
  return way === 'asc' ? ordered : ordered.toReversed()
}
