import type { Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { NotificationReason } from '#codehost/schema/notifications.ts'

// No mention begins within a word, which keeps the search linear.
const MENTIONS = /(?<![\w/`@-])@([a-z\d](?:[a-z\d-]{0,38}))(?:\/([\w-]{1,100}))?/gi

/**
 * Returns the users that a text mentions by `@login`, and the members of the teams that it mentions by `@acme/core`.
 * https://docs.github.com/get-started/writing-on-github/getting-started-with-writing-and-formatting-on-github/basic-writing-and-formatting-syntax#mentioning-people-and-teams
 */
export function mentionedAccounts(rows: Rows, text: string | null): [Account, NotificationReason][] {
  const found: [Account, NotificationReason][] = []
  for (const [, login = '', slug] of (text ?? '').matchAll(MENTIONS)) {
    const account = rows.accounts.find('login', login.toLowerCase())
    if (account === undefined) continue
    const team = slug === undefined ? undefined : rows.teams.find('slug', account.id, slug.toLowerCase())
    if (team !== undefined) {
      for (const { userId } of rows.teamMembers.referring('teamId', team.id)) {
        found.push([rows.accounts.require(userId), 'team_mention'])
      }
    } else if (account.type === 'User') found.push([account, 'mention'])
  }
  return found
}
