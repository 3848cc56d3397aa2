import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import { requireWrite, loadRepo } from '#codehost/steps/access.ts'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import { labelJson } from '#codehost/json/issues/label.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import type { Label } from '#codehost/schema/issues.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { createLabel, deleteLabel, updateLabel } from '#codehost/rules/issues/labels.ts'

const { get, post, patch, del } = routesFor<CodehostCall>()

const color = v.pipe(v.string(), v.regex(/^[0-9a-fA-F]{6}$/), v.toLowerCase())
const description = v.nullable(v.string())

const LabelInput = v.object({
  name: v.string(),
  color: v.optional(color, 'ededed'),
  description: v.optional(description, null),
})

const LabelChanges = v.object({
  new_name: v.optional(v.string()),
  color: v.optional(color),
  description: v.optional(description),
})

// The name of a label may have slashes, which some clients send as they are.
const one = '/repos/:owner/:repo/labels/*'

/** Labels of a repository. https://docs.github.com/rest/issues/labels */
export const labelsRoutes = [
  get('issues/list-labels-for-repo', '/repos/:owner/:repo/labels', loadRepo, (call) =>
    answerPage(call, viewOfIndex(call.rows.labels, 'byName', [call.repo.id]), (label) => labelJson(call, label)),
  ),
  post('issues/create-label', '/repos/:owner/:repo/labels', requireWrite('push'), body(LabelInput), (call) => {
    const { repo, user, body } = call
    const wire = labelJson(call, createLabel(call, repo, body, user))
    return json(wire, 201, { location: wire.url })
  }),
  get('issues/get-label', one, loadRepo, (call) =>
    json(labelJson(call, findLabel(call.rows, call.repo, call.params['*']))),
  ),
  patch('issues/update-label', one, requireWrite('push'), body(LabelChanges), (call) => {
    const { repo, user, rows, params, body } = call
    const before = findLabel(rows, repo, params['*'])
    const { new_name: name, ...rest } = body
    return json(labelJson(call, updateLabel(call, before, { name, ...rest }, user)))
  }),
  del('issues/delete-label', one, requireWrite('push'), (call) => {
    const { repo, user, rows, params } = call
    deleteLabel(call, findLabel(rows, repo, params['*']), user)
    return empty()
  }),
]

/**
 * Returns the label with this name, ignoring case.
 *
 * @throws 404.
 */
function findLabel(rows: Rows, repo: Repo, name: string): Label {
  const label = rows.labels.find('name', repo.id, name.toLowerCase())
  if (label === undefined) throw notFound()
  return label
}
