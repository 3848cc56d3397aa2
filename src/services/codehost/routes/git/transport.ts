import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { countClone } from '#codehost/rules/repos/traffic.ts'
import { repositoryTarget } from '#codehost/rules/git/receive-pack.ts'
import { gitForbidden } from '#codehost/rules/git/transport.ts'
import { loadFetch, loadFetchedRepo, loadPush, requirePush } from '#codehost/steps/git-transport.ts'
import { advertiseForFetch, advertiseForPush, answerFetchOf, answerPush } from './transport-answers.ts'

const { get, post } = routesFor<CodehostCall>()

/** git's own protocol: clone, fetch and push. https://git-scm.com/docs/http-protocol */
export const transportRoutes = [
  get('git-http/info-refs', '/:owner/:repo/info/refs', (call) => {
    const service = call.query.get('service')
    if (service === 'git-upload-pack') return advertiseForFetch(call, call.rows, loadFetchedRepo(call).repo)
    if (service === 'git-receive-pack') return advertiseForPush(call.rows, requirePush(call).repo)
    throw gitForbidden('Please upgrade your git client. GitHub.com no longer supports git over dumb-http.')
  }),
  post('git-http/upload-pack', '/:owner/:repo/git-upload-pack', loadFetchedRepo, loadFetch, (call) =>
    answerFetchOf(call, call.rows, call.repo, call.fetch, (request) => countClone(call, call.repo, request)),
  ),
  post('git-http/receive-pack', '/:owner/:repo/git-receive-pack', requirePush, loadPush, (call) =>
    answerPush(repositoryTarget({ call, repo: call.repo, user: call.user }), call.push, call.pack),
  ),
]
