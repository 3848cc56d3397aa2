import type { ChatCall, Actor } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import type { Attachment, Message } from '#chat/schema/messages.ts'
import type { EntityMetadata } from '#chat/schema/entities.ts'
import { isEntity } from './entities.ts'
import { isObject } from '../block-kit/check.ts'
import { checkBlocks } from '../block-kit/check-blocks.ts'
import { authorOf } from '../conversations/find.ts'
import { isAbsent } from './absent.ts'
import { postMessage } from './post.ts'
import { messageOfUnfurlId } from './unfurl.ts'

type WithActor = ChatCall & { readonly principal: Actor }

interface Arguments {
  readonly channel?: string | undefined
  readonly ts?: string | undefined
  readonly unfurl_id?: string | undefined
  readonly source?: string | undefined
  readonly unfurls?: unknown
  readonly metadata?: unknown
  readonly user_auth_message?: string | undefined
  readonly user_auth_required?: boolean | undefined
  readonly user_auth_url?: string | undefined
  readonly user_auth_blocks?: unknown
}

/** Returns the message that `channel` and `ts`, or `unfurl_id` and `source`, name. */
export function messageToUnfurl({ rows }: ChatCall, { channel, ts, unfurl_id: id, source }: Arguments): Message {
  if (!isAbsent(id)) {
    if (isAbsent(source)) throw slackFailure('missing_source')
    if (source !== 'composer' && source !== 'conversations_history') throw slackFailure('invalid_source')
    const message = messageOfUnfurlId({ rows }, id ?? '')
    if (message === undefined) throw slackFailure('invalid_unfurl_id')
    return message
  }
  if (!isAbsent(source)) throw slackFailure('missing_unfurl_id')
  if (isAbsent(channel)) throw slackFailure('missing_channel')
  if (isAbsent(ts)) throw slackFailure('missing_ts')
  if (rows.conversations.get(channel) === undefined) throw slackFailure('cannot_find_channel')
  const message = rows.messages.find('ts', channel ?? '', ts ?? '')
  if (message === undefined) throw slackFailure('cannot_find_message')
  return message
}

/**
 * Returns the previews by URL.
 *
 * @param isInvitation true when the call invites the author to sign in
 * @throws `missing_unfurls` when there is neither a preview, nor an invitation, nor metadata.
 */
export function previewsByUrl(
  call: ChatCall,
  { unfurls, metadata }: Arguments,
  isInvitation: boolean,
): Readonly<Record<string, Attachment>> {
  if (isAbsent(unfurls)) {
    if (isInvitation || !isAbsent(metadata)) return {}
    throw slackFailure('missing_unfurls')
  }
  if (!isObject(unfurls)) throw slackFailure('invalid_unfurls_format')
  const previews = Object.entries(unfurls).map(([url, preview]): [string, Attachment] => {
    if (!isObject(preview)) throw slackFailure('cannot_parse_attachment')
    const attachment: Attachment = preview
    const { blocks } = attachment
    return [url, isAbsent(blocks) ? attachment : { ...attachment, blocks: checkBlocks(call, blocks, 'message') }]
  })
  return Object.fromEntries(previews)
}

/**
 * Returns the entities of an unfurl, which name the links that they stand for.
 *
 * @throws `invalid_metadata_format`.
 */
export function entitiesToUnfurl(metadata: unknown): readonly EntityMetadata[] {
  if (isAbsent(metadata)) return []
  const entities = isObject(metadata) ? metadata['entities'] : undefined
  if (!Array.isArray(entities)) throw slackFailure('invalid_metadata_format')
  const valid = entities.every((each) => isEntity(each) && typeof each.app_unfurl_url === 'string')
  if (!valid) throw slackFailure('invalid_metadata_format')
  return entities as readonly EntityMetadata[] // checked above
}

/**
 * Posts the invitation to sign in, which only the author of the message sees. Returns false when the arguments ask for
 * none.
 */
export function inviteToAuthenticate(call: WithActor, message: Message, args: Arguments): boolean {
  const { user_auth_message: text, user_auth_url: url, user_auth_required: required, user_auth_blocks: blocks } = args
  const isInvitation = required === true || !isAbsent(url) || !isAbsent(text) || !isAbsent(blocks)
  if (!isInvitation) return false
  if (message.userId === null || message.botId !== null) throw slackFailure('cannot_auth_user')
  postMessage(call, {
    channelId: message.channelId,
    ...authorOf(call.principal),
    text: text ?? `Connect your account to see previews of links${isAbsent(url) ? '' : `: <${url}>`}`,
    blocks: isAbsent(blocks) ? null : checkBlocks(call, blocks, 'message'),
    ephemeralTo: message.userId,
  })
  return true
}
