import { json } from '#core/answer.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import { loadRepo } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import { issueEventJson, repoEventJson } from '#codehost/json/issues/issue-event.ts'
import { timelineEntryJson } from '#codehost/json/issues/timeline.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { CROSS_REFERENCED } from '#codehost/rules/issues/cross-references.ts'
import { timelineOf } from '#codehost/rules/issues/timeline.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import { loadIssue } from '#codehost/steps/issues.ts'

const { get } = routesFor<CodehostCall>()

/** Events of issues and pull requests. https://docs.github.com/rest/issues/events */
export const issueEventsRoutes = [
  get('issues/list-events-for-repo', '/repos/:owner/:repo/issues/events', loadRepo, (call) =>
    answerPage(call, viewOfIndex(call.rows.issueEvents, 'byRepo', [call.repo.id], { descending: true }), (event) =>
      repoEventJson(call, event),
    ),
  ),
  get('issues/get-event', '/repos/:owner/:repo/issues/events/:event_id', loadRepo, (call) => {
    const event = call.rows.issueEvents.get(wholeNumber(call.params.event_id))
    if (event?.repoId !== call.repo.id || event.event === CROSS_REFERENCED) throw notFound()
    return json(repoEventJson(call, event))
  }),
  get('issues/list-events', '/repos/:owner/:repo/issues/:issue_number/events', loadRepo, loadIssue, (call) => {
    const events = call.rows.issueEvents.list('byIssue', call.issue.id)
    return answerPage(
      call,
      events.filter(({ event }) => event !== CROSS_REFERENCED),
      (event) => issueEventJson(call, event),
    )
  }),
  get(
    'issues/list-events-for-timeline',
    '/repos/:owner/:repo/issues/:issue_number/timeline',
    loadRepo,
    loadIssue,
    (call) => answerPage(call, timelineOf(call, call.issue), (entry) => timelineEntryJson(call, call.repo, entry)),
  ),
]
