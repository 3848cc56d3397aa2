import type { SignedCall } from '#payments/call.ts'
import { noSuch } from '#payments/errors.ts'
import { firstPageJson } from '#payments/json/page.ts'
import { sourceObjectJson } from '#payments/json/source-objects.ts'
import { LIST_PARAMS } from '#payments/protocol/list.ts'
import { text } from '#payments/protocol/params.ts'
import { findSourceObject } from '#payments/rules/sources/find-source.ts'
import { updateSourceObject } from '#payments/rules/sources/life.ts'
import { addSourceObject } from '#payments/rules/sources/new-source.ts'
import { SOURCE_INPUT, SOURCE_UPDATE } from '#payments/rules/sources/params.ts'
import type { Source } from '#payments/schema/sources.ts'
import { answer, get, post } from '../route.ts'

const one = '/v1/sources/:source'

/** Sources of the former Sources API. https://docs.stripe.com/api/sources */
export const sourcesRoutes = [
  post(
    'PostSources',
    '/v1/sources',
    SOURCE_INPUT,
    (call) => answer(call, sourceObjectJson(call, addSourceObject(call, call.account, call.input))),
    { publishable: true },
  ),
  get(
    'GetSourcesSource',
    one,
    { client_secret: text() },
    (call) => answer(call, sourceObjectJson(call, findSource(call, call.input.client_secret))),
    { publishable: true },
  ),
  post('PostSourcesSource', one, SOURCE_UPDATE, (call) =>
    answer(call, sourceObjectJson(call, updateSourceObject(call, findSource(call), call.input))),
  ),
  get('GetSourcesSourceSourceTransactions', `${one}/source_transactions`, LIST_PARAMS, (call) => {
    findSource(call)
    // Only sources that customers send money to have transactions.
    return answer(call, firstPageJson([], call.path))
  }),
]

type SourceCall = SignedCall & { readonly account: string; readonly params: { readonly source: string } }

/** Returns the source of the path. With a publishable key the client secret must be the source's. */
function findSource(call: SourceCall, secret?: string): Source {
  const source = findSourceObject(call, call.account, call.params.source, { param: 'source', inPath: true })
  if (call.principal.kind === 'publishable' && secret !== source.clientSecret) {
    throw noSuch('source', source.id, 'source', 404)
  }
  return source
}
