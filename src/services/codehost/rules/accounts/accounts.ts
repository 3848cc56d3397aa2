import type { NewRow } from '#core/store.ts'
import type { Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import { addFirstTypes } from '../issues/issue-types.ts'
import { NEW_ORGANIZATION } from './organization-settings.ts'
import { notFound } from '#codehost/errors.ts'

/** The fields of a new account. Absent fields get the vendor's defaults. */
export type AccountFields = Pick<Account, 'login' | 'type'> & Partial<Omit<Account, 'id' | 'createdAt' | 'updatedAt'>>

/** Adds an account, created at `at` (epoch milliseconds). */
export function createAccount(rows: Rows, fields: AccountFields, at: number): Account {
  const row: NewRow<Account> = {
    name: null,
    email: null,
    bio: null,
    company: null,
    location: null,
    blog: '',
    twitterUsername: null,
    hireable: null,
    siteAdmin: false,
    description: null,
    billingEmail: null,
    defaultRepositoryPermission: 'read',
    settings: NEW_ORGANIZATION,
    ...fields,
    createdAt: at,
    updatedAt: at,
  }
  const account = rows.accounts.insert(row)
  if (account.type === 'Organization') addFirstTypes(rows, account, at)
  return account
}

/**
 * Returns the account with this login.
 *
 * @throws 404.
 */
export function findAccount(rows: Rows, login: string): Account {
  const account = rows.accounts.find('login', login.toLowerCase())
  if (account === undefined) throw notFound()
  return account
}
