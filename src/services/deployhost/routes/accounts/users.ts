import * as v from 'valibot'
import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { conflict } from '#deployhost/errors.ts'
import { authUserJson } from '#deployhost/json/user.ts'
import { renameHosts } from '#deployhost/rules/serving.ts'
import { requireUser } from '#deployhost/steps/accounts.ts'

const { get, patch } = routesFor<DeployhostCall>()

const username = v.pipe(
  v.string(),
  v.regex(
    /^[A-Za-z0-9](?:[\w.-]{0,46}[A-Za-z0-9])?$/,
    'should match pattern "^[a-zA-Z0-9]([a-zA-Z0-9_.-]*[a-zA-Z0-9])?$"',
  ),
)

const UserChanges = v.strictObject({
  name: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(50, 'should NOT be longer than 50 characters')))),
  username: v.optional(username),
  email: v.optional(v.pipe(v.string(), v.email('should match format "email"'))),
  avatar: v.optional(v.nullable(v.string())),
})

/** The user that a request acts for. https://vercel.com/docs/rest-api/reference/endpoints/user */
export const usersRoutes = [
  get('getAuthUser', '/v2/user', requireUser(), ({ user }) => json({ user: authUserJson(user) })),
  patch('updateUser', '/v2/user', requireUser('user'), body(UserChanges), (call) => {
    const { rows, user, body, clock } = call
    requireFreeNames(call)
    const changed = renameHosts(call, rows.projects.list('byAccount', user.id), () =>
      rows.users.update(user.id, { ...defined(body), updatedAt: Math.floor(clock.now()) }),
    )
    return json({ user: authUserJson(changed) })
  }),
]

type Change = Pick<DeployhostCall, 'rows'> & {
  readonly user: { readonly id: string }
  readonly body: v.InferOutput<typeof UserChanges>
}

/** Usernames and team slugs share one namespace, because both are part of URLs. */
function requireFreeNames({ rows, user, body }: Change): void {
  const { username, email } = body
  const namesake = username === undefined ? undefined : rows.users.find('username', username.toLowerCase())
  const team = username === undefined ? undefined : rows.teams.find('slug', username.toLowerCase())
  if ((namesake !== undefined && namesake.id !== user.id) || team !== undefined) {
    throw conflict(`The username "${username}" is already in use.`, 'username_taken')
  }
  const holder = email === undefined ? undefined : rows.users.find('email', email.toLowerCase())
  if (holder !== undefined && holder.id !== user.id) {
    throw conflict(`The email "${email}" is already in use.`, 'email_taken')
  }
}
