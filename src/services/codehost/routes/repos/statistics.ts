import { empty, json, type Answer } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { simpleUserJson } from '#codehost/json/accounts/account.ts'
import {
  countedCommits,
  daysOfYear,
  hoursOfWeek,
  weeklyCommits,
  commitsByAuthor,
  type CountedCommit,
} from '#codehost/rules/commits/statistics.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { loadRepo } from '#codehost/steps/access.ts'

const { get } = routesFor<CodehostCall>()

const stats = '/repos/:owner/:repo/stats'
const seconds = (at: number): number => at / 1000

/** Statistics about the commits of the default branch. https://docs.github.com/rest/metrics/statistics */
export const statisticsRoutes = [
  get('repos/get-code-frequency-stats', `${stats}/code_frequency`, loadRepo, (call) =>
    answer(call, call.repo, (commits) =>
      weeklyCommits(commits, call.clock.now()).map(({ week, additions, deletions }) => [
        seconds(week),
        additions,
        // Not the negative zero, which is no JSON of the vendor.
        deletions === 0 ? 0 : -deletions,
      ]),
    ),
  ),
  get('repos/get-commit-activity-stats', `${stats}/commit_activity`, loadRepo, (call) =>
    answer(call, call.repo, (commits) =>
      daysOfYear(commits, call.clock.now()).map(({ week, days, total }) => ({ days, total, week: seconds(week) })),
    ),
  ),
  get('repos/get-contributors-stats', `${stats}/contributors`, loadRepo, (call) =>
    answer(call, call.repo, (commits) =>
      commitsByAuthor(commits, call.clock.now()).map(({ account, total, weeks }) => ({
        total,
        weeks: weeks.map(({ week, additions, deletions, commits: c }) => ({
          w: seconds(week),
          a: additions,
          d: deletions,
          c,
        })),
        author: simpleUserJson(call, account),
      })),
    ),
  ),
  get('repos/get-participation-stats', `${stats}/participation`, loadRepo, (call) => {
    const { rows, repo, clock } = call
    const commits = countedCommits(rows, repo)
    const own = commits.filter(({ account }) => account?.id === repo.ownerId)
    const totals = (counted: readonly CountedCommit[]) => daysOfYear(counted, clock.now()).map(({ total }) => total)
    return json({ all: totals(commits), owner: totals(own) })
  }),
  get('repos/get-punch-card-stats', `${stats}/punch_card`, loadRepo, (call) => answer(call, call.repo, hoursOfWeek)),
]

/** Answers a statistic; 204 for a repository without commits. */
function answer({ rows }: CodehostCall, repo: Repo, write: (commits: readonly CountedCommit[]) => unknown): Answer {
  const commits = countedCommits(rows, repo)
  return commits.length === 0 ? empty() : json(write(commits))
}
