import * as v from 'valibot'
import { viewOfIndex, viewOfOrderedRows, type OrderedListView } from '#core/list-view.ts'
import type { Rows } from '#chat/call.ts'
import { acquaintanceOf, teamOf, type Acquaintance } from '#chat/rules/workspaces.ts'
import { flag, optionalInteger, structure, text } from '#chat/rules/arguments.ts'
import { imagesJson, profileJson, userJson, type Site } from '#chat/json/user.ts'
import { hasScope } from '#chat/rules/scopes.ts'
import { method } from './method.ts'
import { ok } from '#chat/json/ok.ts'
import { numberPlace, pageAfter } from '#chat/rules/page.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { changeProfile, isActive, profileChanges } from '#chat/rules/profile.ts'
import { deletePhoto, setPhoto } from '#chat/rules/photos.ts'
import { seconds } from '#chat/rules/timestamps.ts'
import { inWorkspace, type User } from '#chat/schema/people.ts'

const page = { limit: optionalInteger, cursor: v.optional(text) }
const BY_NUMBER = numberPlace(({ number }: User) => number)
const locale = { include_locale: v.optional(flag) }

/** Adds the locale to a user, for `include_locale`. */
const withLocale = (user: object, included = false): object => (included ? { ...user, locale: 'en-US' } : user)

/** The methods of users. */
export const usersRoutes = [
  ...method(
    'users.list',
    { scopes: ['users:read'], args: v.object({ ...page, ...locale, team_id: v.optional(text) }) },
    (call) => {
      const { rows, clock, args, principal } = call
      const withEmail = hasScope(principal.scopes, 'users:read.email')
      const { rows: users, nextCursor } = pageAfter(usersOf(rows, principal.user), BY_NUMBER, args, rows.users.size)
      return ok(
        call,
        {
          members: users.map((user) => withLocale(userJson(call, user, { withEmail }), args.include_locale)),
          cache_ts: seconds(clock.now()),
        },
        { next_cursor: nextCursor },
      )
    },
  ),

  ...method('users.info', { scopes: ['users:read'], args: v.object({ user: text, ...locale }) }, (call) => {
    const { rows, args, principal } = call
    const user = rows.users.get(args.user)
    const relation = user === undefined ? null : acquaintanceOf(rows, teamOf(rows, principal.user).id, user)
    if (user === undefined || relation === null) throw slackFailure('user_not_found')
    const withEmail = hasScope(principal.scopes, 'users:read.email')
    const json = { ...userJson(call, user, { withEmail }), ...(relation === 'own' ? {} : strangerJson(relation)) }
    return ok(call, { user: withLocale(json, args.include_locale) })
  }),

  ...method('users.lookupByEmail', { scopes: ['users:read.email'], args: v.object({ email: text }) }, (call) => {
    const { rows, args, principal } = call
    const user = rows.users.find('email', inWorkspace(principal.user.teamId, args.email.toLowerCase()))
    if (user === undefined || user.deleted) throw slackFailure('users_not_found')
    return ok(call, { user: userJson(call, user, { withEmail: true }) })
  }),

  ...method('users.getPresence', { scopes: ['users:read'], args: v.object({ user: v.optional(text) }) }, (call) => {
    const { rows, clock, args, principal } = call
    const user = rows.users.get(args.user ?? principal.user.id)
    if (user === undefined) throw slackFailure('user_not_found')
    const presence = isActive(user) ? 'active' : 'away'
    if (user.id !== principal.user.id) return ok(call, { presence })
    const isAway = user.presence === 'away'
    return ok(call, {
      presence,
      online: !isAway,
      auto_away: false,
      manual_away: isAway,
      connection_count: isAway ? 0 : 1,
      last_activity: seconds(clock.now()),
    })
  }),

  ...method('users.setPresence', { scopes: ['users:write'], args: v.object({ presence: text }) }, (call) => {
    const { rows, args, principal } = call
    if (args.presence !== 'auto' && args.presence !== 'away') throw slackFailure('invalid_presence')
    rows.users.update(principal.user.id, { presence: args.presence })
    return ok(call)
  }),

  ...method(
    'users.profile.get',
    { scopes: ['users.profile:read'], args: v.object({ user: v.optional(text), include_labels: v.optional(flag) }) },
    (call) => {
      const { rows, args, principal } = call
      const user = rows.users.get(args.user ?? principal.user.id)
      if (user === undefined) throw slackFailure('user_not_found')
      const withEmail = hasScope(principal.scopes, 'users:read.email') || user.id === principal.user.id
      return ok(call, { profile: ownProfileJson(call, user, withEmail, args.include_labels) })
    },
  ),

  ...method(
    'users.profile.set',
    {
      scopes: ['users.profile:write'],
      tokens: ['user'],
      args: v.object({
        profile: v.optional(structure),
        user: v.optional(text),
        name: v.optional(text),
        value: v.optional(text),
      }),
    },
    (call) => {
      const { rows, args, principal } = call
      const user = rows.users.get(args.user ?? principal.user.id)
      if (user === undefined) throw slackFailure('user_not_found')
      if (user.id !== principal.user.id && !principal.user.isAdmin) throw slackFailure('not_admin')
      if (user.botId !== null && !principal.user.isOwner) throw slackFailure('not_app_admin')
      if (user.id !== principal.user.id && user.isAdmin && !principal.user.isOwner)
        throw slackFailure('cannot_update_admin_user')
      const fields = args.name === undefined ? args.profile : { [args.name]: args.value }
      if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) throw slackFailure('invalid_profile')
      const changes = profileChanges(call, user, { ...fields })
      const changed = changeProfile(call, user, changes)
      return ok(call, { username: changed.name, profile: ownProfileJson(call, changed, true) })
    },
  ),

  ...method(
    'users.setPhoto',
    {
      scopes: ['users.profile:write'],
      tokens: ['user'],
      args: v.object({
        image: v.unknown(),
        crop_x: optionalInteger,
        crop_y: optionalInteger,
        crop_w: optionalInteger,
      }),
    },
    (call) => {
      const { args, principal } = call
      const changed = setPhoto(call, principal.user, args.image, args)
      return ok(call, { profile: imagesJson(call.urls, changed) })
    },
  ),

  ...method('users.deletePhoto', { scopes: ['users.profile:write'], tokens: ['user'], args: v.object({}) }, (call) => {
    deletePhoto(call, call.principal.user)
    return ok(call)
  }),

  ...method('users.identity', { scopes: ['identity.basic'], tokens: ['user'], args: v.object({}) }, (call) => {
    const { rows, principal } = call
    const { user, scopes } = principal
    const { id, name } = teamOf(rows, user)
    const profile = profileJson(call, user, { withEmail: true })
    const images = Object.entries(profile).filter(([key]) => /^image_\d+$/.test(key))
    return ok(call, {
      user: {
        name: user.profile.realName,
        id: user.id,
        ...(scopes.includes('identity.email') ? { email: user.profile.email } : {}),
        ...(scopes.includes('identity.avatar') ? Object.fromEntries(images) : {}),
      },
      team: { id, ...(scopes.includes('identity.team') ? { name } : {}) },
    })
  }),
]

