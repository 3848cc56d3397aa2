import type { NewRow } from '#core/store.ts'
import { protectionRule } from '#codehost/json/protection/protection.ts'
import type { CodehostCall } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Protection } from '#codehost/schema/protection.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { emit } from '#codehost/webhooks.ts'

/** The fields of a protection that a client can set. */
export type ProtectionFields = Omit<Protection, 'id' | 'repoId' | 'branch' | 'createdAt' | 'updatedAt'>

/** Changes a protection. Emits `edited` if a reported field changed. */
export function changeProtection(
  call: CodehostCall,
  before: Protection,
  fields: Partial<ProtectionFields>,
  sender: Account,
): Protection {
  const after = call.rows.protections.update(before.id, { ...fields, updatedAt: call.clock.now() })
  const changes = changesOf(before, after)
  if (Object.keys(changes).length > 0) emitProtection(call, 'edited', after, sender, { changes })
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
  emitProtection(call, 'created', made, sender)
  return made
}

/** Removes the protection of a branch. Emits `deleted`. */
export function removeProtection(call: CodehostCall, protection: Protection, sender: Account): void {
  call.rows.protections.delete(protection.id)
  emitProtection(call, 'deleted', protection, sender)
}

function emitProtection(
  call: CodehostCall,
  action: string,
  protection: Protection,
  sender: Account,
  more: object = {},
): void {
  const repo = call.rows.repos.require(protection.repoId)
  const payload = () => ({ rule: protectionRule(protection), ...more })
  emit(call, { event: 'branch_protection_rule', action, repo, sender, payload })
}

/** The members of `edited` that carry previous values. */
const REPORTED = [
  'admin_enforced',
  'allow_deletions_enforcement_level',
  'allow_force_pushes_enforcement_level',
  'authorized_actors_only',
  'authorized_actor_names',
  'authorized_dismissal_actors_only',
  'dismiss_stale_reviews_on_push',
  'pull_request_reviews_enforcement_level',
  'require_code_owner_review',
  'required_approving_review_count',
  'required_conversation_resolution_level',
  'required_status_checks',
  'required_status_checks_enforcement_level',
  'signature_requirement_enforcement_level',
  'linear_history_requirement_enforcement_level',
] as const // literal member names

function changesOf(before: Protection, after: Protection): Record<string, { from: unknown }> {
  const [old, current] = [protectionRule(before), protectionRule(after)]
  const changed = REPORTED.filter((name) => JSON.stringify(old[name]) !== JSON.stringify(current[name]))
  return Object.fromEntries(changed.map((name) => [name, { from: old[name] }]))
}
