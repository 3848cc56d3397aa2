import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { edgeConfigItemJson } from '#deployhost/json/edge-config.ts'
import { changeItems, itemsOf } from '#deployhost/rules/edge-configs.ts'
import { loadEdgeConfig, requireEdgeConfigWrite } from '#deployhost/steps/edge-configs.ts'
import * as v from 'valibot'
import { atPaths } from '../versions.ts'
import { edgeConfigKey } from './bodies.ts'
import { edgeConfigPaths } from './paths.ts'

const { get, patch } = routesFor<DeployhostCall>()

const ItemChanges = v.strictObject({
  items: v.array(
    v.strictObject({
      operation: v.picklist(['create', 'update', 'upsert', 'delete']),
      key: edgeConfigKey,
      value: v.optional(v.unknown()),
      description: v.optional(v.pipe(v.string(), v.maxLength(512, 'should NOT be longer than 512 characters'))),
    }),
  ),
})

/** The items of an Edge Config. https://vercel.com/docs/rest-api/edge-config/update-edge-config-items-in-batch */
export const edgeConfigItemsRoutes = [
  ...atPaths(edgeConfigPaths('/:edgeConfigId/items'), (path) =>
    get('getEdgeConfigItems', path, loadEdgeConfig, ({ rows, edgeConfig }) =>
      json(itemsOf(rows, edgeConfig).map(edgeConfigItemJson)),
    ),
  ),
  ...atPaths(edgeConfigPaths('/:edgeConfigId/items'), (path) =>
    patch('patchEdgeConfigItems', path, requireEdgeConfigWrite, body(ItemChanges), (call) => {
      changeItems(call, call.edgeConfig, call.user, call.body.items)
      return json({ status: 'ok' })
    }),
  ),
  ...atPaths(edgeConfigPaths('/:edgeConfigId/item/:edgeConfigItemKey'), (path) =>
    get('getEdgeConfigItem', path, loadEdgeConfig, ({ rows, edgeConfig, params }) => {
      const item = rows.edgeConfigItems.find('key', edgeConfig.id, params.edgeConfigItemKey)
      // The vendor's Terraform provider takes an answer without a body for an item that does not exist.
      return item === undefined ? empty() : json(edgeConfigItemJson(item))
    }),
  ),
]
