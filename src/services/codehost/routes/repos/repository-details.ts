import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import { requireWrite, loadRepo } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { simpleUserJson } from '#codehost/json/accounts/account.ts'
import { tagJson } from '#codehost/json/git/branch.ts'
import { nodeId } from '#codehost/json/format.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { contributorsOf } from '#codehost/rules/commits/contributors.ts'
import { languagesOf } from '#codehost/rules/repos/languages.ts'
import { peel } from '#codehost/rules/git/objects.ts'
import { replaceTopics } from '#codehost/rules/repos/topics.ts'
import { requireBody } from '#codehost/steps/body.ts'

const { get, put } = routesFor<CodehostCall>()

/** Details of a repository: topics, languages, contributors, tags. */
export const repositoryDetailsRoutes = [
  get('repos/get-all-topics', '/repos/:owner/:repo/topics', loadRepo, (call) => json({ names: call.repo.topics })),
  put(
    'repos/replace-all-topics',
    '/repos/:owner/:repo/topics',
    requireWrite('admin'),
    requireBody(v.object({ names: v.array(v.string()) })),
    (call) => {
      const { topics: names } = replaceTopics(call, call.repo, call.body.names, call.user)
      return json({ names })
    },
  ),
  get('repos/list-languages', '/repos/:owner/:repo/languages', loadRepo, (call) =>
    json(withMainLanguage(languagesOf(call.rows, call.repo), call.repo.language)),
  ),
  get('repos/list-contributors', '/repos/:owner/:repo/contributors', loadRepo, (call) => {
    const all = contributorsOf(call.rows, call.repo)
    if (all.length === 0) return empty()
    const anonymous = ['1', 'true'].includes(call.query.get('anon') ?? '')
    const shown = all.filter(({ account }) => anonymous || account !== null)
    return answerPage(call, shown, ({ account, email, name, contributions }) =>
      account === null
        ? { email, name, type: 'Anonymous', contributions }
        : { ...simpleUserJson(call, account), contributions },
    )
  }),
  get('repos/list-tags', '/repos/:owner/:repo/tags', loadRepo, (call) => {
    return answerPage(
      call,
      viewOfIndex(call.rows.refs, 'byKind', [call.repo.id, 'tags'], { descending: true }),
      ({ name, sha }) => {
        const commit = peel(call.rows, call.repo, sha)
        return tagJson(
          call,
          call.repo,
          name.slice('refs/tags/'.length),
          commit?.sha ?? sha,
          nodeId('REF', `${call.repo.id}:${name}`),
        )
      },
    )
  }),
]

/** Returns the bytes by language with the seeded main language first, so that they agree with `language`. */
function withMainLanguage(
  bytes: Readonly<Record<string, number>>,
  main: string | null,
): Readonly<Record<string, number>> {
  const [largest] = Object.keys(bytes)
  if (main === null || main === largest) return bytes
  return { [main]: (largest === undefined ? 0 : (bytes[largest] ?? 0)) + 1, ...omit(bytes, main) }
}

function omit(bytes: Readonly<Record<string, number>>, language: string): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(bytes).filter(([name]) => name !== language))
}
