import * as v from 'valibot'
import { checkedOptions } from '#core/options.ts'
import type { CodehostContext } from '#codehost/call.ts'
import { recordLoginMove } from '#codehost/rules/repos/moves.ts'

const Options = v.strictObject({ login: v.string(), newLogin: v.pipe(v.string(), v.regex(/^[A-Za-z\d][A-Za-z\d-]*$/)) })

/** The account to rename. */
export interface RenameAccountOptions {
  /** The login of a user or an organization. */
  readonly login: string
  /** The new login: letters, digits and hyphens. */
  readonly newLogin: string
}

/**
 * Renames a user or an organization like its settings page does. Paths with the old login redirect from then on; an
 * organization emits `organization.renamed`.
 *
 * @throws TypeError for unknown options and a malformed login.
 * @throws Error for an unknown account and a login that is taken.
 */
export function renameAccount(context: CodehostContext, options: RenameAccountOptions): void {
  const { login, newLogin } = checkedOptions('renameAccount', Options, options)
  const { rows, clock } = context
  const before = rows.accounts.find('login', login.toLowerCase())
  if (before === undefined) throw new Error(`renameAccount: no account has the login ${JSON.stringify(login)}`)
  const holder = rows.accounts.find('login', newLogin.toLowerCase())
  if (holder !== undefined && holder.id !== before.id) {
    throw new Error(`renameAccount: the login ${JSON.stringify(newLogin)} is taken`)
  }
  recordLoginMove(rows, before)
  const account = rows.accounts.update(before.id, { login: newLogin, updatedAt: clock.now() })
  for (const repo of rows.repos.referring('ownerId', account.id)) {
    for (const { id } of rows.pulls.referring('headRepoId', repo.id)) rows.pulls.update(id, { headOwner: newLogin })
  }
  if (account.type !== 'Organization') return
  const owner = rows.memberships.referring('orgId', account.id).find(({ role }) => role === 'admin')
  const sender = owner === undefined ? account : rows.accounts.require(owner.userId)
  context.emit({ event: 'organization', action: 'renamed', org: account, sender, formerLogin: before.login })
}
