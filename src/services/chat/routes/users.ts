import * as v from 'valibot'
import { viewOfIndex } from '../../../core/list-view.ts'
import { flag, integer, text } from '../arguments.ts'
import { refusal } from '../refusals.ts'
import { userJson } from '../json/user.ts'
import { hasScope, method, ok } from '../method.ts'
import { pageOf } from '../pagination.ts'
import { seconds } from '../rules/timestamps.ts'

const page = { limit: v.optional(integer), cursor: v.optional(text) }
const locale = { include_locale: v.optional(flag) }

/** Members that a client asks for. */
const withLocale = (user: object, included = false): object => (included ? { ...user, locale: 'en-US' } : user)

/** users.list, users.info. */
export const usersRoutes = [
  ...method('users.list', { scopes: ['users:read'], args: v.object({ ...page, ...locale }) }, (call) => {
    const { rows, clock, args, principal } = call
    const withEmail = hasScope(principal.scopes, 'users:read.email')
    const { rows: users, nextCursor } = pageOf(viewOfIndex(rows.users, 'byNumber', []), args, rows.users.size)
    return ok(
      call,
      {
        members: users.map((user) => withLocale(userJson(call, user, { withEmail }), args.include_locale)),
        cache_ts: seconds(clock.now()),
      },
      { next_cursor: nextCursor },
    )
  }),

  ...method('users.info', { scopes: ['users:read'], args: v.object({ user: text, ...locale }) }, (call) => {
    const { rows, args, principal } = call
    const user = rows.users.get(args.user)
    if (user === undefined) throw refusal('user_not_found')
    const withEmail = hasScope(principal.scopes, 'users:read.email')
    return ok(call, { user: withLocale(userJson(call, user, { withEmail }), args.include_locale) })
  }),
]
