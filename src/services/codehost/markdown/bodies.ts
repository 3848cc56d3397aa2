import type { Answer } from '#core/answer.ts'
import { isRecord } from '#core/objects.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { repositoryByFullName } from '#codehost/rules/repos/find.ts'
import { canRead } from '#codehost/rules/repos/visibility.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { commentHtml, commentText } from './comment.ts'

/** How an answer has the texts of users: as HTML, as text without marks, or in both of these beside the Markdown. */
export type BodyFormat = 'html' | 'text' | 'full'

/**
 * Returns an answer with the texts of issues, comments, reviews and releases in the format that the client accepts:
 * `body_html` and `body_text` in place of `body`, or beside it.
 * https://docs.github.com/rest/using-the-rest-api/getting-started-with-the-rest-api#media-types
 */
export function withBodiesIn(format: BodyFormat, call: CodehostCall, answer: Answer): Answer {
  const type = answer.headers['content-type'] ?? ''
  if (answer.status >= 300 || typeof answer.body !== 'string' || !type.startsWith('application/json')) return answer
  const value: unknown = JSON.parse(answer.body)
  return { ...answer, body: JSON.stringify(formatted(format, call, value)) }
}

function formatted(format: BodyFormat, call: CodehostCall, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => formatted(format, call, each))
  if (!isRecord(value)) return value
  const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] =>
    name === 'body' && 'node_id' in value && (member === null || typeof member === 'string')
      ? bodyMembers(format, call, contextOf(call, value), member)
      : [[name, formatted(format, call, member)]],
  )
  return Object.fromEntries(members)
}

function bodyMembers(
  format: BodyFormat,
  call: CodehostCall,
  repo: Repo | null,
  body: string | null,
): [string, string | null][] {
  const members: [string, string | null][] = []
  if (format === 'full') members.push(['body', body])
  if (format !== 'text') members.push(['body_html', body === null ? null : commentHtml(call, repo, body)])
  if (format !== 'html') members.push(['body_text', body === null ? null : commentText(body)])
  return members
}

/** Returns the repository from which the references of a text are read: its own, or that of the path. */
function contextOf(call: CodehostCall, { repository_url: url }: Record<string, unknown>): Repo | null {
  const { owner, repo: name } = call.params
  const path = typeof url === 'string' ? (/\/repos\/(.+)$/.exec(url)?.[1] ?? '') : `${owner}/${name}`
  const repo = repositoryByFullName(call.rows, path)
  return repo !== undefined && canRead(call, repo) ? repo : null
}
