import { escapeAttribute, escapeText } from 'entities'
import type { renderMarkdown } from './render.ts'

/**
 * Returns a file as the vendor's HTML of it: Markdown is rendered, and every other text is shown as it is.
 * https://docs.github.com/rest/repos/contents#custom-media-types-for-repository-contents
 */
export function fileHtml(render: typeof renderMarkdown, id: 'file' | 'readme', path: string, text: string): string {
  const isMarkdown = /\.(?:md|markdown|mdown|mkdn?)$/i.test(path)
  const content = isMarkdown
    ? `<article class="markdown-body entry-content container-lg" itemprop="text">${render(text, { breaks: false })}</article>`
    : `<div class="plain"><pre style="white-space: pre-wrap">${escapeText(text)}</pre></div>`
  return `<div id="${id}" class="${isMarkdown ? 'md' : 'plain'}" data-path="${escapeAttribute(path)}">${content}</div>`
}
