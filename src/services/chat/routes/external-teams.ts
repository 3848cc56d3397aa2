import * as v from 'valibot'
import { slackFailure } from '#chat/errors/failures.ts'
import { externalTeamJson } from '#chat/json/team.ts'
import { ok } from '#chat/json/ok.ts'
import { ids, optionalInteger, text } from '#chat/rules/arguments.ts'
import { disconnectTeam, externalTeams, type ExternalTeam } from '#chat/rules/external-teams.ts'
import { pageSize } from '#chat/rules/page.ts'
import { teamOf } from '#chat/rules/workspaces.ts'
import { method } from './method.ts'

const SORTS: Readonly<Record<string, (team: ExternalTeam) => string | number>> = {
  team_name: ({ team }) => team.name.toLowerCase(),
  last_active_timestamp: ({ lastActive }) => lastActive,
  connection_status: ({ channels }) => (channels.length > 0 ? 'CONNECTED' : 'DISCONNECTED'),
}

/** The workspaces that share channels with the workspace. https://docs.slack.dev/apis/slack-connect */
export const externalTeamsRoutes = [
  ...method(
    'team.externalTeams.list',
    {
      scopes: ['conversations.connect:manage', 'team:read'],
      args: v.object({
        connection_status_filter: v.optional(v.picklist(['CONNECTED', 'DISCONNECTED', 'BLOCKED', 'IN_REVIEW'])),
        sort_field: v.optional(v.picklist(['team_name', 'last_active_timestamp', 'connection_status']), 'team_name'),
        sort_direction: v.optional(v.picklist(['asc', 'desc']), 'asc'),
        workspace_filter: v.optional(ids),
        slack_connect_pref_filter: v.optional(ids),
        cursor: v.optional(text),
        limit: optionalInteger,
      }),
    },
    (call) => {
      const { rows, args, principal } = call
      const own = teamOf(rows, principal.user)
      // A workspace sees its own connections only.
      if (args.workspace_filter?.some((id) => id !== own.id) === true) throw slackFailure('invalid_workspace_filter')
      const { connection_status_filter: status, slack_connect_pref_filter: preferences = [] } = args
      const found = externalTeams(rows, own.id)
        // No connection has preferences of its own.
        .filter(() => preferences.length === 0)
        .filter(
          ({ channels }) => status === undefined || status === (channels.length > 0 ? 'CONNECTED' : 'DISCONNECTED'),
        )
        .map((each) => ({ each, key: SORTS[args.sort_field]?.(each) ?? '' }))
        .toSorted((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : 0))
        .map(({ each }) => each)
      const sorted = args.sort_direction === 'desc' ? found.toReversed() : found
      // The cursor is the id of the last workspace of the page before.
      const start = sorted.findIndex(({ team }) => team.id === args.cursor) + 1
      const end = start + pageSize(args.limit, 20)
      const page = sorted.slice(start, end)
      const nextCursor = end < sorted.length ? (page.at(-1)?.team.id ?? '') : ''
      const organizations = page.map((each) => externalTeamJson(each, own))
      return ok(call, { organizations, total_count: sorted.length }, { next_cursor: nextCursor })
    },
  ),

  ...method(
    'team.externalTeams.disconnect',
    { scopes: ['conversations.connect:manage'], args: v.object({ target_team: text }), missing: 'missing_argument' },
    (call) => {
      const { rows, args, principal } = call
      const { id: ownId } = teamOf(rows, principal.user)
      const target = externalTeams(rows, ownId).find(({ team }) => team.id === args.target_team)
      if (target === undefined || target.channels.length === 0) throw slackFailure('invalid_target_team')
      disconnectTeam(call, ownId, target)
      return ok(call)
    },
  ),
]
