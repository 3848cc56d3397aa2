import type { CodehostCall } from '#codehost/call.ts'
import { unprocessable } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import { removeCollaborator } from '../repos/collaborators.ts'
import { roleInOrganization } from '../repos/permissions.ts'

/**
 * Blocks a user, who stops to follow the blocker and to be a collaborator of the blocker's repositories. Emits
 * `org_block.blocked` for an organization. Does nothing when the user is blocked already.
 *
 * @throws 422 for the blocker, for an organization, and for a member of the organization that blocks.
 */
export function block(call: CodehostCall, blocker: Account, blocked: Account, sender: Account): void {
  const { rows } = call
  if (blocker.id === blocked.id) throw unprocessable('You cannot block yourself.')
  if (blocked.type === 'Organization') throw unprocessable('You cannot block an organization.')
  if (blocker.type === 'Organization' && roleInOrganization(rows, blocker, blocked) !== null) {
    throw unprocessable('You cannot block a member of this organization.')
  }
  if (rows.blocks.find('pair', blocker.id, blocked.id) !== undefined) return
  rows.blocks.insert({ blockerId: blocker.id, blockedId: blocked.id })
  const follows = [rows.follows.find('pair', blocked.id, blocker.id), rows.follows.find('pair', blocker.id, blocked.id)]
  for (const follow of follows) if (follow !== undefined) rows.follows.delete(follow.id)
  for (const each of rows.collaborators.referring('userId', blocked.id)) {
    if (rows.repos.require(each.repoId).ownerId === blocker.id) removeCollaborator(call, each, sender)
  }
  if (blocker.type === 'Organization')
    call.emit({ event: 'org_block', action: 'blocked', org: blocker, sender, blocked })
}

/** Ends a block, if there is one. Emits `org_block.unblocked` for an organization. */
export function unblock(call: CodehostCall, blocker: Account, blocked: Account, sender: Account): void {
  const held = call.rows.blocks.find('pair', blocker.id, blocked.id)
  if (held === undefined) return
  call.rows.blocks.delete(held.id)
  if (blocker.type === 'Organization')
    call.emit({ event: 'org_block', action: 'unblocked', org: blocker, sender, blocked })
}
