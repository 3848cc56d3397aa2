import { domainToUnicode } from 'node:url'
import type { MailCall, Rows } from '#mail/call.ts'
import { validationError } from '#mail/errors.ts'
import type { Domain } from '#mail/schema/domains.ts'
import { emailOf, invalidAddress, parseAddress } from './addresses.ts'

/** The vendor's own domain, which every account may send from for trying out. */
const VENDOR_DOMAIN = 'resend.dev'

/**
 * When the seed lists no domains, a domain that was never created is accepted.
 *
 * @throws 403 when the vendor refuses the sender: its domain is not verified, or is not the one that the key is bound
 * to.
 */
export function requireSender(
  { rows, principal }: Pick<MailCall, 'rows' | 'principal'>,
  from: string,
  recipients: readonly string[],
): void {
  const name = parseAddress(from)?.domain
  if (name === undefined) throw validationError(invalidAddress('from', from))
  const domain = domainByName(rows, name)
  const bound = principal?.domainId ?? null
  if (bound !== null && domain?.id !== bound) {
    throw validationError(`This API key is not authorized to send emails from ${name}`, 403)
  }
  if (name === VENDOR_DOMAIN) return requireOwnAddress(rows.accountEmail.get(), recipients)
  if (domain?.sending === 'disabled') throw validationError(`Sending is disabled for the ${name} domain.`, 403)
  const accepted = domain === undefined ? !rows.domainsAreListed.get() : domain.status === 'verified'
  if (!accepted) {
    throw validationError(
      `The ${name} domain is not verified. Please, add and verify your domain on https://resend.com/domains`,
      403,
    )
  }
}

/**
 * Returns the domain with the name of an address, which is ASCII; the domain may have been created with its Unicode
 * name. Undefined when there is none.
 */
export function domainByName(rows: Rows, name: string): Domain | undefined {
  return rows.domains.find('name', name) ?? rows.domains.find('name', domainToUnicode(name))
}

/**
 * Checks nothing when the seed sets no account address.
 *
 * @throws 403 unless all recipients are the account's own address or test addresses.
 */
function requireOwnAddress(own: string | undefined, recipients: readonly string[]): void {
  if (own === undefined) return
  const strangers = recipients.map(emailOf).filter((each) => each !== own && !each.endsWith(`@${VENDOR_DOMAIN}`))
  if (strangers.length === 0) return
  throw validationError(
    `You can only send testing emails to your own email address (${own}). ` +
      'To send emails to other recipients, please verify a domain at resend.com/domains, ' +
      'and change the `from` address to an email using this domain.',
    403,
  )
}
