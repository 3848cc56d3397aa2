import type { CodehostCall } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import { deleteRepo } from '../repos/deletion.ts'

/**
 * Deletes an organization with its repositories and teams, at once; the vendor takes minutes. Emits
 * `organization.deleted` first, because the organization's own webhooks receive it too, then `repository.deleted`.
 */
export function deleteOrganization(call: CodehostCall, org: Account, sender: Account): void {
  const { rows } = call
  const membership = rows.memberships.find('member', org.id, sender.id)
  if (membership !== undefined) call.emit({ event: 'organization', action: 'deleted', org, sender, membership })
  for (const repo of rows.repos.referring('ownerId', org.id)) deleteRepo(call, repo, sender)
  rows.accounts.delete(org.id)
}
