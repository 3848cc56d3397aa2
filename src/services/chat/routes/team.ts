import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { flag, text } from '#chat/rules/arguments.ts'
import { botIconsJson } from '#chat/json/user.ts'
import type { Rows } from '#chat/call.ts'
import { enterpriseOf } from '#chat/rules/enterprise.ts'
import { method } from './method.ts'
import { teamIconJson } from '#chat/json/team.ts'
import { findTeam, isConnected, teamOf } from '#chat/rules/workspaces.ts'
import { ok } from '#chat/json/ok.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { seconds } from '#chat/rules/timestamps.ts'

/** The methods of the workspace, its bots and its emoji. */
export const teamRoutes = [
  ...method(
    'team.info',
    { scopes: ['team:read'], args: v.object({ team: v.optional(text), domain: v.optional(text) }) },
    (call) => {
      const { rows, origin, urls, args, principal } = call
      const own = teamOf(rows, principal.user)
      const team = findTeam(rows, args.team ?? own.id)
      if (team === undefined || !isConnected(rows, own.id, team.id)) throw slackFailure('team_not_found')
      if (args.team === undefined && args.domain !== undefined) throw slackFailure('team_not_on_enterprise')
      return ok(call, {
        team: {
          id: team.id,
          name: team.name,
          url: `${origin}/`,
          domain: team.domain,
          email_domain: '',
          icon: teamIconJson(call, team),
          avatar_base_url: urls.of('/avatars/'),
          is_verified: false,
          ...enterpriseMembers(rows, team.id),
        },
      })
    },
  ),

  ...method('team.preferences.list', { scopes: ['team.preferences:read'], args: v.object({}) }, (call) =>
    // No preference of the workspace restricts anything.
    ok(call, {
      msg_edit_window_mins: -1,
      allow_message_deletion: true,
      display_real_names: false,
      disable_file_uploads: 'allow_all',
      who_can_post_general: 'ra',
    }),
  ),

  ...method('team.billing.info', { scopes: ['team.billing:read'], args: v.object({}) }, (call) =>
    ok(call, { plan: teamOf(call.rows, call.principal.user).plan }),
  ),

  ...method(
    'bots.info',
    { scopes: ['users:read'], args: v.object({ bot: v.optional(text), team_id: v.optional(text) }) },
    (call) => {
      const { rows, urls, args } = call
      if ((args.team_id ?? rows.team.get().id) !== rows.team.get().id) throw slackFailure('team_not_found')
      if (args.bot === undefined) return ok(call)
      const bot = rows.bots.get(args.bot)
      if (bot === undefined) throw slackFailure('bot_not_found')
      return ok(call, {
        bot: {
          id: bot.id,
          deleted: bot.deleted,
          name: bot.name,
          updated: seconds(bot.updatedAt),
          app_id: bot.appId,
          ...(bot.userId === null ? {} : { user_id: bot.userId }),
          icons: botIconsJson(urls, bot),
        },
      })
    },
  ),

  ...method(
    'emoji.list',
    { scopes: ['emoji:read'], args: v.object({ include_categories: v.optional(flag) }) },
    (call) => {
      const emoji = call.rows.emoji.get()
      const version = createHash('sha256').update(JSON.stringify(emoji)).digest('hex').slice(0, 12)
      return ok(call, {
        emoji,
        cache_ts: `${seconds(call.clock.now())}.000000`,
        ...(call.args.include_categories === true ? { categories_version: version, categories: [] } : {}),
      })
    },
  ),
]

/** Returns the members of a workspace that belongs to an enterprise organization. */
function enterpriseMembers(rows: Rows, teamId: string) {
  const enterprise = enterpriseOf(rows, teamId)
  if (enterprise === null) return {}
  return { enterprise_id: enterprise.id, enterprise_name: enterprise.name, enterprise_domain: enterprise.domain }
}
