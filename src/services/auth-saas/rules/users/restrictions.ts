import { isEmailAddress, isPhoneNumber, normalizedPhoneNumber } from './addresses.ts'
import type { AuthContext } from '#auth-saas/call.ts'
import { clerkFailure } from '#auth-saas/errors.ts'
import type { IdentifierType, ListedIdentifier } from '#auth-saas/schema/instance.ts'
import { settingsOf } from '../settings.ts'

/**
 * Returns the kind of an identifier of the allow- or blocklist, and the identifier as lists keep it.
 *
 * @throws 422 for none.
 */
export function listedIdentifier(identifier: string): Pick<ListedIdentifier, 'identifier' | 'identifierType'> {
  const lower = identifier.trim().toLowerCase()
  const domain = lower.replace(/^\*?@/, '')
  const kinds: readonly (readonly [IdentifierType, boolean, string])[] = [
    ['phone_number', isPhoneNumber(normalizedPhoneNumber(lower)), normalizedPhoneNumber(lower)],
    ['web3_wallet', /^0x[0-9a-f]{40}$/.test(lower), lower],
    [
      'email_address',
      isEmailAddress(lower) || isEmailAddress(`a@${domain}`),
      isEmailAddress(lower) ? lower : `*@${domain}`,
    ],
  ]
  const kind = kinds.find(([, fits]) => fits)
  if (kind === undefined) {
    const sentence = 'identifier must be an email address, a domain, a phone number or a web3 wallet.'
    throw clerkFailure(422, 'form_param_format_invalid', 'is invalid', sentence, { param_name: 'identifier' })
  }
  return { identifierType: kind[0], identifier: kind[2] }
}

/** @throws 403 for an address or a number that the instance's lists keep out of accounts that exist, too. */
export function requireListedAtSignIn(context: Pick<AuthContext, 'rows'>, identifier: string): void {
  const isListable = isEmailAddress(identifier) || isPhoneNumber(identifier)
  if (!settingsOf(context.rows).listsSkippedAtSignIn && isListable) requireOnLists(context, identifier)
}

/** @throws 422 when the instance's lists and settings do not let somebody sign up with an address or a number. */
export function requireAllowed(context: Pick<AuthContext, 'rows'>, identifier: string): void {
  const settings = settingsOf(context.rows)
  const hasSubaddress = /^[^@]*\+[^@]*@/.test(identifier) && !identifier.includes('+clerk_test@')
  if (settings.blockEmailSubaddresses && hasSubaddress) {
    const sentence = 'Email addresses with subaddresses are not allowed.'
    throw clerkFailure(422, 'form_email_address_blocked', 'is blocked', sentence, { param_name: 'email_address' })
  }
  requireOnLists(context, identifier)
}

function requireOnLists({ rows }: Pick<AuthContext, 'rows'>, identifier: string): void {
  const settings = settingsOf(rows)
  const names = [identifier, identifier.replace(/^.*@/, '*@')]
  const onBlocklist = names.some((name) => rows.blocklist.find('identifier', name) !== undefined)
  const onAllowlist = names.some((name) => rows.allowlist.find('identifier', name) !== undefined)
  if ((settings.blocklist && onBlocklist) || (settings.allowlist && !onAllowlist)) {
    const sentence = `${identifier} is not allowed to access this application.`
    throw clerkFailure(403, 'not_allowed_access', 'Access not allowed.', sentence, { identifiers: [identifier] })
  }
}
