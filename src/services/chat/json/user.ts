import { createHash } from 'node:crypto'
import type { Urls } from '#core/vendor-hosts.ts'
import { ownMember } from '#core/objects.ts'
import type { ChatContext, Rows } from '#chat/call.ts'
import { SLACKBOT } from '#chat/rules/people.ts'
import { teamIdOf, teamOf } from '#chat/rules/workspaces.ts'
import { emojiCodes } from '#chat/rules/text/emoji.ts'
import { zoneOffset } from '#chat/rules/time-zone.ts'
import { seconds } from '#chat/rules/timestamps.ts'
import type { Bot, User } from '#chat/schema/people.ts'

/** An object of wire JSON. */
export type Json = Readonly<Record<string, unknown>>

/** The records and the URLs that wire JSON is written from. */
export interface Site {
  readonly rows: Rows
  /** The base URL of the workspace, without a slash at the end. */
  readonly origin: string
  /** The URLs of files, avatars and webhooks, which have hosts of their own at the vendor. */
  readonly urls: Urls
}

/**
 * Returns a user as the vendor writes it; a deactivated one has neither roles nor a time zone.
 * https://docs.slack.dev/reference/objects/user-object
 */
export function userJson(
  site: Site & Pick<ChatContext, 'clock'>,
  user: User,
  { withEmail }: { readonly withEmail: boolean },
) {
  const { id, name, profile, botId, deleted, isAdmin, isOwner, tz } = user
  const { id: team } = teamOf(site.rows, user)
  const head = { id, team_id: team, name, deleted }
  const tail = { is_bot: botId !== null, is_app_user: false, updated: seconds(user.updatedAt) }
  if (deleted) return { ...head, profile: profileJson(site, user, { withEmail }), ...tail }
  // The offset of a time zone with daylight saving changes without an edit.
  const zone = zoneOf(tz, site.clock.now())
  return {
    ...head,
    color: id === SLACKBOT ? '757575' : createHash('md5').update(id).digest('hex').slice(0, 6),
    real_name: profile.realName,
    tz,
    tz_label: zone.label,
    tz_offset: zone.offset,
    profile: profileJson(site, user, { withEmail }),
    is_admin: isAdmin,
    is_owner: isOwner,
    is_primary_owner: isOwner,
    is_restricted: false,
    is_ultra_restricted: false,
    ...tail,
    ...(botId === null && id !== SLACKBOT
      ? { is_email_confirmed: true, has_2fa: false }
      : { is_email_confirmed: false }),
    who_can_share_contact_card: 'EVERYONE',
  }
}

/** Returns the profile of a user. https://docs.slack.dev/reference/objects/user-object#profile */
export function profileJson({ rows, urls }: Site, user: User, { withEmail }: { readonly withEmail: boolean }) {
  const { profile, botId } = user
  const { realName, displayName, email } = profile
  const [first, ...rest] = realName.split(' ')
  const bot = rows.bots.get(botId)
  return {
    title: profile.title,
    phone: profile.phone,
    skype: profile.skype,
    real_name: realName,
    real_name_normalized: plain(realName),
    display_name: displayName,
    display_name_normalized: plain(displayName),
    status_text: profile.statusText,
    status_emoji: profile.statusEmoji,
    status_emoji_display_info: statusEmojiJson(rows, profile.statusEmoji),
    status_expiration: profile.statusExpiration,
    avatar_hash: avatarHash(user),
    pronouns: profile.pronouns,
    ...(user.id === SLACKBOT ? { always_active: true } : {}),
    ...(bot === undefined ? {} : { api_app_id: bot.appId, always_active: false, bot_id: bot.id }),
    ...(withEmail && email !== null ? { email } : {}),
    first_name: first,
    last_name: rest.join(' '),
    ...imagesJson(urls, user),
    ...(profile.photo === undefined ? {} : { is_custom_image: true }),
    status_text_canonical: '',
    team: teamOf(rows, user).id,
  }
}

const SIZES = [24, 32, 48, 72, 192, 512]

/** Returns the URLs of a user's picture in every size; of a photo also as it was uploaded. */
export function imagesJson(urls: Urls, user: User) {
  const hash = avatarHash(user)
  const isPhoto = user.profile.photo !== undefined
  const sizes = (isPhoto ? [...SIZES, 1024] : SIZES).map((size) => [
    `image_${size}`,
    urls.of(`/avatars/${hash}-${size}.svg`),
  ])
  return {
    avatar_hash: hash,
    ...Object.fromEntries(sizes),
    ...(isPhoto ? { image_original: urls.of(`/avatars/${hash}-original`) } : {}),
  }
}

function avatarHash({ id, profile }: User): string {
  return profile.photo ?? createHash('md5').update(id).digest('hex').slice(0, 12)
}

/** Returns a bot as messages show it. */
export function botProfileJson({ rows, urls }: Site, bot: Bot) {
  return {
    id: bot.id,
    app_id: bot.appId,
    user_id: bot.userId ?? '',
    name: bot.name,
    icons: botIconsJson(urls, bot),
    deleted: bot.deleted,
    updated: seconds(bot.updatedAt),
    team_id: teamIdOf(rows, bot.userId),
  }
}

/** Returns the icons of a bot. */
export function botIconsJson(urls: Urls, { id }: Bot) {
  return Object.fromEntries(
    [36, 48, 72].map((size) => [`image_${size}`, urls.of(`/avatars/${id.toLowerCase()}-${size}.svg`)]),
  )
}

/** Returns what shows the emoji of a status: its code points, or the image of one of the workspace's own. */
function statusEmojiJson(rows: Rows, statusEmoji: string): readonly Json[] {
  const name = statusEmoji.replaceAll(/^:|:$/g, '')
  if (name === '') return []
  const image = ownMember(rows.emoji.get(), name)
  const [, alias] = /^alias:(.+)$/.exec(image ?? '') ?? []
  if (alias !== undefined) return [{ emoji_name: name, display_alias: alias }]
  if (image !== undefined) return [{ emoji_name: name, display_url: image }]
  const [bare = '', tone] = name.split('::skin-tone-')
  const unicode = emojiCodes(bare, tone === undefined ? undefined : Number(tone))
  return [{ emoji_name: name, ...(unicode === undefined ? {} : { unicode }) }]
}

/** Returns a name without diacritics, as the vendor writes `real_name_normalized`. */
function plain(name: string): string {
  return name.normalize('NFD').replaceAll(/\p{M}/gu, '')
}

/** Returns the name of a time zone in words, and its distance from UTC in seconds at a time. */
function zoneOf(tz: string, at: number): { readonly label: string; readonly offset: number } {
  const label = new Intl.DateTimeFormat('en-US', { timeZone: tz, timeZoneName: 'long' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value
  return { label: label ?? '', offset: zoneOffset(tz, at) }
}
