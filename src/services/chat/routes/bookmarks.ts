import * as v from 'valibot'
import { text } from '#chat/rules/arguments.ts'
import type { ChatCall, Actor } from '#chat/call.ts'
import { method } from './method.ts'
import { ok } from '#chat/json/ok.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { canSee, membershipOf } from '#chat/rules/conversations/find.ts'
import { newId } from '#chat/rules/new-id.ts'
import { seconds } from '#chat/rules/timestamps.ts'
import type { Bookmark, Conversation } from '#chat/schema/conversations.ts'

/** The most bookmarks of a channel. */
const MOST = 100

/** The methods of bookmarks. */
export const bookmarksRoutes = [
  ...method(
    'bookmarks.add',
    {
      scopes: ['bookmarks:write'],
      args: v.object({
        channel_id: text,
        title: text,
        type: text,
        link: v.optional(text),
        emoji: v.optional(text),
        entity_id: v.optional(text),
        parent_id: v.optional(text),
      }),
    },
    (call) => {
      const { rows, args, clock, principal } = call
      const conversation = findOwnChannel(call, args.channel_id)
      if (args.type !== 'link') throw slackFailure('invalid_bookmark_type')
      const link = checkLink(args.link)
      checkEmoji(args.emoji)
      const count = rows.bookmarks.count('byChannel', conversation.id)
      if (count >= MOST) throw slackFailure('too_many_bookmarks')
      const bookmark = rows.bookmarks.insert({
        id: newId(call, 'Bk'),
        number: rows.numbers.next(),
        channelId: conversation.id,
        title: args.title,
        link,
        emoji: args.emoji ?? '',
        type: args.type,
        entityId: args.entity_id ?? null,
        rank: String.fromCodePoint(97 + (count % 26)),
        createdAt: clock.now(),
        updatedAt: clock.now(),
        updatedBy: principal.user.id,
      })
      call.emit({ kind: 'bookmark_created', bookmark, userId: principal.user.id })
      return ok(call, { bookmark: bookmarkJson(call, bookmark) })
    },
  ),

  ...method(
    'bookmarks.edit',
    {
      scopes: ['bookmarks:write'],
      args: v.object({
        channel_id: text,
        bookmark_id: text,
        title: v.optional(text),
        link: v.optional(text),
        emoji: v.optional(text),
      }),
    },
    (call) => {
      const { rows, args, clock, principal } = call
      const { id } = findBookmark(call, args.channel_id, args.bookmark_id)
      checkEmoji(args.emoji)
      const bookmark = rows.bookmarks.update(id, {
        ...(args.title === undefined ? {} : { title: args.title }),
        ...(args.link === undefined ? {} : { link: checkLink(args.link) }),
        ...(args.emoji === undefined ? {} : { emoji: args.emoji }),
        updatedAt: clock.now(),
        updatedBy: principal.user.id,
      })
      call.emit({ kind: 'bookmark_updated', bookmark, userId: principal.user.id })
      return ok(call, { bookmark: bookmarkJson(call, bookmark) })
    },
  ),

  ...method('bookmarks.list', { scopes: ['bookmarks:read'], args: v.object({ channel_id: text }) }, (call) => {
    const conversation = findChannel(call, call.args.channel_id)
    const bookmarks = call.rows.bookmarks.list('byChannel', conversation.id)
    return ok(call, { bookmarks: bookmarks.map((each) => bookmarkJson(call, each)) })
  }),

  ...method(
    'bookmarks.remove',
    { scopes: ['bookmarks:write'], args: v.object({ channel_id: text, bookmark_id: text }) },
    (call) => {
      const { rows, args, principal } = call
      const bookmark = findBookmark(call, args.channel_id, args.bookmark_id)
      rows.bookmarks.delete(bookmark.id)
      call.emit({ kind: 'bookmark_deleted', bookmark, userId: principal.user.id })
      return ok(call)
    },
  ),
]

type WithActor = ChatCall & { readonly principal: Actor }

function findChannel(call: WithActor, id: string): Conversation {
  const conversation = call.rows.conversations.get(id)
  if (conversation === undefined || !canSee(call, conversation, call.principal.user.id)) {
    throw slackFailure('channel_not_found')
  }
  return conversation
}

/**
 * Returns a channel of the principal, who may change its bookmarks as a member.
 *
 * @throws `permission_denied` for anybody else.
 */
function findOwnChannel(call: WithActor, id: string): Conversation {
  const conversation = findChannel(call, id)
  if (membershipOf(call, conversation, call.principal.user.id) === undefined) throw slackFailure('permission_denied')
  return conversation
}

function findBookmark(call: WithActor, channelId: string, id: string): Bookmark {
  const { id: found } = findOwnChannel(call, channelId)
  const bookmark = call.rows.bookmarks.get(id)
  if (bookmark?.channelId !== found) throw slackFailure('not_found')
  return bookmark
}

function checkLink(link: string | undefined): string {
  if (link === undefined || !/^https?:\/\//i.test(link) || !URL.canParse(link)) throw slackFailure('invalid_link')
  return link
}

function checkEmoji(emoji: string | undefined): void {
  if (emoji !== undefined && emoji !== '' && !/^:[^\s:]+:$/u.test(emoji)) throw slackFailure('invalid_emoji')
}

/** Returns a bookmark as the vendor writes it. https://docs.slack.dev/reference/methods/bookmarks.add */
function bookmarkJson({ rows }: Pick<ChatCall, 'rows'>, bookmark: Bookmark): object {
  return {
    id: bookmark.id,
    channel_id: bookmark.channelId,
    title: bookmark.title,
    link: bookmark.link,
    emoji: bookmark.emoji,
    icon_url: '',
    type: bookmark.type,
    entity_id: bookmark.entityId,
    date_created: seconds(bookmark.createdAt),
    date_updated: seconds(bookmark.updatedAt),
    rank: bookmark.rank,
    last_updated_by_user_id: bookmark.updatedBy,
    last_updated_by_team_id: rows.team.get().id,
    shortcut_id: null,
    app_id: null,
  }
}