/** Returns the users of a user's workspace, and those of others that share a channel with it. */
function usersOf(rows: Rows, user: User): OrderedListView<User, number> {
  if (rows.workspaces.size === 0) return viewOfIndex(rows.users, 'byNumber', [])
  const { id: teamId } = teamOf(rows, user)
  const isListed = (each: User): boolean => ['own', 'external'].includes(acquaintanceOf(rows, teamId, each) ?? '')
  return viewOfOrderedRows(rows.users.list('byNumber').filter(isListed), BY_NUMBER.of)
}

/** Returns the mark of a user of another workspace. */
function strangerJson(relation: Acquaintance): object {
  return { is_stranger: relation === 'stranger' }
}

/** Returns the profile as `users.profile.get` answers it: with custom fields, without the workspace. */
function ownProfileJson(site: Site, user: User, withEmail: boolean, withLabels = false): object {
  const { team: _team, ...profile } = profileJson(site, user, { withEmail })
  const { fields } = user.profile
  if (!withLabels) return { ...profile, fields }
  const labels = new Map(site.rows.profileFields.get().map(({ id, label }) => [id, label]))
  const labelled = Object.entries(fields).map(([id, field]) => [id, { ...field, label: labels.get(id) ?? '' }])
  return { ...profile, fields: Object.fromEntries(labelled) }
}
