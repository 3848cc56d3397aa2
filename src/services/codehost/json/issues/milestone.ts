import type { Site } from '#codehost/call.ts'
import { issueCounts } from '#codehost/rules/issues/milestones.ts'
import type { Milestone } from '#codehost/schema/issues.ts'
import { simpleUserByIdJson } from '../accounts/account.ts'
import { nodeId, time, timeOrNull } from '../format.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'

/** A milestone with its numbers of open and closed issues and pull requests: `milestone`. */
export function milestoneJson(site: Site, milestone: Milestone, counts = issueCounts(site.rows, milestone)) {
  const { rows } = site
  const urls = repoUrls(site, rows.repos.require(milestone.repoId))
  const url = `${urls.url}/milestones/${milestone.number}`
  return {
    url,
    html_url: `${urls.page}/milestone/${milestone.number}`,
    labels_url: `${url}/labels`,
    id: milestone.id,
    node_id: nodeId('MI', milestone.id),
    number: milestone.number,
    title: milestone.title,
    description: milestone.description,
    creator: simpleUserByIdJson(site, milestone.creatorId),
    open_issues: counts.open,
    closed_issues: counts.closed,
    state: milestone.state,
    created_at: time(milestone.createdAt),
    updated_at: time(milestone.updatedAt),
    due_on: timeOrNull(milestone.dueOn),
    closed_at: timeOrNull(milestone.closedAt),
  }
}
