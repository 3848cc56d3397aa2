import type { MailContext, Rows } from '#mail/call.ts'
import type { Broadcast, Contact, Topic } from '#mail/schema/audiences.ts'
import type { Pair } from '#mail/schema/emails.ts'
import type { Lookup } from '../sending/variables.ts'

/**
 * Returns the variables of a contact, under their current and their older names; `unsubscribe` is the URL of the page
 * that unsubscribes the contact.
 * https://resend.com/docs/dashboard/broadcasts/editor#personalize-your-content
 */
export function contactVariables(rows: Rows, contact: Contact, unsubscribe: string): Lookup {
  const own: Readonly<Record<string, string | null>> = {
    first_name: contact.firstName,
    last_name: contact.lastName,
    email: contact.email,
  }
  return (key) => {
    if (key === 'RESEND_UNSUBSCRIBE_URL' || key === 'UNSUBSCRIBE_URL') return unsubscribe
    const name = /^(?:FIRST_NAME|LAST_NAME|EMAIL)$/.test(key) ? key.toLowerCase() : /^contact\.(\w+)$/.exec(key)?.[1]
    if (name === undefined) return undefined
    if (Object.hasOwn(own, name)) return own[name]
    return contact.properties[name] ?? rows.contactProperties.find('key', name)?.fallbackValue
  }
}

/**
 * Returns the URL of the page that unsubscribes a contact: from a topic, or without one from all broadcasts. It names
 * the broadcast that has the link, whose statistics count it.
 */
export function unsubscribeUrl(
  { urls }: Pick<MailContext, 'urls'>,
  contact: Contact,
  topic: Topic | undefined,
  broadcast?: Broadcast,
): string {
  const path = `/unsubscribe/${contact.uuid}${topic === undefined ? '' : `/${topic.uuid}`}`
  return urls.of(path) + (broadcast === undefined ? '' : `?broadcast=${broadcast.uuid}`)
}

/** The headers of an email by which mail clients unsubscribe with one click (RFC 8058). */
export function unsubscribeHeaders(url: string): Pair[] {
  return [
    { name: 'List-Unsubscribe', value: `<${url}>` },
    { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
  ]
}
