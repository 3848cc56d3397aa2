import { fieldValuesOf } from '#codehost/rules/issues/issue-fields.ts'
import type { Site, CodehostCall } from '#codehost/call.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import type { Pull } from '#codehost/schema/pulls.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { simpleUserByIdJson } from '../accounts/account.ts'
import { authorAssociation } from '#codehost/rules/repos/author-association.ts'
import { nodeId, time, timeOrNull } from '../format.ts'
import { performedViaJson } from '../apps/integration.ts'
import { issueFieldValueJson } from './issue-field.ts'
import { issueTypeJson } from './issue-type.ts'
import { labelJson } from './label.ts'
import { milestoneJson } from './milestone.ts'
import { reactionRollupJson } from './reaction.ts'
import { dependenciesSummaryJson, subIssuesSummaryJson } from './relations.ts'
import { parentOf } from '#codehost/rules/issues/sub-issues.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import { repositoryJson } from '../repos/repository.ts'
import { memoised } from '../memoised.ts'

/**
 * An issue, or a pull request in the form of an issue: `issue`. Use {@link issueWriter} for several issues of one
 * repository.
 */
export function issueJson(site: Site, issue: Issue) {
  return issueWriter(site, site.rows.repos.require(issue.repoId))(issue)
}

/** Returns a function like that of {@link issueWriter} which returns JSON text, kept for as long as it is true. */
export function issueTextWriter({ store, base, origin, urls }: CodehostCall, { id: repoId }: Repo) {
  return store.written.writer(`issue of ${repoId} ${base} ${origin}`, (rows) =>
    issueWriter({ rows, base, origin, urls }, rows.repos.require(repoId)),
  )
}

/** An issue in a webhook payload, without the members that only the REST API has. */
export function eventIssueJson(site: Site, issue: Issue) {
  const wire = issueJson(site, issue)
  const values = wire.issue_field_values
  return { ...wire, ...REST_ONLY, issue_field_values: values?.length === 0 ? undefined : values }
}

// Undefined members are absent from the JSON.
const REST_ONLY = {
  type: undefined,
  sub_issues_summary: undefined,
  issue_dependencies_summary: undefined,
  parent_issue_url: undefined,
  closed_by: undefined,
  pinned_comment: undefined,
}

/**
 * Returns a function that writes issues of one repository. The parts that they share (URLs, users, labels, milestones)
 * are written once.
 */
export function issueWriter(site: Site, repo: Repo) {
  const { rows } = site
  const { url: repositoryUrl, page } = repoUrls(site, repo)
  const { user, association, label, milestone, hasTypes } = sharedParts(site, repo)
  return (issue: Issue) => {
    const { id, number } = issue
    const url = `${repositoryUrl}/issues/${number}`
    const pull = issue.isPull ? rows.pulls.find('issue', id) : undefined
    const assignees = rows.issueAssignees.referring('issueId', id).map(({ userId }) => user(userId))
    return {
      url,
      repository_url: repositoryUrl,
      labels_url: `${url}/labels{/name}`,
      comments_url: `${url}/comments`,
      events_url: `${url}/events`,
      html_url: `${page}/${pull === undefined ? 'issues' : 'pull'}/${number}`,
      id,
      node_id: pull === undefined ? nodeId('I', id) : nodeId('PR', pull.id),
      number,
      title: issue.title,
      user: user(issue.userId),
      labels: rows.issueLabels.referring('issueId', id).map(({ labelId }) => label(labelId)),
      state: issue.state,
      locked: issue.locked,
      assignee: assignees[0] ?? null,
      assignees,
      milestone: issue.milestoneId === null ? null : milestone(issue.milestoneId),
      comments: issue.comments,
      created_at: time(issue.createdAt),
      updated_at: time(issue.updatedAt),
      closed_at: timeOrNull(issue.closedAt),
      author_association: association(issue.userId),
      type: hasTypes ? typeJson(rows, issue) : undefined,
      active_lock_reason: issue.activeLockReason,
      // Undefined members are absent from the JSON: issues have sub-issues, pull requests have a draft state.
      sub_issues_summary: pull === undefined ? subIssuesSummaryJson(rows, issue) : undefined,
      issue_dependencies_summary: pull === undefined ? dependenciesSummaryJson(rows, issue) : undefined,
      pinned_comment: pull === undefined ? null : undefined,
      parent_issue_url: parentUrl(site, issue),
      draft: pull?.draft,
      pull_request: pull === undefined ? undefined : pullLinks(repositoryUrl, page, number, pull),
      issue_field_values: hasTypes && pull === undefined ? fieldValuesJson(rows, issue) : undefined,
      body: issue.body,
      closed_by: issue.closedById === null ? null : user(issue.closedById),
      reactions: reactionRollupJson(rows, repo.id, `issue ${id}`, url),
      timeline_url: `${url}/timeline`,
      performed_via_github_app: performedViaJson(site, issue),
      state_reason: issue.stateReason,
    }
  }
}

function typeJson(rows: Site['rows'], { typeId }: Issue) {
  const type = rows.issueTypes.get(typeId)
  return type === undefined ? null : issueTypeJson(type)
}

function fieldValuesJson(rows: Site['rows'], issue: Issue) {
  return rows.issueFieldValues.size === 0 ? [] : fieldValuesOf(rows, issue).map(issueFieldValueJson)
}

/** Returns what the issues of a repository share, and the writers of their parts. Each part is written once. */
function sharedParts(site: Site, repo: Repo) {
  const { rows } = site
  return {
    user: memoised((id) => simpleUserByIdJson(site, id)),
    association: memoised((id) => authorAssociation(rows, repo, id)),
    label: memoised((id) => labelJson(site, rows.labels.require(id))),
    milestone: memoised((id) => milestoneJson(site, rows.milestones.require(id))),
    // Only organizations define types and fields of issues.
    hasTypes: rows.accounts.require(repo.ownerId).type === 'Organization',
  }
}

/** Returns the URL of the issue that an issue is a part of; undefined where it is a part of none. */
function parentUrl(site: Site, issue: Issue): string | undefined {
  const parent = parentOf(site.rows, issue)
  if (parent === undefined) return undefined
  return `${repoUrls(site, site.rows.repos.require(parent.repoId)).url}/issues/${parent.number}`
}

function pullLinks(repositoryUrl: string, page: string, number: number, pull: Pull) {
  const html = `${page}/pull/${number}`
  return {
    url: `${repositoryUrl}/pulls/${number}`,
    html_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    merged_at: timeOrNull(pull.mergedAt),
  }
}

/** Returns a writer of issues from several repositories, each with its repository. */
export function issueWriterAcross(call: CodehostCall, viewer: Account | null) {
  const writerOf = memoised((repoId) => {
    const repo = call.rows.repos.require(repoId)
    const write = issueWriter(call, repo)
    const repository = repositoryJson(call, repo, viewer)
    return (issue: Issue) => ({ ...write(issue), repository })
  })
  return (issue: Issue) => writerOf(issue.repoId)(issue)
}

/**
 * Returns a writer of issues in their relations to others: parts, blockers. Each has its repository, and not who
 * closed it.
 */
export function relatedIssueWriter(call: CodehostCall) {
  const write = issueWriterAcross(call, call.principal?.user ?? null)
  return (issue: Issue) => ({ ...write(issue), closed_by: undefined })
}
