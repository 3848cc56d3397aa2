import type { Rows } from '#codehost/call.ts'
import { unprocessable } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'

/** Lets a user follow an account; once is enough. @throws 422 for the user's own account. */
export function follow(rows: Rows, user: Account, followed: Account): void {
  if (followed.id === user.id) throw unprocessable('Users cannot follow themselves.')
  const pair = { followerId: user.id, followedId: followed.id }
  if (rows.follows.find('pair', user.id, followed.id) === undefined) rows.follows.insert(pair)
}

/** Ends that a user follows an account, if they do. */
export function unfollow(rows: Rows, user: Account, followed: Account): void {
  const found = rows.follows.find('pair', user.id, followed.id)
  if (found !== undefined) rows.follows.delete(found.id)
}
