import { escapeText } from 'entities'
import type { CodehostCall } from '#codehost/call.ts'
import { commitAt } from '#codehost/rules/git/objects.ts'
import { repositoryByFullName } from '#codehost/rules/repos/find.ts'
import { roleInOrganization } from '#codehost/rules/repos/permissions.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import { canRead } from '#codehost/rules/repos/visibility.ts'
import type { Repo } from '#codehost/schema/repos.ts'

/** `@octocat`, `@acme/core`, `#12`, `octocat/hello-world#12`, `GH-12`, or the SHA of a commit. */
const REFERENCE =
  /(?<![\w/.@#&-])(?:@([a-z\d][a-z\d-]*)(?:\/([\w-]+))?|(?:([\w-]+)\/([\w.-]+))?#(\d{1,9})|GH-(\d{1,9})|([\da-f]{40}))(?![\w-])/gi

/**
 * Returns a text as HTML, with links for the users, teams, issues and commits of it that exist and that the principal
 * may read. A number alone is that of an issue of `repo`.
 * https://docs.github.com/get-started/writing-on-github/working-with-advanced-formatting/autolinked-references-and-urls
 */
export function linkedText(call: CodehostCall, repo: Repo | null, text: string): string {
  let html = ''
  let end = 0
  for (const match of text.matchAll(REFERENCE)) {
    const link = linkOf(call, repo, match)
    if (link === null) continue
    html += escapeText(text.slice(end, match.index)) + link
    end = match.index + match[0].length
  }
  return html + escapeText(text.slice(end))
}

function linkOf(call: CodehostCall, repo: Repo | null, match: RegExpExecArray): string | null {
  const [text, login, team, owner, name, number, gh, sha] = match
  if (login !== undefined) return team === undefined ? userLink(call, login, text) : teamLink(call, login, team, text)
  const target = owner === undefined || name === undefined ? repo : repoNamed(call, owner, name)
  if (target === null) return null
  return sha === undefined ? issueLink(call, target, Number(number ?? gh), text) : commitLink(call, target, sha)
}

function userLink({ rows, origin }: CodehostCall, login: string, text: string): string | null {
  const account = rows.accounts.find('login', login.toLowerCase())
  if (account === undefined) return null
  const [kind, folder] = account.type === 'Organization' ? ['organization', 'orgs'] : ['user', 'users']
  const card = `data-hovercard-type="${kind}" data-hovercard-url="/${folder}/${account.login}/hovercard"`
  const click = 'data-octo-click="hovercard-link-click" data-octo-dimensions="link_type:self"'
  return `<a class="user-mention notranslate" ${card} ${click} href="${origin}/${account.login}">${text}</a>`
}

function teamLink({ rows, origin, principal }: CodehostCall, login: string, slug: string, text: string): string | null {
  const org = rows.accounts.find('login', login.toLowerCase())
  if (org === undefined || principal === null) return null
  // Only members of an organization see its teams.
  if (roleInOrganization(rows, org, principal.user) === null) return null
  const team = rows.teams.find('slug', org.id, slug.toLowerCase())
  if (team === undefined) return null
  return `<a class="team-mention" href="${origin}/orgs/${org.login}/teams/${team.slug}">${text}</a>`
}

function issueLink(call: CodehostCall, repo: Repo, number: number, text: string): string | null {
  const issue = call.rows.issues.find('number', repo.id, number)
  if (issue === undefined) return null
  const url = `${repoUrls(call, repo).page}/${issue.isPull ? 'pull' : 'issues'}/${number}`
  const title = 'data-error-text="Failed to load title" data-permission-text="Title is private"'
  return `<a class="issue-link js-issue-link" ${title} data-id="${issue.id}" data-url="${url}" href="${url}">${text}</a>`
}

function commitLink(call: CodehostCall, repo: Repo, sha: string): string | null {
  const id = sha.toLowerCase()
  if (commitAt(call.rows, repo, id) === null) return null
  return `<a class="commit-link" href="${repoUrls(call, repo).page}/commit/${id}"><tt>${id.slice(0, 7)}</tt></a>`
}

function repoNamed(call: CodehostCall, login: string, name: string): Repo | null {
  const repo = repositoryByFullName(call.rows, `${login}/${name}`)
  return repo !== undefined && canRead(call, repo) ? repo : null
}
