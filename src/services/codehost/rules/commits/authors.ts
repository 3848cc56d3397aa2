import type { GitSignature } from '#codehost/git/objects.ts'
import type { Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'

const NO_REPLY = /^(?:(\d+)\+)?([A-Za-z0-9-]+(?:\[bot\])?)@users\.noreply\.github\.com$/i

/**
 * Returns the account that owns the e-mail address of a signature, as the vendor links commits to accounts; undefined
 * for an unknown address.
 */
export function accountOf(rows: Rows, { email }: Pick<GitSignature, 'email'>): Account | undefined {
  const noReply = NO_REPLY.exec(email)
  if (noReply !== null) {
    const [, id, login = ''] = noReply
    return id === undefined ? rows.accounts.find('login', login.toLowerCase()) : rows.accounts.get(Number(id))
  }
  const listed = rows.emails.find('email', email.toLowerCase())
  return listed === undefined ? undefined : rows.accounts.get(listed.userId)
}

/** The members of an account that commits and events show of it. */
export type LinkedAccount = Pick<Account, 'id' | 'login' | 'type' | 'siteAdmin'>

/** The vendor's account that commits on behalf of users. It is not a row, because no list of accounts contains it. */
const WEB_FLOW: LinkedAccount = { id: 19864447, login: 'web-flow', type: 'User', siteAdmin: false }

/**
 * Returns the account that a commit shows for a signature: like {@link accountOf}, and `web-flow` for the vendor's own.
 */
export function linkedAccount(rows: Rows, signature: Pick<GitSignature, 'email'>): LinkedAccount | undefined {
  return accountOf(rows, signature) ?? (signature.email === 'noreply@github.com' ? WEB_FLOW : undefined)
}
