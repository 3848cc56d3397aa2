import type { Rows } from '#codehost/call.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import type { Repo } from '#codehost/schema/repos.ts'

/** `#12`, `octocat/hello-world#12`, `GH-12`, or the URL of an issue or pull request. */
const MENTION = String.raw`(?:(?:([\w-]+)/([\w.-]+))?#|GH-|https?://[^\s/]+/([\w-]+)/([\w.-]+)/(?:issues|pull)/)(\d{1,9})\b`

// No mention begins within a word, which also keeps the search linear.
const MENTIONS = new RegExp(String.raw`(?<![\w&/-])${MENTION}`, 'gi')
const CLOSING = new RegExp(String.raw`\b(?:close[sd]?|fix(?:es|ed)?|resolve[sd]?):?\s+${MENTION}`, 'gi')

/**
 * Returns the issues and pull requests that a text in a repository mentions, each once.
 * https://docs.github.com/get-started/writing-on-github/working-with-advanced-formatting/autolinked-references-and-urls
 */
export function mentionedIssues(rows: Rows, repo: Pick<Repo, 'id'>, text: string | null): Issue[] {
  return find(rows, repo, MENTIONS, text)
}

/**
 * Returns the issues that a text in a repository names after a closing keyword, open or closed: `closes #1`,
 * `Fixes: octocat/hello-world#2`.
 * https://docs.github.com/issues/tracking-your-work-with-issues/using-issues/linking-a-pull-request-to-an-issue
 */
export function linkedIssues(rows: Rows, repo: Repo, text: string | null): Issue[] {
  return find(rows, repo, CLOSING, text).filter(({ isPull }) => !isPull)
}

/** Returns the open issues of {@link linkedIssues}, which the text closes. */
export function closedIssues(rows: Rows, repo: Repo, text: string | null): Issue[] {
  return linkedIssues(rows, repo, text).filter(({ state }) => state === 'open')
}

function find(rows: Rows, repo: Pick<Repo, 'id'>, pattern: RegExp, text: string | null): Issue[] {
  const found = new Map<number, Issue>()
  for (const [, owner, name, urlOwner, urlName, number] of (text ?? '').matchAll(pattern)) {
    const login = owner ?? urlOwner
    const target = login === undefined ? repo : findRepo(rows, login, name ?? urlName ?? '')
    const issue = target === undefined ? undefined : rows.issues.find('number', target.id, Number(number))
    if (issue !== undefined) found.set(issue.id, issue)
  }
  return [...found.values()]
}

function findRepo(rows: Rows, login: string, name: string): Repo | undefined {
  const owner = rows.accounts.find('login', login.toLowerCase())
  return owner === undefined ? undefined : rows.repos.find('name', owner.id, name.toLowerCase())
}
