import type { ChatContext } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { inWorkspace } from '#chat/schema/people.ts'

/** The longest name of a channel, in characters. */
const LONGEST = 80

/**
 * Returns the checked name of a channel. https://docs.slack.dev/reference/methods/conversations.create#naming
 *
 * @throws the vendor's failure for a name with other characters than lower-case letters, digits, dashes and
 * underscores, and for one that another channel of the workspace has.
 * @param teamId the further workspace; undefined: that of the instance
 */
export function checkChannelName(
  { rows }: Pick<ChatContext, 'rows'>,
  requested: string | undefined,
  teamId: string | undefined,
): string {
  const name = (requested ?? '').trim().replace(/^#/, '')
  if (name === '') throw slackFailure('invalid_name_required')
  if (name.length > LONGEST) throw slackFailure('invalid_name_maxlength')
  if (!/[\p{L}\p{N}]/u.test(name)) throw slackFailure('invalid_name_punctuation')
  if (!/^[\p{L}\p{M}\p{N}_-]+$/u.test(name) || name !== name.toLowerCase()) throw slackFailure('invalid_name_specials')
  const key = inWorkspace(teamId, name)
  const isConnected = rows.connections.find('name', inWorkspace(teamId ?? rows.team.get().id, name)) !== undefined
  if (isConnected || rows.conversations.find('name', key) !== undefined) throw slackFailure('name_taken')
  return name
}
