import type { CodehostCall, Rows } from '#codehost/call.ts'
import { forbidden } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Issue, Reaction } from '#codehost/schema/issues.ts'
import { permissionIncludes, permissionOf } from '../repos/permissions.ts'

/**
 * Adds a reaction to a subject such as `issue 12`. Returns the existing one, with `added` false, when the user already
 * reacted in this way.
 */
export function react(
  rows: Rows,
  fields: Omit<Reaction, 'id'>,
): { readonly reaction: Reaction; readonly added: boolean } {
  const { repoId, subject, userId, content } = fields
  const before = rows.reactions.find('once', repoId, subject, userId, content)
  return before === undefined
    ? { reaction: rows.reactions.insert(fields), added: true }
    : { reaction: before, added: false }
}

/** Deletes the reactions to a deleted subject. */
export function forgetReactions(rows: Rows, repoId: number, subject: string): void {
  for (const { id } of rows.reactions.list('bySubject', repoId, subject)) rows.reactions.delete(id)
}

/** @throws 403 for a user without push access when the conversation is locked. */
export function refuseLocked({ rows }: Pick<CodehostCall, 'rows'>, issue: Issue, user: Account): void {
  if (!issue.locked || permissionIncludes(permissionOf(rows, rows.repos.require(issue.repoId), user), 'push')) return
  throw forbidden('Unable to create reaction because issue is locked.')
}
