import { SeedProblem } from '#core/service.ts'
import type { MailContext } from '#mail/call.ts'
import { addContact, joinSegment } from '#mail/rules/audiences/contacts.ts'
import type { Section } from '#mail/seed.ts'

/**
 * Adds the seed's audiences and their contacts. A contact listed in several audiences is added once and joins each of
 * them.
 *
 * @throws {@link SeedProblem} when two audiences have the same name or an audience lists an address twice.
 */
export function seedAudiences(context: MailContext, { audiences }: Section): void {
  const { rows, ids, clock } = context
  for (const [index, { name, contacts }] of audiences.entries()) {
    if (rows.segments.all().some((segment) => segment.name === name)) {
      throw new SeedProblem(['audiences', index, 'name'], `${name}: another audience has this name`)
    }
    const segment = rows.segments.insert({ uuid: ids.uuid(), name, createdAt: clock.now() })
    for (const [position, { email, first_name, last_name, unsubscribed }] of contacts.entries()) {
      const known = rows.contacts.find('email', email.toLowerCase())
      if (known !== undefined && rows.segmentMembers.find('pair', segment.id, known.id) !== undefined) {
        throw new SeedProblem(
          ['audiences', index, 'contacts', position, 'email'],
          `${email}: another contact of ${name} has this address`,
        )
      }
      const names = { firstName: first_name ?? null, lastName: last_name ?? null }
      const contact = known ?? addContact(context, { email, ...names, unsubscribed, properties: {} })
      joinSegment(context, contact, segment)
    }
  }
}
