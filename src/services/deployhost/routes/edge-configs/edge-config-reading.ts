import { empty, json, type Answer } from '#core/answer.ts'
import { Failure } from '#core/errors.ts'
import { routesFor } from '#core/routes.ts'
import type { CallWithParams, DeployhostCall } from '#deployhost/call.ts'
import { failure } from '#deployhost/errors.ts'
import { itemsOf, valuesOf } from '#deployhost/rules/edge-configs.ts'
import type { EdgeConfig } from '#deployhost/schema.ts'

const { get } = routesFor<DeployhostCall>()

type Json = string | number | boolean | null | Readonly<Record<string | number, unknown>>

/**
 * The reads of the vendor's host for Edge Configs, which a connection string names with its token.
 * https://vercel.com/docs/edge-config/edge-config-sdk
 */
export const edgeConfigReadingRoutes = [
  get('readEdgeConfigItem', '/:edgeConfigId/item/:key', loadReadable, (call) => {
    const { rows, edgeConfig, params } = call
    const item = rows.edgeConfigItems.find('key', edgeConfig.id, params.key)
    if (item === undefined) {
      const message = `Could not find the edge config item: ${params.key}`
      // The headers tell the vendor's client that the item is missing, and not the Edge Config.
      throw new Failure(404, message, { code: 'edge_config_item_not_found' }, headersOf(edgeConfig))
    }
    return answerValue(call, edgeConfig, item.value as Json) // it was parsed as JSON
  }),
  get('readEdgeConfigItems', '/:edgeConfigId/items', loadReadable, (call) => {
    const { rows, edgeConfig, query } = call
    const keys = query.getAll('key')
    const items = itemsOf(rows, edgeConfig)
    return answerValue(call, edgeConfig, valuesOf(items.filter(({ key }) => keys.length === 0 || keys.includes(key))))
  }),
  get('readEdgeConfigDigest', '/:edgeConfigId/digest', loadReadable, (call) =>
    answerValue(call, call.edgeConfig, call.edgeConfig.digest),
  ),
]

/**
 * A step that loads the Edge Config of a connection string.
 *
 * @throws 404 when it does not exist, 401 unless the token reads it.
 */
function loadReadable(call: CallWithParams<'edgeConfigId'>): { readonly edgeConfig: EdgeConfig } {
  const { rows, query, header, params } = call
  const edgeConfig = rows.edgeConfigs.get(params.edgeConfigId)
  if (edgeConfig === undefined) {
    throw failure(404, 'edge_config_not_found', `Could not find the edge config: ${params.edgeConfigId}`)
  }
  const bearer = /^bearer (\S+)$/i.exec(header('authorization') ?? '')?.[1]
  const token = rows.edgeConfigTokens.find('token', bearer ?? query.get('token') ?? '')
  if (token?.edgeConfigId !== edgeConfig.id) throw failure(401, 'unauthorized', 'Unauthorized')
  return { edgeConfig }
}

/** Answers a value; 304 when the client has the digest's version of it. */
function answerValue<T>(call: DeployhostCall, edgeConfig: EdgeConfig, value: T): Answer<T | null> {
  const headers = headersOf(edgeConfig)
  return call.header('if-none-match') === headers.etag ? empty(304, headers) : json(value, 200, headers)
}

function headersOf({ digest, updatedAt }: EdgeConfig) {
  return {
    'cache-control': 'no-store',
    etag: `"${digest}"`,
    'x-edge-config-digest': digest,
    'x-edge-config-updated-at': String(updatedAt),
  }
}
