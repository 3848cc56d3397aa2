import { domainToUnicode } from 'node:url'
import type { MailCall } from '../call.ts'
import { validationError } from '../errors.ts'
import { emailOf, invalidAddress, parseAddress } from './addresses.ts'

/** Set in the store by a seed with domains: mail from others is refused. */
export const DOMAINS_ARE_LISTED = 'domains are listed'

/** Where the store keeps the address that mail from the vendor's own domain may go to. */
export const ACCOUNT_EMAIL = 'account email'

/** The vendor's own domain, which everyone may send from while they try things out. */
const VENDOR_DOMAIN = 'resend.dev'

/**
 * Throws 403 where the vendor refuses mail from this sender: a domain that is not verified, or not the one that the key is
 * bound to. Where the seed lists no domains, one that nobody created is accepted.
 */
export function requireSender(
  { rows, store, principal }: Pick<MailCall, 'rows' | 'store' | 'principal'>,
  from: string,
  recipients: readonly string[],
): void {
  const name = parseAddress(from)?.domain
  if (name === undefined) throw validationError(invalidAddress('from', from))
  // Addresses are ASCII; a domain may have been created by its letters.
  const domain = rows.domains.find('name', name) ?? rows.domains.find('name', domainToUnicode(name))
  const bound = principal?.domainId ?? null
  if (bound !== null && domain?.id !== bound) {
    throw validationError(`This API key is not authorized to send emails from ${name}`, 403)
  }
  if (name === VENDOR_DOMAIN) return requireOwnAddress(store.value<string>(ACCOUNT_EMAIL), recipients)
  if (domain?.sending === 'disabled') throw validationError(`Sending is disabled for the ${name} domain.`, 403)
  const accepted =
    domain === undefined ? store.value<boolean>(DOMAINS_ARE_LISTED) !== true : domain.status === 'verified'
  if (!accepted) {
    throw validationError(
      `The ${name} domain is not verified. Please, add and verify your domain on https://resend.com/domains`,
      403,
    )
  }
}

/** Mail from the vendor's domain goes to the account itself and to test addresses, where the seed says whose account it is. */
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
