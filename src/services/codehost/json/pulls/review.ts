import type { Site } from '#codehost/call.ts'
import type { Review } from '#codehost/schema/pulls.ts'
import { simpleUserByIdJson } from '../accounts/account.ts'
import { authorAssociation } from '#codehost/rules/repos/author-association.ts'
import { nodeId, time, timeOrNull } from '../format.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'

/** A review: `pull-request-review`. A pending one has no submission time. */
export function reviewJson(site: Site, review: Review) {
  const { rows } = site
  const repo = rows.repos.require(review.repoId)
  const { number } = rows.issues.require(rows.pulls.require(review.pullId).issueId)
  const { url, page } = repoUrls(site, repo)
  const html = `${page}/pull/${number}#pullrequestreview-${review.id}`
  const pull = `${url}/pulls/${number}`
  return {
    id: review.id,
    node_id: nodeId('PRR', review.id),
    user: simpleUserByIdJson(site, review.userId),
    body: review.body,
    state: review.state as string, // widened because events write the state in lower case
    html_url: html,
    pull_request_url: pull,
    author_association: authorAssociation(rows, repo, review.userId),
    _links: { html: { href: html }, pull_request: { href: pull } },
    ...(review.submittedAt === null ? {} : { submitted_at: time(review.submittedAt) }),
    commit_id: review.commitId,
  }
}

/** A review in a webhook payload. */
export function eventReviewJson(site: Site, review: Review) {
  return {
    ...reviewJson(site, review),
    body: review.body === '' ? null : review.body,
    state: review.state.toLowerCase(),
    submitted_at: timeOrNull(review.submittedAt),
  }
}
