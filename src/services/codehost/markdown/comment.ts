import { decodeHTML } from 'entities'
import type { CodehostCall } from '#codehost/call.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { linkedText } from './references.ts'
import { renderMarkdown } from './render.ts'

/** Returns a text that a user wrote as HTML, with links for what it refers to from a repository. */
export function commentHtml(call: CodehostCall, repo: Repo | null, body: string | null): string {
  return renderMarkdown(body ?? '', { breaks: true, linked: (words) => linkedText(call, repo, words) }).trimEnd()
}

/** Returns a text that a user wrote without its marks. */
export function commentText(body: string | null): string {
  return decodeHTML(
    renderMarkdown(body ?? '', { breaks: true })
      .replaceAll(/<br>\n?/g, '\n')
      .replaceAll(/<[^>]*>/g, ''),
  ).trim()
}
