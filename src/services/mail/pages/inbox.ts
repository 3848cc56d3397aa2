import type { Answer } from '../../../core/answer.ts'
import { html, type Html } from '../../../pages/html.ts'
import { page } from '../../../pages/layout.ts'
import { isoTime } from '../json/format.ts'
import { arrival, recipients } from '../rules/inbox.ts'
import { textOf } from '../rules/plain-text.ts'
import type { Email } from '../schema-emails.ts'
import { INBOX_SCRIPT, INBOX_STYLE } from './style.ts'

/** The service, as its pages name it. */
export const SERVICE = { id: 'mail', title: 'Resend API' }

/** What the page of the inbox shows. */
export interface InboxPage {
  /** The messages of this page, newest first. */
  readonly shown: readonly Email[]
  /** How many files each of them has. */
  readonly files: (email: Email) => number
  /** How many messages fit in all. */
  readonly total: number
  /** Everyone the inbox has a message to, in lower case. */
  readonly everyone: readonly string[]
  readonly q: string
  readonly to: string
  /** The pages before and after, as URLs; null where there is none. */
  readonly newer: string | null
  readonly older: string | null
}

/** The list of what was sent, with a search and a filter by recipient. Works without scripts. */
export function inboxPage(given: InboxPage): Answer {
  const { shown, total, q, to, newer, older } = given
  const filtered = q !== '' || to !== ''
  const content = html`<div class="bar">
      <h1>Inbox</h1>
      <span class="soft" role="status">${counted(total)}${filtered && ' found'}</span>
    </div>
    ${search(given)}
    ${
      shown.length === 0
        ? html`<p class="empty">
            ${filtered ? 'No message fits.' : 'Nothing was sent yet. What your application sends arrives here.'}
          </p>`
        : html`<ul class="messages" aria-label="Messages">
            ${shown.map((email) => html`<li>${messageLink(email, given.files(email))}</li> `)}
          </ul>`
    }
    ${
      (newer !== null || older !== null) &&
      html`<nav class="actions" aria-label="Pages">
        ${newer !== null && html`<a href="${newer}">Newer</a>`} ${older !== null && html`<a href="${older}">Older</a>`}
      </nav>`
    }
    ${
      (shown.length > 0 || filtered) &&
      html`<form class="actions" method="post" action="/inbox/clear">
        <button class="quiet">Empty the inbox</button>
      </form>`
    }`
  return page({ service: SERVICE, title: 'Inbox', content, style: INBOX_STYLE, script: INBOX_SCRIPT })
}

/** What a person sees where a message is not, or not any more. */
export function missingPage(): Answer {
  const content = html`<h1>Message not found</h1>
    <p class="empty">The inbox was emptied or reset since, or the email has not gone out.</p>
    <p><a href="/inbox">← Inbox</a></p>`
  return page({ service: SERVICE, title: 'Message not found', content, style: INBOX_STYLE, status: 404 })
}

function search({ everyone, q, to }: InboxPage): Html {
  const options = everyone.includes(to) || to === '' ? everyone : [to, ...everyone]
  return html`<form class="search" method="get" action="/inbox" role="search">
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

function messageLink(email: Email, files: number): Html {
  const at = isoTime(arrival(email))
  const read = textOf(email)
  return html`<a href="/inbox/${email.uuid}">
    <b>${email.subject === '' ? '(no subject)' : email.subject}</b>
    <span class="who">
      <span>${email.from} → ${recipients(email).join(', ')}</span>
      <time datetime="${at}">${timeInWords(at)}</time>
    </span>
    <span class="snippet">${files > 0 && `${files} ${files === 1 ? 'file' : 'files'} · `}${read.slice(0, 200)}</span>
  </a>`
}

/** `2026-02-22 23:41:12 UTC`, of a time in ISO 8601. */
export function timeInWords(iso: string): string {
  return `${iso.slice(0, 19).replace('T', ' ')} UTC`
}

function counted(total: number): string {
  return total === 1 ? '1 message' : `${total} messages`
}
