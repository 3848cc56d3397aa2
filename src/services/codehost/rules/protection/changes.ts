import type { NewRow } from '#core/store.ts'
import type { CodehostCall } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Protection } from '#codehost/schema/protection.ts'
import type { Repo } from '#codehost/schema/repos.ts'

/** The fields of a protection that a client can set. */
export type ProtectionFields = Omit<Protection, 'id' | 'repoId' | 'branch' | 'createdAt' | 'updatedAt'>

/** Changes a protection. Emits `edited`. */
export function changeProtection(
  call: CodehostCall,
  before: Protection,
  fields: Partial<ProtectionFields>,
  sender: Account,
): Protection {
  const after = call.rows.protections.update(before.id, { ...fields, updatedAt: call.clock.now() })
  const repo = call.rows.repos.require(before.repoId)
  call.emit({ event: 'branch_protection_rule', action: 'edited', repo, sender, protection: after, before })
  return after
}

/** Protects a branch, or replaces its protection. Emits `created` or `edited`. */
export function setProtection(
  call: CodehostCall,
  repo: Repo,
  branch: string,
  fields: ProtectionFields,
  sender: Account,
): Protection {
  const before = call.rows.protections.find('branch', repo.id, branch)
  if (before !== undefined) return changeProtection(call, before, fields, sender)
  const at = call.clock.now()
  const row: NewRow<Protection> = { repoId: repo.id, branch, ...fields, createdAt: at, updatedAt: at }
  const made = call.rows.protections.insert(row)
  call.emit({ event: 'branch_protection_rule', action: 'created', repo, sender, protection: made })
  return made
}

/** Removes the protection of a branch. Emits `deleted`. */
export function removeProtection(call: CodehostCall, protection: Protection, sender: Account): void {
  call.rows.protections.delete(protection.id)
  const repo = call.rows.repos.require(protection.repoId)
  call.emit({ event: 'branch_protection_rule', action: 'deleted', repo, sender, protection })
}
