import { timeOrNull } from '#codehost/json/format.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { limitInForce, type LimitTarget } from '#codehost/rules/accounts/interactions.ts'

/**
 * Returns who may interact with a repository or an account.
 * https://docs.github.com/graphql/reference/objects#repositoryinteractionability
 */
export function abilityOf({ rows, clock }: CodehostCall, target: LimitTarget) {
  const limit = limitInForce(rows, target, clock.now())
  const account = rows.accounts.get(limit?.accountId)
  const own = 'repo' in target ? 'REPOSITORY' : target.account.type === 'Organization' ? 'ORGANIZATION' : 'USER'
  const ofAccount = account?.type === 'Organization' ? 'ORGANIZATION' : 'USER'
  return {
    limit: limit?.group.toUpperCase() ?? 'NO_LIMIT',
    origin: account === undefined ? own : ofAccount,
    expiresAt: timeOrNull(limit?.expiresAt ?? null),
  }
}
