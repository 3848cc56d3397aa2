import type { Commit } from '#codehost/git/objects.ts'
import type { Rows } from '#codehost/call.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import type { Pull } from '#codehost/schema/pulls.ts'
import type { Repo } from '#codehost/schema/repos.ts'

/** The merge message in a request body. Absent fields come from the repository's settings. */
export interface MergeMessageInput {
  readonly commit_title?: string | null | undefined
  readonly commit_message?: string | null | undefined
}

/**
 * Returns the message of a merge commit.
 * https://docs.github.com/pull-requests/collaborating-with-pull-requests/incorporating-changes-from-a-pull-request/about-pull-request-merges
 */
export function mergeMessage(repo: Repo, pull: Pull, issue: Issue, input: MergeMessageInput): string {
  const title =
    repo.mergeCommitTitle === 'PR_TITLE'
      ? numbered(issue.title, issue)
      : `Merge pull request #${issue.number} from ${pull.headOwner}/${pull.headRef}`
  const text = { PR_TITLE: issue.title, PR_BODY: issue.body ?? '', BLANK: '' }[repo.mergeCommitMessage]
  return joined(input.commit_title ?? title, input.commit_message ?? text)
}

/** Returns the message of a squash commit. */
export function squashMessage(
  rows: Rows,
  repo: Repo,
  issue: Issue,
  commits: readonly Commit[],
  input: MergeMessageInput,
): string {
  const own = commits.filter(({ parents }) => parents.length < 2)
  const [only] = own.length === 1 ? own : []
  const title =
    only !== undefined && repo.squashMergeCommitTitle === 'COMMIT_OR_PR_TITLE' ? split(only.message).title : issue.title
  const listed =
    only === undefined ? own.map(({ message }) => `* ${message.trim()}`).join('\n\n') : split(only.message).body
  const text = { COMMIT_MESSAGES: listed, PR_BODY: issue.body ?? '', BLANK: '' }[repo.squashMergeCommitMessage]
  const message = joined(input.commit_title ?? numbered(title, issue), input.commit_message ?? text)
  const trailers = coAuthors(rows, issue, own).filter((line) => !message.includes(line))
  if (input.commit_message != null || trailers.length === 0) return message
  return `${message}${only === undefined ? '\n\n---------' : ''}\n\n${trailers.join('\n')}`
}

/** Returns `Co-authored-by` trailers for the authors of squashed commits other than the author of the pull request. */
function coAuthors(rows: Rows, issue: Issue, commits: readonly Commit[]): string[] {
  const { id, login, email } = rows.accounts.require(issue.userId)
  const addresses = [email, `${id}+${login}@users.noreply.github.com`].map((each) => each?.toLowerCase())
  const mine = new Set([...addresses, ...rows.emails.referring('userId', id).map((each) => each.email.toLowerCase())])
  const others = commits.map(({ author }) => author).filter((author) => !mine.has(author.email.toLowerCase()))
  return [...new Set(others.map((author) => `Co-authored-by: ${author.name} <${author.email}>`))]
}

function numbered(title: string, { number }: Issue): string {
  return `${title} (#${number})`
}

function joined(title: string, text: string): string {
  return text === '' ? title : `${title}\n\n${text}`
}

function split(message: string): { title: string; body: string } {
  const [, title = '', body = ''] = /^([^\n]*)\n*([^]*)$/.exec(message.trim()) ?? []
  return { title, body }
}
