import * as v from 'valibot'
import { viewOfRows } from '#core/list-view.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { inviteRequestJson } from '#chat/json/connect.ts'
import { ok } from '#chat/json/ok.ts'
import { flag, ids, optionalInteger, structure, text } from '#chat/rules/arguments.ts'
import { isObject } from '#chat/rules/block-kit/check.ts'
import { approveRequest, denyRequest, findOpenRequest } from '#chat/rules/invite-requests.ts'
import { pageOf } from '#chat/rules/page.ts'
import { teamOf } from '#chat/rules/workspaces.ts'
import { method } from './method.ts'

const MANAGE = ['conversations.connect:manage']

/** The longest message of an invitation, in characters. */
const LONGEST_MESSAGE = 560

/** Requests to invite people of other workspaces. https://docs.slack.dev/apis/slack-connect */
export const inviteRequestsRoutes = [
  ...method(
    'conversations.requestSharedInvite.approve',
    {
      scopes: MANAGE,
      args: v.object({
        invite_id: text,
        channel_id: v.optional(text),
        is_external_limited: v.optional(flag),
        message: v.optional(structure),
      }),
    },
    (call) => {
      const { rows, args, principal } = call
      const { channel_id: channelId, is_external_limited: isExternalLimited, message } = args
      const request = findOpenRequest(call, args.invite_id, teamOf(rows, principal.user).id)
      const added = isObject(message) ? message['text'] : undefined
      if (typeof added === 'string') requireShort(added)
      const { id } = approveRequest(call, request, {
        ...(channelId === undefined ? {} : { channelId }),
        ...(isExternalLimited === undefined ? {} : { isExternalLimited }),
      })
      return ok(call, { invite_id: id })
    },
  ),

  ...method(
    'conversations.requestSharedInvite.deny',
    { scopes: MANAGE, args: v.object({ invite_id: text, message: v.optional(text) }) },
    (call) => {
      const { rows, args, principal } = call
      const request = findOpenRequest(call, args.invite_id, teamOf(rows, principal.user).id)
      requireShort(args.message ?? '')
      denyRequest(call, request)
      return ok(call, { invite_id: request.id })
    },
  ),

  ...method(
    'conversations.requestSharedInvite.list',
    {
      scopes: MANAGE,
      args: v.object({
        user_id: v.optional(text),
        invite_ids: v.optional(ids),
        include_approved: v.optional(flag),
        include_denied: v.optional(flag),
        include_expired: v.optional(flag),
        cursor: v.optional(text),
        limit: optionalInteger,
      }),
    },
    (call) => {
      const { rows, clock, args, principal } = call
      const { id: teamId } = teamOf(rows, principal.user)
      const { user_id: userId, invite_ids: inviteIds } = args
      const found = rows.inviteRequests.list('byNumber').filter((request) => {
        const isExpired = request.state === 'pending' && request.expiresAt <= clock.now()
        const isWanted =
          (request.state !== 'approved' || args.include_approved === true) &&
          (request.state !== 'denied' || args.include_denied === true) &&
          (!isExpired || args.include_expired === true)
        const isOfUser = userId === undefined || request.userId === userId
        return request.teamId === teamId && isWanted && isOfUser && (inviteIds?.includes(request.id) ?? true)
      })
      const { rows: page, nextCursor } = pageOf(viewOfRows(found), args, 200)
      const listed = page.map((request) => inviteRequestJson(call, request))
      return ok(call, { invite_requests: listed }, { next_cursor: nextCursor })
    },
  ),
]

function requireShort(message: string): void {
  if (message.length > LONGEST_MESSAGE) throw slackFailure('message_too_long')
}
