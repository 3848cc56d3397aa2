import type { Rows } from '#codehost/call.ts'
import { unprocessable } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { PollOption } from '#codehost/schema/discussions.ts'

/**
 * Votes for a choice of a poll.
 *
 * @throws 422 for a second vote, and in a discussion that is closed or locked.
 */
export function votePoll(rows: Rows, { discussionId, id: optionId }: PollOption, user: Account): void {
  const { state, locked } = rows.discussions.require(discussionId)
  if (state === 'closed' || locked) throw unprocessable('You cannot vote in this poll.')
  if (rows.pollVotes.find('once', discussionId, user.id) !== undefined) {
    throw unprocessable('You have already voted in this poll.')
  }
  rows.pollVotes.insert({ discussionId, optionId, userId: user.id })
}
