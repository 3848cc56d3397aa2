import { html, type Html, type Part } from '#pages/html.ts'
import type { ChatContext } from '#chat/call.ts'
import { authorName } from '#chat/rules/messages/author-name.ts'
import { groupBy } from '#chat/rules/group-by.ts'
import type { Message } from '#chat/schema/messages.ts'
import { streamState } from './assistant.ts'
import { blocks } from './blocks.ts'
import { emojiText } from './emoji.ts'
import { image, type Surface } from './elements.ts'
import { link, list, scalar, mrkdwn } from './text.ts'

/** The person to whom messages are shown, and the links of the page. */
export interface MessageView {
  readonly userId: string
  /** Returns the address of the page with the thread of a message. */
  readonly threadUrl: (message: Message) => string
  /** True in the pane of a thread, where replies have no link to it. */
  readonly inThread: boolean
}

/** Returns a message as a person sees it, with its buttons, files, reactions and thread. */
export function messageHtml(context: ChatContext, message: Message, view: MessageView): Html {
  const { rows } = context
  const { ts, channelId, subtype, botId, edited, ephemeralTo } = message
  const author = authorName(context, message)
  const isBot = botId !== null
  const isSystem = subtype?.startsWith('channel_') === true || subtype === 'pinned_item' || subtype === 'bot_add'
  const at = new Date(Math.floor(message.at / 1000)).toISOString()
  return html`<li
    class="message ${isSystem && 'system'} ${ephemeralTo !== null && 'ephemeral'}"
    id="${view.inThread ? 'thread-' : ''}${channelId}-${ts}"
    data-channel="${channelId}"
    data-ts="${ts}"
    aria-label="${`${author} at ${at.slice(11, 16)}`}"
  >
    <div class="who">
      <b>${author}</b> ${isBot && html`<span class="badge">APP</span>`}
      <time datetime="${at}" class="soft">${at.slice(0, 16).replace('T', ' ')}</time>
      ${edited !== null && html`<span class="soft">(edited)</span>`}
    </div>
    ${ephemeralTo !== null && html`<p class="soft only">👁 Only visible to you</p>`}
    ${message.isTombstone ? html`<p class="soft">This message was deleted.</p>` : contentHtml(context, message, view)}
    ${streamState(context, message)}
    ${rows.pins.find('message', message.id) !== undefined && html`<p class="soft only">📌 Pinned</p>`}
    ${ephemeralTo === null && !message.isTombstone && footHtml(context, message, view)}
  </li> `
}

function contentHtml(context: ChatContext, message: Message, { userId, inThread }: MessageView): Html {
  const { rows, origin, urls } = context
  const { id, channelId, ts, appId } = message
  const surface: Surface = {
    rows,
    origin,
    urls,
    userId,
    target: appId === null ? null : JSON.stringify({ channel: channelId, ts }),
    values: rows.messageStates.get(String(id), userId) ?? {},
    prefix: `${inThread ? 't' : 'm'}${id}`,
  }
  return html`<div class="content" ${surface.target !== null && html` data-target="${surface.target}"`}>
    ${message.blocks === null ? html`<div class="plain">${mrkdwn(rows, message.text)}</div>` : blocks(surface, message.blocks)}
    ${(message.attachments ?? []).map((attachment, index) =>
      attachmentHtml({ ...surface, prefix: `${surface.prefix}-${index}` }, attachment),
    )}
    ${message.fileIds.map((fileId) => fileHtml(context, fileId))}
  </div>`
}

function attachmentHtml(surface: Surface, attachment: Readonly<Record<string, unknown>>): Html {
  const { rows, origin, urls } = surface
  const text = (name: string): string => (typeof attachment[name] === 'string' ? attachment[name] : '')
  const [, color = ''] = /^#?([0-9a-f]{6})$/i.exec(text('color')) ?? []
  const title = text('title')
  return html`<div class="attachment">
    ${
      color !== '' &&
      html`<svg class="bar" aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 1 1">
        <rect width="1" height="1" fill="#${color}" />
      </svg>`
    }
    <div>
      ${text('pretext') !== '' && html`<div>${mrkdwn(rows, text('pretext'))}</div>`}
      ${text('author_name') !== '' && html`<div class="soft">${link(text('author_link'), text('author_name'))}</div>`}
      ${title !== '' && html`<b>${text('title_link') === '' ? title : link(text('title_link'), title)}</b>`}
      ${text('text') !== '' && html`<div>${mrkdwn(rows, text('text'))}</div>`}
      ${list(attachment['fields']).map(
        (field) => html`<div><b>${scalar(field['title'])}</b> ${mrkdwn(rows, scalar(field['value']))}</div>`,
      )}
      ${blocks(surface, attachment['blocks'])}
      ${text('image_url') !== '' && image({ origin, urls }, { image_url: text('image_url'), alt_text: text('fallback') })}
      ${text('footer') !== '' && html`<div class="soft">${text('footer')}</div>`}
    </div>
  </div>`
}

function fileHtml({ rows }: ChatContext, id: string): Part {
  const file = rows.files.get(id)
  if (file === undefined) return null
  if (file.state === 'deleted') return html`<p class="soft">This file was deleted.</p>`
  return html`<p class="file">
    📎 <b>${file.title}</b> <span class="soft">${file.filetype} · ${file.remote?.url ?? `${file.size} bytes`}</span>
  </p>`
}

function footHtml(context: ChatContext, message: Message, { userId, threadUrl, inThread }: MessageView): Html {
  const { rows } = context
  const reactions = groupBy(rows.reactions.list('byMessage', message.id), ({ name }) => name)
  const { replyCount, threadTs, ts } = message
  const replies = replyCount === 1 ? '1 reply' : `${replyCount} replies`
  return html`<div class="foot">
    ${[...reactions].map(([name, each]) => {
      const names = each.map((reaction) => rows.users.get(reaction.userId)?.name ?? reaction.userId).join(', ')
      const isOwn = each.some((reaction) => reaction.userId === userId)
      return html`<button
        type="button"
        class="reaction"
        data-react="${name}"
        aria-pressed="${String(isOwn)}"
        aria-label="${`${name}: ${names}`}"
      >
        ${emojiText(name)} ${each.length}
      </button> `
    })}
    <details class="react">
      <summary aria-label="Add a reaction">☺+</summary>
      <form data-react-form>
        <input name="name" aria-label="Name of the emoji" placeholder="eyes" required pattern=":?[a-z0-9_+:\\-]+:?" />
        <button class="button">Add</button>
      </form>
    </details>
    ${
      !inThread &&
      (threadTs === null || threadTs === ts || message.isBroadcast) &&
      html`<a href="${threadUrl(message)}">${replyCount > 0 ? replies : 'Reply in thread'}</a>`
    }
  </div>`
}
