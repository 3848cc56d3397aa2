import { ownMember } from '#core/objects.ts'
import type { File, Share } from '#chat/schema/messages.ts'
import type { Conversation } from '#chat/schema/conversations.ts'
import { groupReactions } from './reactions.ts'
import { groupBy } from '#chat/rules/group-by.ts'
import type { Site } from './user.ts'

/** Returns a file as the vendor writes it, without thumbnails. https://docs.slack.dev/reference/objects/file-object */
export function fileJson({ rows, origin, urls }: Site, file: File) {
  const { id, userId, name, title, mimetype, filetype, size, createdAt, altText, remote } = file
  const { id: team } = rows.team.get()
  const { shares, channels, groups, ims } = placesOf({ rows }, id)
  const reactions = groupReactions(rows.reactions.list('byFile', id))
  const url = urls.of(`/files-pri/${team}-${id}`)
  const slug = encodeURIComponent(name.toLowerCase().replaceAll(/[^\p{L}\p{N}._-]+/gu, '_'))
  return {
    id,
    created: createdAt,
    timestamp: createdAt,
    name,
    title,
    mimetype,
    filetype,
    pretty_type: prettyType(filetype),
    user: userId,
    user_team: team,
    editable: mimetype.startsWith('text/') || DOCUMENTS.has(filetype),
    size,
    ...placeJson(file),
    is_public: channels.length > 0,
    public_url_shared: file.publicKey !== null,
    display_as_bot: false,
    username: '',
    ...(remote === undefined
      ? {
          url_private: `${url}/${slug}`,
          url_private_download: `${url}/download/${slug}`,
        }
      : { url_private: remote.url }),
    // Left out of the JSON text for a remote file.
    media_display_type: remote === undefined ? 'unknown' : undefined,
    ...(altText === null ? {} : { alt_txt: altText }),
    ...canvasJson(rows, id),
    permalink: permalinkJson(origin, file, `${team}/${id}`, slug),
    ...(remote === undefined
      ? { permalink_public: urls.of(`/files-pub/${team}-${id}${file.publicKey === null ? '' : `-${file.publicKey}`}`) }
      : {}),
    comments_count: 0,
    is_starred: false,
    shares,
    channels,
    groups,
    ims,
    has_more_shares: false,
    has_rich_preview: remote?.hasPreview ?? false,
    file_access: 'visible',
    ...(reactions.length === 0 ? {} : { reactions }),
  }
}

/**
 * Returns a file whose upload was completed just now: its type and its shares are found out afterwards, so the vendor
 * does not show them yet.
 */
export function completedJson(site: Site, file: File) {
  return {
    ...fileJson(site, file),
    mimetype: '',
    filetype: '',
    pretty_type: '',
    editable: false,
    mode: 'hosted',
    is_public: false,
    shares: {},
    channels: [],
    groups: [],
    ims: [],
  }
}

/** Returns where the bytes of a file are: in the workspace, or where its app says. */
function placeJson({ mimetype, filetype, remote }: File): object {
  if (remote === undefined) {
    const hosted = mimetype.startsWith('text/') ? 'snippet' : 'hosted'
    return { mode: DOCUMENTS.has(filetype) ? filetype : hosted, is_external: false, external_type: '' }
  }
  const { externalId, url } = remote
  return { mode: 'external', is_external: true, external_type: 'app', external_id: externalId, external_url: url }
}

/** The types of files whose `mode` is their type. */
const DOCUMENTS: ReadonlySet<string> = new Set(['quip', 'list'])

function permalinkJson(origin: string, { id, userId, filetype }: File, place: string, slug: string): string {
  if (filetype === 'quip') return `${origin}/docs/${place}`
  return filetype === 'list' ? `${origin}/lists/${place}` : `${origin}/files/${userId}/${id}/${slug}`
}

/** Returns the members that only the file of a canvas has. */
function canvasJson(rows: Site['rows'], id: string): object {
  const canvas = rows.canvases.get(id)
  if (canvas === undefined) return {}
  const { threadId, updatedAt, channelId, isOfChannel } = canvas
  return {
    quip_thread_id: threadId,
    updated: updatedAt,
    title_blocks: [],
    is_channel_space: isOfChannel,
    ...(channelId === null ? {} : { linked_channel_id: channelId }),
  }
}

/** Returns where a file is shared: the messages with it, and their conversations by kind. */
function placesOf(
  { rows }: Pick<Site, 'rows'>,
  fileId: string,
): Readonly<{ shares: object; channels: string[]; groups: string[]; ims: string[] }> {
  const shares = rows.shares.list('byFile', fileId)
  const kindOf = (channelId: string): Conversation['kind'] => rows.conversations.require(channelId).kind
  const channelsOf = (kinds: readonly Conversation['kind'][]): string[] => [
    ...new Set(shares.flatMap(({ channelId }) => (kinds.includes(kindOf(channelId)) ? [channelId] : []))),
  ]
  return {
    shares: sharesJson(
      shares.filter(({ channelId }) => kindOf(channelId) === 'public'),
      shares.filter(({ channelId }) => kindOf(channelId) !== 'public'),
      (share) => shareJson({ rows }, share),
    ),
    channels: channelsOf(['public']),
    groups: channelsOf(['private', 'mpim']),
    ims: channelsOf(['im']),
  }
}

function sharesJson(open: readonly Share[], closed: readonly Share[], write: (share: Share) => object) {
  const byChannel = (shares: readonly Share[]): object =>
    Object.fromEntries(
      [...groupBy(shares, ({ channelId }) => channelId)].map(([id, each]) => [id, each.map((share) => write(share))]),
    )
  return {
    ...(open.length === 0 ? {} : { public: byChannel(open) }),
    ...(closed.length === 0 ? {} : { private: byChannel(closed) }),
  }
}

function shareJson({ rows }: Pick<Site, 'rows'>, { channelId, ts, threadTs, messageId }: Share) {
  const { name } = rows.conversations.require(channelId)
  const message = rows.messages.require(messageId)
  return {
    reply_users: message.replyUsers,
    reply_users_count: message.replyUsers.length,
    reply_count: message.replyCount,
    ts,
    ...(threadTs === null ? {} : { thread_ts: threadTs }),
    ...(message.latestReply === null ? {} : { latest_reply: message.latestReply }),
    channel_name: name,
    team_id: rows.team.get().id,
    share_user_id: message.userId ?? '',
    source: 'UNKNOWN',
  }
}

const PRETTY: Readonly<Record<string, string>> = {
  remote: 'Remote',
  quip: 'Canvas',
  list: 'List',
  text: 'Plain Text',
  markdown: 'Markdown',
  javascript: 'JavaScript/JSON',
  json: 'JSON',
  png: 'PNG',
  jpg: 'JPEG',
  gif: 'GIF',
  pdf: 'PDF',
  zip: 'Zip',
  csv: 'CSV',
  html: 'HTML',
  binary: 'Binary',
}

function prettyType(filetype: string): string {
  return ownMember(PRETTY, filetype) ?? filetype.toUpperCase()
}
