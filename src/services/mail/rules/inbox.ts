import { epoch, type Moment } from '../../../core/duration.ts'
import type { Rows, Work } from '../call.ts'
import type { Email } from '../schema-emails.ts'
import { emailOf } from './addresses.ts'
import { plainText } from './plain-text.ts'

/** Which messages of the inbox are meant; all that is given must fit. */
export interface InboxFilter {
  /** An address it was sent to, whether as to, cc or bcc; the case of letters does not matter. */
  readonly to?: string | undefined
  /** A part of its subject; the case of letters does not matter. */
  readonly subject?: string | undefined
  /** When it arrived at the earliest, of the instance's clock. */
  readonly since?: Moment | undefined
  /** What its addresses, its subject or its text contain; the case of letters does not matter. */
  readonly q?: string | undefined
}

/**
 * Every email that went out since the inbox was emptied, in the order in which they arrived.
 *
 * @throws TypeError when `since` is no date.
 */
export function messages(rows: Rows, filter: InboxFilter = {}): Email[] {
  return rows.inboxMessages
    .list('all')
    .map(({ emailId }) => rows.emails.require(emailId))
    .filter(fitting(filter))
}

/** The message with this id; undefined when there is none in the inbox. */
export function findMessage(rows: Rows, uuid: string): Email | undefined {
  const email = rows.emails.find('uuid', uuid)
  return email !== undefined && rows.inboxMessages.find('emailId', email.id) !== undefined ? email : undefined
}

/** Puts an email that goes out in the inbox. */
export function addMessage({ rows }: Pick<Work, 'rows'>, { id }: Email): void {
  rows.inboxMessages.insert({ emailId: id, given: false })
}

/** When a message arrived. Epoch milliseconds. */
export function arrival({ sentAt, createdAt }: Email): number {
  return sentAt ?? createdAt
}

/** Everyone a message goes to, as they were written. */
export function recipients({ to, cc, bcc, withheldFrom }: Pick<Email, 'to' | 'cc' | 'bcc' | 'withheldFrom'>): string[] {
  return [...to, ...cc, ...bcc].filter((each) => !withheldFrom.includes(each))
}

/**
 * Takes the oldest message that fits and that was not taken before; undefined when there is none. Of those that `progress`
 * has seen nothing is read again.
 */
export function takeMessage(
  { rows }: Pick<Work, 'rows'>,
  filter: InboxFilter,
  progress: { seen: number },
): Email | undefined {
  const fits = fitting(filter)
  const { inboxMessages } = rows
  const offset = inboxMessages.countBefore('byGiven', [false], progress.seen + 1)
  for (const { id, emailId } of inboxMessages.page('byGiven', [false], { offset, limit: Infinity }).rows) {
    const email = rows.emails.require(emailId)
    if (!fits(email)) continue
    inboxMessages.update(id, { given: true })
    return email
  }
  progress.seen = inboxMessages.page('all', [], { offset: 0, limit: 1, descending: true }).rows[0]?.id ?? 0
  return undefined
}

/** Whether a message was taken. */
export function isTaken(rows: Rows, emailId: number): boolean {
  return rows.inboxMessages.find('emailId', emailId)?.given === true
}

/** Empties the inbox. The emails stay what they are to the API. */
export function clearInbox({ rows }: Pick<Work, 'rows'>): void {
  for (const { id } of rows.inboxMessages.all()) rows.inboxMessages.delete(id)
}

function fitting({ to, subject, since, q }: InboxFilter): (email: Email) => boolean {
  const address = to === undefined ? undefined : emailOf(to)
  const part = subject?.toLowerCase()
  const from = since === undefined ? undefined : epoch(since)
  const wanted = q?.trim().toLowerCase()
  return (email) =>
    (address === undefined || recipients(email).some((each) => emailOf(each) === address)) &&
    (part === undefined || email.subject.toLowerCase().includes(part)) &&
    (from === undefined || arrival(email) >= from) &&
    (wanted === undefined || wanted === '' || contains(email, wanted))
}

function contains(email: Email, wanted: string): boolean {
  const read = [email.subject, email.from, ...recipients(email), email.text ?? '', plainText(email.html ?? '')]
  return read.some((each) => each.toLowerCase().includes(wanted))
}
