import { epoch, type Moment } from '#core/duration.ts'
import type { Rows, MailContext } from '#mail/call.ts'
import type { Email } from '#mail/schema/emails.ts'
import { emailOf } from '../sending/addresses.ts'
import { plainText } from './plain-text.ts'

/** Selects messages of the inbox; a message must match every member that is set. */
export interface InboxFilter {
  /** A recipient's address, in `to`, `cc` or `bcc`; in any case. */
  readonly to?: string | undefined
  /** A part of the subject, in any case. */
  readonly subject?: string | undefined
  /** The earliest time of arrival, on the instance's clock. */
  readonly since?: Moment | undefined
  /** A part of its addresses, its subject or its text, in any case. */
  readonly q?: string | undefined
}

/**
 * Returns the emails sent since the inbox was last emptied, in the order of arrival.
 *
 * @throws TypeError when `since` is no date.
 */
export function messages(rows: Rows, filter: InboxFilter = {}): Email[] {
  return rows.inboxMessages
    .list('all')
    .map(({ emailId }) => rows.emails.require(emailId))
    .filter(matcherOf(filter))
}

/** Returns the message with this id; undefined when the inbox has none. */
export function messageById(rows: Rows, uuid: string): Email | undefined {
  const email = rows.emails.find('uuid', uuid)
  return email !== undefined && rows.inboxMessages.find('emailId', email.id) !== undefined ? email : undefined
}

/** Adds a sent email to the inbox. */
export function addMessage({ rows }: Pick<MailContext, 'rows'>, { id }: Email): void {
  rows.inboxMessages.insert({ emailId: id, taken: false })
}

/** Returns when a message arrived, in epoch milliseconds. */
export function arrival({ sentAt, createdAt }: Email): number {
  return sentAt ?? createdAt
}

/** Returns the recipients of an email, as they were written, without those it was withheld from. */
export function recipients({ to, cc, bcc, withheldFrom }: Pick<Email, 'to' | 'cc' | 'bcc' | 'withheldFrom'>): string[] {
  return [...to, ...cc, ...bcc].filter((each) => !withheldFrom.includes(each))
}

/**
 * Takes the oldest matching message that was not taken before; undefined when there is none. Messages that `progress`
 * counts as seen are not read again.
 */
export function takeMessage(
  { rows }: Pick<MailContext, 'rows'>,
  filter: InboxFilter,
  progress: { seen: number },
): Email | undefined {
  const matches = matcherOf(filter)
  const { inboxMessages } = rows
  const offset = inboxMessages.countBefore('byTaken', [false], progress.seen + 1)
  for (const { id, emailId } of inboxMessages.page('byTaken', [false], { offset, limit: Infinity }).rows) {
    const email = rows.emails.require(emailId)
    if (!matches(email)) continue
    inboxMessages.update(id, { taken: true })
    return email
  }
  progress.seen = inboxMessages.page('all', [], { offset: 0, limit: 1, descending: true }).rows[0]?.id ?? 0
  return undefined
}

/** True when the message was taken. */
export function isTaken(rows: Rows, emailId: number): boolean {
  return rows.inboxMessages.find('emailId', emailId)?.taken === true
}

/** Empties the inbox. The API still returns the emails. */
export function clearInbox({ rows }: Pick<MailContext, 'rows'>): void {
  for (const { id } of rows.inboxMessages.all()) rows.inboxMessages.delete(id)
}

function matcherOf({ to, subject, since, q }: InboxFilter): (email: Email) => boolean {
  const address = to === undefined ? undefined : emailOf(to)
  const part = subject?.toLowerCase()
  const from = since === undefined ? undefined : epoch(since)
  const words = q?.trim().toLowerCase()
  return (email) =>
    (address === undefined || recipients(email).some((each) => emailOf(each) === address)) &&
    (part === undefined || email.subject.toLowerCase().includes(part)) &&
    (from === undefined || arrival(email) >= from) &&
    (words === undefined || words === '' || contains(email, words))
}

function contains(email: Email, words: string): boolean {
  const read = [email.subject, email.from, ...recipients(email), email.text ?? '', plainText(email.html ?? '')]
  return read.some((each) => each.toLowerCase().includes(words))
}
