import type { Answer } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import { blobBytes, blobText, type Blob } from '#codehost/git/objects.ts'
import { entryAt } from '#codehost/git/trees.ts'
import { objectsOf } from '#codehost/rules/git/objects.ts'
import { gitForbidden } from '#codehost/rules/git/transport.ts'
import { gitRowsOf, latestRevision } from '#codehost/rules/gists/gists.ts'
import { gistTarget } from '#codehost/rules/gists/push.ts'
import { loadFetchedGist, loadGist, requireGistPush } from '#codehost/steps/gists.ts'
import { loadFetch, loadPush } from '#codehost/steps/git-transport.ts'
import { advertiseForFetch, advertiseForPush, answerFetchOf, answerPush } from '../git/transport-answers.ts'

const { get, post } = routesFor<CodehostCall>()

const raw = '/gist-raw/:owner/:gist_id/raw'

/** git's own protocol for gists, and their raw files. https://docs.github.com/get-started/writing-on-github/editing-and-sharing-content-with-gists/forking-and-cloning-gists */
export const gistTransportRoutes = [
  get('git-http/info-refs', '/gist/:gist_id/info/refs', (call) => {
    const service = call.query.get('service')
    const git = gitRowsOf(call.rows)
    if (service === 'git-upload-pack') return advertiseForFetch(call, git, loadFetchedGist(call).gist)
    if (service === 'git-receive-pack') return advertiseForPush(git, requireGistPush(call).gist)
    throw gitForbidden('Please upgrade your git client. GitHub.com no longer supports git over dumb-http.')
  }),
  post('git-http/upload-pack', '/gist/:gist_id/git-upload-pack', loadFetchedGist, loadFetch, (call) =>
    answerFetchOf(call, gitRowsOf(call.rows), call.gist, call.fetch),
  ),
  post('git-http/receive-pack', '/gist/:gist_id/git-receive-pack', requireGistPush, loadPush, (call) =>
    answerPush(gistTarget(call, call.gist, call.user), call.push, call.pack),
  ),
  // The first is of the latest revision. The SHA of the second is that of the file.
  get('gists/get', `${raw}/:file`, loadGist, (call) => {
    const { rows, gist, params } = call
    const tip = latestRevision(rows, gist)
    const objects = objectsOf(gitRowsOf(rows), gist)
    const entry = tip === null ? null : entryAt(objects, tip.tree, params.file)
    const found = entry === null ? null : objects.get(entry.sha)
    if (found?.kind !== 'blob') throw notFound()
    return rawFile(found)
  }),
  get('gists/get', `${raw}/:sha/:file`, loadGist, ({ rows, gist, params }) => {
    const objects = objectsOf(gitRowsOf(rows), gist)
    const found = objects.has(params.sha) ? objects.get(params.sha) : null
    if (found?.kind !== 'blob') throw notFound()
    return rawFile(found)
  }),
]

function rawFile(blob: Blob): Answer {
  const type = blobText(blob) === null ? 'application/octet-stream' : 'text/plain; charset=utf-8'
  return { status: 200, headers: { 'content-type': type }, body: blobBytes(blob) }
}
