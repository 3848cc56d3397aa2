import { isMoment } from '#core/duration.ts'
import { empty, json, redirect, type Answer } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { MailCall, Rows } from '#mail/call.ts'
import { invalidParameter, notFound } from '#mail/errors.ts'
import { inboxMessageJson } from '#mail/json/inbox-message.ts'
import { inboxPage, missingPage } from '#mail/pages/inbox.ts'
import { messagePage, VIEWS, type View } from '#mail/pages/message.ts'
import { emailOf } from '#mail/rules/sending/addresses.ts'
import { deliveredEmail } from '#mail/rules/sending/tracking.ts'
import { contentDisposition } from '#mail/rules/inbox/downloads.ts'
import { readHtml } from '#mail/rules/inbox/html-content.ts'
import { clearInbox, messageById, messages, recipients, type InboxFilter } from '#mail/rules/inbox/inbox.ts'
import { textOf } from '#mail/rules/inbox/plain-text.ts'
import { shownHtml, shownHtmlPolicy } from '#mail/rules/inbox/shown-html.ts'
import { headersOf, sourceOfSent } from '#mail/rules/inbox/source.ts'
import type { Email } from '#mail/schema/emails.ts'
import { loadMessage } from '#mail/steps/inbox-messages.ts'

const { get, post, del } = routesFor<MailCall>()

/** Messages per page of the inbox. */
const PAGE_SIZE = 50

const NOSNIFF = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' }

/**
 * The inbox: the emails that the application sent, as pages for people and as JSON for tests. The vendor has no such
 * API; no key is needed.
 */
export const inboxRoutes = [
  get('inbox', '/inbox', (call) => {
    const found = messages(call.rows, filterOf(call)).toReversed()
    if (!wantsPage(call))
      return json({ data: found.map((email) => inboxMessageJson(call, deliveredEmail(call, email))) })
    return listPage(call, found)
  }),

  del('inbox/clear', '/inbox', (call) => {
    clearInbox(call)
    return empty()
  }),

  // The button on the page posts here, because HTML forms cannot send DELETE.
  post('inbox/clear-by-form', '/inbox/clear', (call) => {
    if (call.header('sec-fetch-site') === 'cross-site') throw invalidParameter('Only the inbox itself may empty it.')
    clearInbox(call)
    return redirect(`${call.mountPath}/inbox`, 303)
  }),

  get('inbox/get', '/inbox/:id', (call) => {
    const { query, rows, params } = call
    // A person who reloads the page after the inbox was emptied gets a page, not JSON.
    if (wantsPage(call) && messageById(rows, params.id) === undefined) return missingPage(call.mountPath)
    const { email: sent } = loadMessage(call)
    const email = deliveredEmail(call, sent)
    const content = readHtml(email.html ?? '')
    const message = inboxMessageJson(call, email, content)
    if (!wantsPage(call)) return json(message)
    return messagePage({
      mountPath: call.mountPath,
      message,
      view: VIEWS.find((each) => each === query.get('view')) ?? firstView(email),
      text: () => textOf(email, content),
      headers: () => headersOf(email),
      source: () => sourceOfSent(email, rows.attachments.list('byEmail', email.id), content),
      hasImages: hasImages(sent),
      images: query.get('images') === 'remote',
    })
  }),

  get('inbox/html', '/inbox/:id/html', loadMessage, (call) => {
    const { query, urls, origin, rows } = call
    const email = deliveredEmail(call, call.email)
    if (email.html === null) throw notFound('HTML')
    const ownUrls = [origin, urls.of('/CI0')]
    return {
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': shownHtmlPolicy(ownUrls, query.get('images') === 'remote'),
        'referrer-policy': 'no-referrer',
        ...NOSNIFF,
      },
      body: shownHtml(email.html, rows.attachments.list('byEmail', email.id)),
    }
  }),

  get('inbox/source', '/inbox/:id/source', loadMessage, (call) => ({
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...NOSNIFF },
    body: sourceOfSent(deliveredEmail(call, call.email), call.rows.attachments.list('byEmail', call.email.id)),
  })),

  get('inbox/attachment', '/inbox/:id/attachments/:attachment_id', loadMessage, ({ email, rows, params }) => {
    const attachment = rows.attachments.find('uuid', params.attachment_id)
    if (attachment?.emailId !== email.id || attachment.content === null) throw notFound('Attachment')
    const { contentType, filename, contentId, content } = attachment
    return {
      status: 200,
      headers: {
        'content-type': contentType,
        'content-disposition': contentDisposition(contentId === null ? 'attachment' : 'inline', filename),
        // An attachment such as SVG can be a document with scripts; the sandbox disables them when it is opened
        // directly.
        'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
        ...NOSNIFF,
      },
      body: Buffer.from(content, 'base64'),
    }
  }),
]

/**
 * True for browsers, which list text/html in Accept. Requests for JSON, and requests without a preference, get JSON.
 */
function wantsPage({ header }: Pick<MailCall, 'header'>): boolean {
  const accepted = header('accept') ?? ''
  return accepted.includes('text/html') && !accepted.startsWith('application/json')
}

function filterOf({ query }: Pick<MailCall, 'query'>): InboxFilter {
  // An empty field of the form is no filter.
  const parameter = (name: string): string | undefined => query.get(name) || undefined
  const since = parameter('since')
  const moment = since !== undefined && /^\d+$/.test(since) ? Number(since) : since
  if (moment !== undefined && !isMoment(moment)) {
    throw invalidParameter(`since: ${JSON.stringify(since)} is no date: pass ISO 8601 or epoch milliseconds.`)
  }
  return { to: parameter('to'), subject: parameter('subject'), since: moment, q: parameter('q') }
}

/** True when the HTML, as the application wrote it, may load images. */
function hasImages({ html }: Email): boolean {
  return /(?:src|background)\s*=\s*["']?https?:|url\(/i.test(html ?? '')
}

function firstView({ html }: Email): View {
  return html === null ? 'text' : 'html'
}

function listPage(
  { query, rows, mountPath }: Pick<MailCall, 'query' | 'rows' | 'mountPath'>,
  found: readonly Email[],
): Answer {
  const number = Math.max(1, Math.trunc(Number(query.get('page') ?? 1)) || 1)
  const pageUrl = (page: number): string => {
    const changed = new URLSearchParams(query)
    changed.set('page', String(page))
    return `${mountPath}/inbox?${changed.toString()}`
  }
  return inboxPage({
    mountPath,
    messages: found.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE),
    files: ({ id }) => rows.attachments.count('byEmail', id),
    total: found.length,
    recipientAddresses: recipientAddresses(rows),
    q: query.get('q') ?? '',
    to: emailOf(query.get('to') ?? ''),
    newer: number > 1 ? pageUrl(number - 1) : null,
    older: number * PAGE_SIZE < found.length ? pageUrl(number + 1) : null,
  })
}

function recipientAddresses(rows: Rows): string[] {
  return [...new Set(messages(rows).flatMap((email) => recipients(email).map(emailOf)))].sort()
}
