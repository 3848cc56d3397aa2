import { json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import { loadRepo } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import { codeOwnersErrorJson } from '#codehost/json/repos/code-owners-error.ts'
import { contentCommit } from '#codehost/rules/git/contents.ts'
import { objectsOf } from '#codehost/rules/git/objects.ts'
import { ownersErrors } from '#codehost/rules/pulls/code-owners-errors.ts'
import { ownersFile } from '#codehost/rules/pulls/code-owners-file.ts'

const { get } = routesFor<CodehostCall>()

/** Code owners. https://docs.github.com/rest/repos/repos#list-codeowners-errors */
export const codeownersRoutes = [
  get('repos/codeowners-errors', '/repos/:owner/:repo/codeowners/errors', loadRepo, (call) => {
    const { rows, repo, query } = call
    const { commit } = contentCommit(call, repo, query.get('ref'))
    const file = ownersFile(objectsOf(rows, repo), commit.tree)
    if (file === null) throw notFound()
    return json({ errors: ownersErrors(rows, repo, file).map((each) => codeOwnersErrorJson(each, file.path)) })
  }),
]
