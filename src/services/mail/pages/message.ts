import type { Answer } from '#core/answer.ts'
import { html, type Html, type Part } from '#pages/html.ts'
import { page } from '#pages/layout.ts'
import type { InboxMessage } from '#mail/json/inbox-message.ts'
import type { Header } from '#mail/rules/inbox/source.ts'
import { SERVICE, timeInWords } from './inbox.ts'
import { INBOX_STYLE } from './style.ts'

/** The views of a message. */
export const VIEWS = ['html', 'text', 'headers', 'source'] as const

/** One of {@link VIEWS}. */
export type View = (typeof VIEWS)[number]

/** The contents of a message's page. */
export interface MessagePage {
  /** The path in front of the inbox's own paths. */
  readonly mountPath: string
  readonly message: InboxMessage
  readonly view: View
  /** Returns the text part, or the text of the HTML where there is no text part. */
  readonly text: () => string
  readonly headers: () => readonly Header[]
  readonly source: () => string
  /** True when the HTML may load images from other machines. */
  readonly hasImages: boolean
  /** True when images from other machines are loaded. */
  readonly images: boolean
}

const NAMES: Readonly<Record<View, string>> = { html: 'HTML', text: 'Text', headers: 'Headers', source: 'Source' }

/** One message: its addresses, codes, links, attachments and content. Works without scripts. */
export function messagePage(content: MessagePage): Answer {
  const { mountPath, message } = content
  const { subject, codes, links, attachments } = message
  const title = subject === '' ? '(no subject)' : subject
  const body = html`<p class="soft"><a href="${mountPath}/inbox">← Inbox</a></p>
    <h1>${title}</h1>
    ${facts(message)}
    ${
      codes.length > 0 &&
      html`<h2 id="codes">Codes</h2>
        <ul class="codes" aria-labelledby="codes">
          ${codes.map((code) => html`<li class="code"><code>${code}</code></li> `)}
        </ul>`
    }
    ${
      links.length > 0 &&
      html`<h2 id="links">Links</h2>
        <ul class="links" aria-labelledby="links">
          ${links.map((link) => html`<li><a href="${link}" target="_blank" rel="noreferrer noopener">${link}</a></li> `)}
        </ul>`
    }
    ${attachments.length > 0 && fileList(message)} ${views(content)}
    <section aria-label="${NAMES[content.view]}">${viewContent(content)}</section>`
  return page({ service: SERVICE, title, content: body, style: INBOX_STYLE, frames: true })
}

function facts(message: InboxMessage): Html {
  const lines: readonly (readonly [string, Part])[] = [
    ['From', message.from],
    ['To', message.to.join(', ')],
    ['Cc', message.cc.join(', ')],
    ['Bcc', message.bcc.join(', ')],
    ['Reply to', message.reply_to.join(', ')],
    ['Arrived', html`<time datetime="${message.created_at}">${timeInWords(message.created_at)}</time>`],
    ['Tags', message.tags.map(({ name, value }) => `${name}: ${value}`).join(', ')],
  ]
  return html`<dl>
    ${lines
      .filter(([, value]) => value !== '')
      .map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd> `,
      )}
  </dl>`
}

function fileList({ attachments }: InboxMessage): Html {
  return html`<h2 id="files">Files</h2>
    <ul class="files" aria-labelledby="files">
      ${attachments.map(
        ({ filename, content_type, size, url }) =>
          html`<li>
            <a href="${url}" download="${filename ?? ''}">${filename ?? 'unnamed'}</a> ${content_type},
            ${sizeInWords(size)}
          </li> `,
      )}
    </ul>`
}

function views({ mountPath, message, view }: MessagePage): Html {
  return html`<nav class="views" aria-label="Views">
    ${VIEWS.map(
      (each) =>
        html`<a href="${mountPath}/inbox/${message.id}?view=${each}" ${each === view && html`aria-current="page"`}
          >${NAMES[each]}</a
        > `,
    )}
  </nav>`
}

function viewContent({ mountPath, message, view, text, headers, source, hasImages, images }: MessagePage): Html {
  if (view === 'text') {
    const shown = text()
    return shown === '' ? html`<p class="soft">It has no text.</p>` : html`<pre tabindex="0">${shown}</pre>`
  }
  if (view === 'headers') {
    return html`<dl>
      ${headers().map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd> `,
      )}
    </dl>`
  }
  if (view === 'source') {
    return html`<pre tabindex="0">${source()}</pre>
      <p class="soft"><a href="${mountPath}/inbox/${message.id}/source" download="${message.id}.eml">Download</a></p>`
  }
  if (message.html === null) return html`<p class="soft">It has no HTML.</p>`
  const more = images ? '?images=remote' : ''
  return html`<iframe
      title="${message.subject}"
      src="${mountPath}/inbox/${message.id}/html${more}"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
    ></iframe>
    ${
      !images &&
      hasImages &&
      html`<p class="soft">
        Images of other machines are not loaded. <a href="${mountPath}/inbox/${message.id}?images=remote">Load them</a>
      </p>`
    }`
}

/** Formats a number of bytes for people: `1.2 MB`. */
function sizeInWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
