import { ownMember } from '#core/objects.ts'
import type { ConversationKind } from '#chat/schema/conversations.ts'
import type { Principal } from '#chat/call.ts'
import { missingScope } from '#chat/errors/failures.ts'

/** The scopes that methods of conversations need, by the kind of the conversation. */
const STEM: Readonly<Record<ConversationKind, string>> = {
  public: 'channels',
  private: 'groups',
  im: 'im',
  mpim: 'mpim',
}

/** The use that a method makes of conversations. */
export type ConversationUse = 'read' | 'history' | 'write' | 'write.invites' | 'write.topic' | 'join'

/** Returns the scopes of which a token needs one for a use of a conversation, the vendor's preferred one first. */
export function conversationScopes(kind: ConversationKind, use: ConversationUse): readonly string[] {
  const stem = STEM[kind]
  if (use === 'join') return ['channels:join', 'channels:write']
  if (use === 'read' || use === 'history') return [`${stem}:${use}`]
  const write = kind === 'public' ? ['channels:manage', 'channels:write'] : [`${stem}:write`]
  return use === 'write' ? write : [...write, `${stem}:${use}`]
}

/** Returns the scopes of which a token needs one for a use of conversations of any kind. */
export function anyConversationScope(
  use: ConversationUse,
  kinds: readonly ConversationKind[] = KINDS,
): readonly string[] {
  return [...new Set(kinds.flatMap((kind) => conversationScopes(kind, use)))]
}

/** The kinds of conversations. */
const KINDS: readonly ConversationKind[] = ['public', 'private', 'im', 'mpim']

/** The scopes of bots and users that the methods of chat know. https://docs.slack.dev/reference/scopes */
export const ALL_SCOPES: readonly string[] = [
  'admin',
  'admin.app_activities:read',
  'admin.apps:read',
  'admin.apps:write',
  'admin.conversations:read',
  'admin.conversations:write',
  'admin.teams:read',
  'admin.users:read',
  'admin.users:write',
  'app_mentions:read',
  'assistant:write',
  'bookmarks:read',
  'bookmarks:write',
  'calls:read',
  'calls:write',
  'canvases:read',
  'canvases:write',
  'channels:history',
  'channels:join',
  'channels:manage',
  'channels:read',
  'channels:write',
  'channels:write.invites',
  'channels:write.topic',
  'chat:write',
  'chat:write.customize',
  'chat:write.public',
  'code_channels:manage',
  'commands',
  'conversations.connect:manage',
  'conversations.connect:read',
  'conversations.connect:write',
  'dnd:read',
  'dnd:write',
  'emoji:read',
  'files:read',
  'files:write',
  'groups:history',
  'groups:read',
  'groups:write',
  'groups:write.invites',
  'groups:write.topic',
  'identify',
  'im:history',
  'im:read',
  'im:write',
  'incoming-webhook',
  'links:read',
  'links:write',
  'lists:read',
  'lists:write',
  'metadata.message:read',
  'mpim:history',
  'mpim:read',
  'mpim:write',
  'pins:read',
  'pins:write',
  'reactions:read',
  'reactions:write',
  'reminders:read',
  'reminders:write',
  'remote_files:read',
  'remote_files:share',
  'remote_files:write',
  'search:read',
  'team.billing:read',
  'team.preferences:read',
  'team:read',
  'usergroups:read',
  'usergroups:write',
  'users.profile:read',
  'users.profile:write',
  'users:read',
  'users:read.email',
  'users:write',
]

/** The scopes of the token of an app. */
export const APP_SCOPES: readonly string[] = ['authorizations:read', 'connections:write']

/** @throws `missing_scope` unless the token has one of the scopes. */
export function requireScope({ scopes }: Principal, needed: readonly string[]): void {
  if (!needed.some((scope) => hasScope(scopes, scope))) throw missingScope(needed, scopes)
}

/** Returns true when a token has a scope, also by the name that the scope had until 2021. */
export function hasScope(scopes: readonly string[], scope: string): boolean {
  return scopes.includes(scope) || (ownMember(OLDER_NAMES, scope) ?? []).some((older) => scopes.includes(older))
}

const OLDER_NAMES: Readonly<Record<string, readonly string[]>> = {
  'chat:write': ['chat:write:bot', 'chat:write:user'],
  'files:write': ['files:write:user'],
}
