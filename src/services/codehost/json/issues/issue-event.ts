import type { Site } from '#codehost/call.ts'
import type { IssueEvent } from '#codehost/schema/issues.ts'
import { simpleUserByIdJson, simpleUserOrNullJson } from '../accounts/account.ts'
import { nodeId, time } from '../format.ts'
import { performedViaJson } from '../apps/integration.ts'
import { issueJson } from './issue.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import { teamJson } from '../teams/team.ts'

/** An issue event in the list of one issue's events. */
export function issueEventJson(site: Site, event: IssueEvent) {
  const { url } = repoUrls(site, site.rows.repos.require(event.repoId))
  return {
    id: event.id,
    node_id: nodeId('IE', event.id),
    url: `${url}/issues/events/${event.id}`,
    actor: simpleUserByIdJson(site, event.actorId),
    event: event.event,
    commit_id: event.commitId,
    commit_url: event.commitId === null ? null : `${url}/commits/${event.commitId}`,
    created_at: time(event.createdAt),
    ...detailsOf(site, event),
    performed_via_github_app: performedViaJson(site, event),
  }
}

/** An issue event in the list of a repository's events, which includes the issue. */
export function repoEventJson(site: Site, event: IssueEvent) {
  return { ...issueEventJson(site, event), issue: issueJson(site, site.rows.issues.require(event.issueId)) }
}

/** Returns the details of an event with its users and teams as objects, without those that only GraphQL shows. */
function detailsOf(site: Site, { details }: IssueEvent): Record<string, unknown> {
  const shown = Object.entries(details).filter(([name]) => !name.startsWith('$'))
  return Object.fromEntries(shown.map(([name, value]) => [name, written(site, value)]))
}

function written(site: Site, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if ('$account' in value) return simpleUserOrNullJson(site, Number(value.$account))
  if ('$team' in value) return teamOrNull(site, Number(value.$team))
  if ('$commit' in value && '$repo' in value) return commitUrl(site, Number(value.$repo), String(value.$commit))
  return value
}

/** The URL of a commit of another repository; null once that repository is deleted. */
function commitUrl(site: Site, repoId: number, sha: string): string | null {
  const repo = site.rows.repos.get(repoId)
  return repo === undefined ? null : `${repoUrls(site, repo).url}/commits/${sha}`
}

function teamOrNull(site: Site, id: number) {
  const team = site.rows.teams.get(id)
  return team === undefined ? null : teamJson(site, team)
}
