import type { CodehostCall } from '#codehost/call.ts'
import type { renderMarkdown } from '#codehost/markdown/render.ts'
import { accepts } from '#codehost/rules/media-type.ts'

/** The function that writes Markdown as HTML. It is loaded where it is needed. */
interface Markdown {
  readonly renderMarkdown: typeof renderMarkdown
}

/** A step: loads what writes Markdown as HTML, for the few routes that do. */
export async function loadMarkdown(): Promise<Markdown> {
  return { renderMarkdown: (await import('#codehost/markdown/render.ts')).renderMarkdown }
}

/** A step: loads what writes Markdown as HTML, for a client that accepts files as HTML. */
export function loadMarkdownIfAccepted(call: CodehostCall): Partial<Markdown> | Promise<Markdown> {
  return accepts(call, 'html') ? loadMarkdown() : {}
}
