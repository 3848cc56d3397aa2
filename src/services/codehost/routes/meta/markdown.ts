import * as v from 'valibot'
import { text, type Answer } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { linkedText } from '#codehost/markdown/references.ts'
import { repositoryByFullName } from '#codehost/rules/repos/find.ts'
import { canRead } from '#codehost/rules/repos/visibility.ts'
import { requireBody } from '#codehost/steps/body.ts'
import { loadMarkdown } from '#codehost/steps/markdown.ts'

const { post } = routesFor<CodehostCall>()

const MarkdownInput = v.object({
  text: v.string(),
  mode: v.optional(v.picklist(['markdown', 'gfm']), 'markdown'),
  context: v.optional(v.string()),
})

/** Texts in Markdown as HTML. https://docs.github.com/rest/markdown */
export const markdownRoutes = [
  post('markdown/render', '/markdown', loadMarkdown, requireBody(MarkdownInput), (call) => {
    const { renderMarkdown, body } = call
    if (body.mode === 'markdown') return html(renderMarkdown(body.text, { breaks: false }))
    const repo = body.context === undefined ? undefined : repositoryByFullName(call.rows, body.context)
    const context = repo !== undefined && canRead(call, repo) ? repo : null
    return html(renderMarkdown(body.text, { breaks: true, linked: (words) => linkedText(call, context, words) }))
  }),
  post('markdown/render-raw', '/markdown/raw', loadMarkdown, (call) =>
    html(call.renderMarkdown(call.text, { breaks: false })),
  ),
]

function html(body: string): Answer {
  return text(body, 200, { 'content-type': 'text/html;charset=utf-8' })
}
