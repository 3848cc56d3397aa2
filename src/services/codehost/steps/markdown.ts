import type { renderMarkdown } from '#codehost/markdown/render.ts'

/** A step: loads what writes Markdown as HTML, for the few routes that do. */
export async function loadMarkdown(): Promise<{ readonly renderMarkdown: typeof renderMarkdown }> {
  return { renderMarkdown: (await import('#codehost/markdown/render.ts')).renderMarkdown }
}
