import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { edgeConfigJson } from '#deployhost/json/edge-config.ts'
import { createEdgeConfig, requireFreeSlug } from '#deployhost/rules/edge-configs.ts'
import { loadAccount, requireAccountWrite } from '#deployhost/steps/accounts.ts'
import { loadEdgeConfig, requireEdgeConfigWrite } from '#deployhost/steps/edge-configs.ts'
import * as v from 'valibot'
import { atPaths } from '../versions.ts'
import { edgeConfigKey } from './bodies.ts'
import { edgeConfigPaths } from './paths.ts'

const { get, post, put, del } = routesFor<DeployhostCall>()

const slug = v.pipe(
  v.string(),
  v.maxLength(64, 'should NOT be longer than 64 characters'),
  v.regex(/^[\w-]+$/, String.raw`should match pattern "^[\\w-]+$"`),
)

const EdgeConfigInput = v.strictObject({ slug, items: v.optional(v.record(edgeConfigKey, v.unknown()), {}) })
const EdgeConfigChanges = v.strictObject({ slug })
const SchemaInput = v.strictObject({ definition: v.unknown() })

/** Edge Configs and their schemas. https://vercel.com/docs/rest-api/edge-config */
export const edgeConfigsRoutes = [
  ...atPaths(edgeConfigPaths(''), (path) =>
    get('getEdgeConfigs', path, loadAccount, ({ rows, account }) =>
      json(rows.edgeConfigs.list('byAccount', account.id).map((edgeConfig) => edgeConfigJson(rows, edgeConfig))),
    ),
  ),
  ...atPaths(edgeConfigPaths(''), (path) =>
    post('createEdgeConfig', path, requireAccountWrite('repo'), body(EdgeConfigInput), (call) => {
      const { rows, account, user, body } = call
      requireFreeSlug(rows, account, body.slug)
      return json(edgeConfigJson(rows, createEdgeConfig(call, account, user, body)), 201)
    }),
  ),
  ...atPaths(edgeConfigPaths('/:edgeConfigId'), (path) =>
    get('getEdgeConfig', path, loadEdgeConfig, ({ rows, edgeConfig }) => json(edgeConfigJson(rows, edgeConfig))),
  ),
  ...atPaths(edgeConfigPaths('/:edgeConfigId'), (path) =>
    put('updateEdgeConfig', path, requireEdgeConfigWrite, body(EdgeConfigChanges), (call) => {
      const { rows, account, edgeConfig, body, clock } = call
      if (body.slug !== edgeConfig.slug) requireFreeSlug(rows, account, body.slug)
      const updatedAt = Math.floor(clock.now())
      return json(edgeConfigJson(rows, rows.edgeConfigs.update(edgeConfig.id, { slug: body.slug, updatedAt })))
    }),
  ),
  ...atPaths(edgeConfigPaths('/:edgeConfigId'), (path) =>
    del('deleteEdgeConfig', path, requireEdgeConfigWrite, ({ rows, edgeConfig }) => {
      rows.edgeConfigs.delete(edgeConfig.id)
      return empty()
    }),
  ),
  ...atPaths(edgeConfigPaths('/:edgeConfigId/schema'), (path) =>
    get('getEdgeConfigSchema', path, loadEdgeConfig, ({ edgeConfig: { schema } }) =>
      schema === null ? empty() : json({ definition: schema }),
    ),
  ),
  ...atPaths(edgeConfigPaths('/:edgeConfigId/schema'), (path) =>
    post('patchEdgeConfigSchema', path, requireEdgeConfigWrite, body(SchemaInput), (call) => {
      const { rows, edgeConfig, query, body } = call
      const isDryRun = query.get('dryRun') === '1' || query.get('dryRun') === 'true'
      if (!isDryRun) rows.edgeConfigs.update(edgeConfig.id, { schema: body.definition })
      return json({ definition: body.definition })
    }),
  ),
  ...atPaths(edgeConfigPaths('/:edgeConfigId/schema'), (path) =>
    del('deleteEdgeConfigSchema', path, requireEdgeConfigWrite, ({ rows, edgeConfig }) => {
      rows.edgeConfigs.update(edgeConfig.id, { schema: null })
      return empty()
    }),
  ),
]
