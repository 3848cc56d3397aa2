import type { CodehostCall, Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import { simpleUserJson } from '#codehost/json/accounts/account.ts'
import { typed, type Typed } from './source.ts'

/** Returns an account as an object of its own type: a user, an organization or a bot. */
export function actor(account: Account): Typed {
  return typed(account.type, account)
}

/** Returns the account with this id as an actor; null for a null id and a deleted account. */
export function actorById(rows: Rows, id: number | null | undefined): Typed | null {
  const account = rows.accounts.get(id)
  return account === undefined ? null : actor(account)
}

/** Returns the login that the vendor shows: that of an app has no `[bot]` here, unlike in REST. */
export function loginOf({ login, type }: Account): string {
  return type === 'Bot' ? login.replace(/\[bot\]$/, '') : login
}

/** Returns the URL of an account's page. */
export function pageOfAccount(call: CodehostCall, account: Account): string {
  return simpleUserJson(call, account).html_url
}

/** Returns the accounts whose logins or names contain a text; all of them without one. */
export function matching(accounts: readonly Account[], query: string | null | undefined): Account[] {
  const wanted = query?.toLowerCase() ?? ''
  return accounts.filter((each) => `${loginOf(each)} ${each.name ?? ''}`.toLowerCase().includes(wanted))
}
