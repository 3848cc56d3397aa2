import type { CloudCall } from '#cloud/call.ts'
import type { Account } from '#cloud/schema/iam.ts'
import { accountOf } from '../account.ts'

type AccountCall = Pick<CloudCall, 'rows' | 'principal'>

/** Returns what is set for the account that a request acts in. */
export function accountSettings(call: AccountCall): Account {
  const id = accountOf(call)
  return call.rows.accounts.get(id) ?? { id, alias: null, passwordPolicy: null, credentialReport: null }
}

/** Changes what is set for the account that a request acts in. */
export function changeAccountSettings(call: AccountCall, changes: Partial<Omit<Account, 'id'>>): void {
  const { accounts } = call.rows
  const settings = accountSettings(call)
  if (accounts.get(settings.id) === undefined) accounts.insert({ ...settings, ...changes })
  else accounts.update(settings.id, changes)
}
