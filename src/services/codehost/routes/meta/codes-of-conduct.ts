import { json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import { codeOfConductJson } from '#codehost/json/repos/code-of-conduct.ts'
import { CODES_OF_CONDUCT, type CodeOfConduct } from '#codehost/rules/repos/codes-of-conduct.ts'

const { get } = routesFor<CodehostCall>()

/** Codes of conduct that a repository may take. https://docs.github.com/rest/codes-of-conduct */
export const codesOfConductRoutes = [
  get('codes-of-conduct/get-all-codes-of-conduct', '/codes_of_conduct', (call) =>
    json(CODES_OF_CONDUCT.map((code) => codeOfConductJson(call, code))),
  ),
  get('codes-of-conduct/get-conduct-code', '/codes_of_conduct/:key', (call) => {
    const code = findCode(call.params.key)
    return json({ ...codeOfConductJson(call, code), body: code.body })
  }),
]

/** @throws 404. */
function findCode(key: string): CodeOfConduct {
  const code = CODES_OF_CONDUCT.find((each) => each.key === key)
  if (code === undefined) throw notFound()
  return code
}
