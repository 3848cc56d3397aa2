import type { Answer } from '#core/answer.ts'
import { html, type Html } from '#pages/html.ts'
import { page } from '#pages/layout.ts'
import { isoTime } from '#mail/json/format.ts'
import { arrival, recipients } from '#mail/rules/inbox/inbox.ts'
import { textOf } from '#mail/rules/inbox/plain-text.ts'
import type { Email } from '#mail/schema/emails.ts'
import { INBOX_SCRIPT, INBOX_STYLE } from './style.ts'

/** The service's name on its pages. */
export const SERVICE = { id: 'mail', title: 'Resend API' }

/** The contents of the inbox page. */
export interface InboxPage {
  /** The path in front of the inbox's own paths. */
  readonly mountPath: string
  /** The messages of this page, newest first. */
  readonly messages: readonly Email[]
  /** Returns the number of an email's attachments. */
  readonly files: (email: Email) => number
  /** The number of messages that match, on all pages. */
  readonly total: number
  /** The addresses of all recipients, in lower case. */
  readonly recipientAddresses: readonly string[]
  /** The text that the page was searched for; empty for none. */
  readonly q: string
  readonly to: string
  /** The URLs of the neighbouring pages; null where there is none. */
  readonly newer: string | null
  readonly older: string | null
}

/** The list of messages, with a search and a filter by recipient. Works without scripts. */
export function inboxPage(inbox: InboxPage): Answer {
  const { mountPath, messages, total, q, to, newer, older } = inbox
  const filtered = q !== '' || to !== ''
  const content = html`<div class="bar">
      <h1>Inbox</h1>
      <span class="soft" role="status">${countInWords(total)}${filtered && ' found'}</span>
    </div>
    ${search(inbox)}
    ${
      messages.length === 0
        ? html`<p class="empty">
            ${filtered ? 'No message fits.' : 'Nothing was sent yet. What your application sends arrives here.'}
          </p>`
        : html`<ul class="messages" aria-label="Messages">
            ${messages.map((email) => html`<li>${messageLink(mountPath, email, inbox.files(email))}</li> `)}
          </ul>`
    }
    ${
      (newer !== null || older !== null) &&
      html`<nav class="actions" aria-label="Pages">
        ${newer !== null && html`<a href="${newer}">Newer</a>`} ${older !== null && html`<a href="${older}">Older</a>`}
      </nav>`
    }
    ${
      (messages.length > 0 || filtered) &&
      html`<form class="actions" method="post" action="${mountPath}/inbox/clear">
        <button class="quiet">Empty the inbox</button>
      </form>`
    }`
  return page({ service: SERVICE, title: 'Inbox', content, style: INBOX_STYLE, script: INBOX_SCRIPT })
}

/** The page that says that a message does not exist or is no longer in the inbox. */
export function missingPage(mountPath: string): Answer {
  const content = html`<h1>Message not found</h1>
    <p class="empty">The inbox was emptied or reset since, or the email has not gone out.</p>
    <p><a href="${mountPath}/inbox">← Inbox</a></p>`
  return page({ service: SERVICE, title: 'Message not found', content, style: INBOX_STYLE, status: 404 })
}

function search({ mountPath, recipientAddresses, q, to }: InboxPage): Html {
  const options = recipientAddresses.includes(to) || to === '' ? recipientAddresses : [to, ...recipientAddresses]
  return html`<form class="search" method="get" action="${mountPath}/inbox" role="search">
    <div>
      <label for="q">Search</label>
      <input id="q" type="search" name="q" value="${q}" autocomplete="off" spellcheck="false" />
    </div>
    <div>
      <label for="to">Recipient</label>
      <select id="to" name="to">
        <option value="">Everyone</option>
        ${options.map((each) => html`<option value="${each}" ${each === to && ' selected'}>${each}</option> `)}
      </select>
    </div>
    <button class="primary">Find</button>
  </form>`
}

function messageLink(mountPath: string, email: Email, files: number): Html {
  const at = isoTime(arrival(email))
  const read = textOf(email)
  return html`<a href="${mountPath}/inbox/${email.uuid}">
    <b>${email.subject === '' ? '(no subject)' : email.subject}</b>
    <span class="who">
      <span>${email.from} → ${recipients(email).join(', ')}</span>
      <time datetime="${at}">${timeInWords(at)}</time>
    </span>
    <span class="snippet">${files > 0 && `${files} ${files === 1 ? 'file' : 'files'} · `}${read.slice(0, 200)}</span>
  </a>`
}

/** Formats an ISO 8601 time for people: `2026-02-22 23:41:12 UTC`. */
export function timeInWords(iso: string): string {
  return `${iso.slice(0, 19).replace('T', ' ')} UTC`
}

function countInWords(total: number): string {
  return total === 1 ? '1 message' : `${total} messages`
}
