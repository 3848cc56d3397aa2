import { escapeText } from 'entities'
import type { CodehostCall } from '#codehost/call.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { linkedText } from './references.ts'

/** Returns a text without Markdown as HTML, with links for what it refers to from a repository. */
export function lineHtml(call: CodehostCall, repo: Repo | null, text: string | null): string {
  return linkedText(call, repo, text ?? '')
}

/** Returns the same in a block, as profiles and descriptions have it. */
export function blockHtml(call: CodehostCall, repo: Repo | null, text: string | null): string {
  return `<div>${lineHtml(call, repo, text)}</div>`
}

/** Returns the title of an issue or pull request as HTML: code between backticks is its only Markdown. */
export function titleHtml(title: string): string {
  return escapeText(title).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}
