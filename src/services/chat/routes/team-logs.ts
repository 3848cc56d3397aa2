import * as v from 'valibot'
import { viewOfRows } from '#core/list-view.ts'
import { optionalInteger, text } from '#chat/rules/arguments.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { ok } from '#chat/json/ok.ts'
import { profileFieldJson, profileSectionsJson } from '#chat/json/profile-field.ts'
import { numberedPageOf, pageOf } from '#chat/rules/page.ts'
import { people } from '#chat/rules/people.ts'
import { seconds } from '#chat/rules/timestamps.ts'
import { method } from './method.ts'

const ADMIN = { scopes: ['admin'], tokens: ['user'], missing: 'missing_argument' } as const
const PAGE = { count: optionalInteger, page: optionalInteger, team_id: v.optional(text) }

/** The last page of the logs. https://docs.slack.dev/reference/methods/team.accessLogs */
const LAST_PAGE = 100

/** The settings of the workspace that its people see, and the logs that its admins read. */
export const teamLogsRoutes = [
  ...method(
    'team.profile.get',
    {
      scopes: ['users.profile:read'],
      args: v.object({ visibility: v.optional(v.picklist(['all', 'visible', 'hidden'])) }),
    },
    (call) => {
      const { rows, args } = call
      const { visibility = 'all' } = args
      const fields = [...rows.profileFields.get().entries()].filter(
        ([, { isHidden }]) => visibility === 'all' || isHidden === (visibility === 'hidden'),
      )
      return ok(call, {
        profile: {
          fields: fields.map(([ordering, field]) => profileFieldJson(rows, field, ordering)),
          sections: profileSectionsJson(rows),
        },
      })
    },
  ),

  ...method(
    'team.accessLogs',
    {
      ...ADMIN,
      args: v.object({ ...PAGE, before: optionalInteger, cursor: v.optional(text), limit: optionalInteger }),
    },
    (call) => {
      const { rows, args } = call
      if (rows.team.get().plan === 'free') throw slackFailure('paid_only')
      if ((args.count ?? 0) > 1000 || (args.page ?? 0) > LAST_PAGE) throw slackFailure('over_pagination_limit')
      if ((args.team_id ?? rows.team.get().id) !== rows.team.get().id) throw slackFailure('invalid_team_id')
      const before = args.before ?? Infinity
      const found = rows.accessLogs
        .all()
        .filter(({ firstAt }) => seconds(firstAt) <= before)
        .toSorted((first, second) => second.lastAt - first.lastAt)
      const loginJson = (log: (typeof found)[number]) => ({
        user_id: log.userId,
        username: rows.users.get(log.userId)?.name,
        date_first: seconds(log.firstAt),
        date_last: seconds(log.lastAt),
        count: log.count,
        ip: '127.0.0.1',
        user_agent: log.userAgent,
        isp: '',
        country: '',
        region: '',
      })
      if (args.limit !== undefined || args.cursor !== undefined) {
        const { rows: logs, nextCursor } = pageOf(viewOfRows(found), args, 100)
        return ok(call, { logins: logs.map(loginJson) }, { next_cursor: nextCursor })
      }
      const { rows: logs, paging } = numberedPageOf(viewOfRows(found), args)
      return ok(call, { logins: logs.map(loginJson), paging })
    },
  ),

  ...method(
    'team.integrationLogs',
    {
      ...ADMIN,
      args: v.object({
        ...PAGE,
        app_id: v.optional(text),
        change_type: v.optional(text),
        service_id: v.optional(text),
        user: v.optional(text),
      }),
    },
    (call) => {
      const { rows, args } = call
      const found = rows.integrationLogs
        .all()
        .filter(
          ({ appId, change, userId }) =>
            args.service_id === undefined &&
            (args.app_id ?? appId) === appId &&
            (args.change_type ?? change) === change &&
            (args.user ?? userId) === userId,
        )
        .toReversed()
      const { rows: logs, paging } = numberedPageOf(viewOfRows(found), args)
      return ok(call, {
        logs: logs.map(({ appId, appName, userId, at, change, scopes }) => ({
          app_id: appId,
          app_type: appName,
          user_id: userId ?? '',
          user_name: rows.users.get(userId)?.name ?? '',
          date: String(seconds(at)),
          change_type: change,
          scope: scopes.join(','),
        })),
        paging,
      })
    },
  ),

  ...method(
    'team.billableInfo',
    {
      ...ADMIN,
      args: v.object({
        cursor: v.optional(text),
        limit: optionalInteger,
        user: v.optional(text),
        team_id: PAGE.team_id,
      }),
    },
    (call) => {
      const { rows, args } = call
      const isBilled = rows.team.get().plan !== 'free'
      const one = rows.users.get(args.user)
      if (args.user !== undefined && one === undefined) throw slackFailure('user_not_found')
      const all = one === undefined ? people(call) : [one]
      const { rows: users, nextCursor } = pageOf(viewOfRows(all), args, 1000)
      const billed = users.map(({ id, botId, deleted }) => [
        id,
        { billing_active: isBilled && botId === null && !deleted },
      ])
      return ok(call, { billable_info: Object.fromEntries(billed) }, { next_cursor: nextCursor })
    },
  ),
]
