import { unprocessable } from '#codehost/errors.ts'
import type { CodehostCall } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Pull } from '#codehost/schema/pulls.ts'
import { recordIssueEvent } from '../issues/events.ts'
import { emitPull } from './events.ts'
import { requestCodeOwners } from './requested-reviewers.ts'

/**
 * Marks a draft as ready for review. Emits `ready_for_review`, and requests the reviews of code owners. Returns the
 * pull request.
 *
 * @throws 422 for a closed pull request.
 */
export function markReady(call: CodehostCall, pull: Pull, sender: Account): Pull {
  if (!pull.draft) return pull
  refuseClosed(call, pull)
  const ready = changeDraft(call, pull, false, sender, 'ready_for_review')
  requestCodeOwners(call, ready, sender)
  return ready
}

/**
 * Turns a pull request into a draft. Emits `converted_to_draft`. Returns the pull request.
 *
 * @throws 422 for a closed pull request.
 */
export function convertToDraft(call: CodehostCall, pull: Pull, sender: Account): Pull {
  if (pull.draft) return pull
  refuseClosed(call, pull)
  return changeDraft(call, pull, true, sender, 'converted_to_draft')
}

function changeDraft(
  call: CodehostCall,
  pull: Pull,
  draft: boolean,
  sender: Account,
  event: 'ready_for_review' | 'converted_to_draft',
): Pull {
  const { rows, clock } = call
  const changed = rows.pulls.update(pull.id, { draft })
  const issue = rows.issues.update(pull.issueId, { updatedAt: clock.now() })
  // The timeline has another name for it than the webhook.
  recordIssueEvent(call, issue, sender, event === 'converted_to_draft' ? 'convert_to_draft' : event)
  emitPull(call, changed, event, sender)
  return changed
}

function refuseClosed({ rows }: CodehostCall, pull: Pull): void {
  if (rows.issues.require(pull.issueId).state === 'closed') throw unprocessable('Pull request is closed')
}
