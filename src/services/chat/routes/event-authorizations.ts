import * as v from 'valibot'
import { viewOfRows } from '#core/list-view.ts'
import { parseJson } from '#core/text/parse-json.ts'
import { optionalInteger, text } from '#chat/rules/arguments.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { ok } from '#chat/json/ok.ts'
import { authorizationsOf } from '#chat/rules/audience.ts'
import { isObject } from '#chat/rules/block-kit/check.ts'
import { pageOf } from '#chat/rules/page.ts'
import { teamIdOf } from '#chat/rules/workspaces.ts'
import { appMethod } from './method.ts'

/** The authorizations of an event, of which the event itself has only the first. */
export const eventAuthorizationsRoutes = appMethod(
  'apps.event.authorizations.list',
  {
    scopes: ['authorizations:read'],
    args: v.object({ event_context: text, cursor: v.optional(text), limit: optionalInteger }),
  },
  (call) => {
    const { rows, args, principal } = call
    const context = readContext(args.event_context)
    if (context === null) throw slackFailure('invalid_event_context')
    if (context['aid'] !== principal.app.id) throw slackFailure('auth_mismatch')
    const { cid } = context
    const all = authorizationsOf(call, principal.app, typeof cid === 'string' ? cid : undefined)
    const { rows: authorizations, nextCursor } = pageOf(viewOfRows(all), args, 100)
    return ok(
      call,
      {
        authorizations: authorizations.map(({ userId, isBot }) => ({
          enterprise_id: '',
          team_id: teamIdOf(rows, userId),
          user_id: userId,
          is_bot: isBot,
          is_enterprise_install: false,
        })),
      },
      { next_cursor: nextCursor },
    )
  },
)

/** Returns the parts of an `event_context`; null for any other text. */
function readContext(value: string): Readonly<Record<string, unknown>> | null {
  try {
    const parts = parseJson(Buffer.from(value.replace(/^4-/, ''), 'base64url').toString('utf8'))
    return isObject(parts) && typeof parts['et'] === 'string' ? parts : null
  } catch {
    return null
  }
}
