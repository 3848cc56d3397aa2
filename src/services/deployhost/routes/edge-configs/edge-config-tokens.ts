import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { notFound } from '#deployhost/errors.ts'
import { edgeConfigTokenJson } from '#deployhost/json/edge-config.ts'
import { createEdgeConfigToken } from '#deployhost/rules/edge-configs.ts'
import { loadEdgeConfig, requireEdgeConfigWrite } from '#deployhost/steps/edge-configs.ts'
import * as v from 'valibot'
import { atPaths } from '../versions.ts'
import { edgeConfigPaths } from './paths.ts'

const { get, post, del } = routesFor<DeployhostCall>()

const TokenInput = v.strictObject({
  label: v.pipe(v.string(), v.maxLength(52, 'should NOT be longer than 52 characters')),
})

const TokenNames = v.strictObject({
  tokens: v.optional(v.array(v.string()), []),
  ids: v.optional(v.array(v.string()), []),
})

/** The tokens that read an Edge Config. https://vercel.com/docs/rest-api/edge-config/create-an-edge-config-token */
export const edgeConfigTokensRoutes = [
  ...atPaths(edgeConfigPaths('/:edgeConfigId/tokens'), (path) =>
    get('getEdgeConfigTokens', path, loadEdgeConfig, ({ rows, edgeConfig }) =>
      json(rows.edgeConfigTokens.list('byEdgeConfig', edgeConfig.id).map(edgeConfigTokenJson)),
    ),
  ),
  ...atPaths(edgeConfigPaths('/:edgeConfigId/token/:token'), (path) =>
    get('getEdgeConfigToken', path, loadEdgeConfig, ({ rows, edgeConfig, params }) => {
      const token = rows.edgeConfigTokens.find('token', params.token)
      if (token?.edgeConfigId !== edgeConfig.id) throw notFound('Edge Config token')
      return json(edgeConfigTokenJson(token))
    }),
  ),
  ...atPaths(edgeConfigPaths('/:edgeConfigId/token'), (path) =>
    post('createEdgeConfigToken', path, requireEdgeConfigWrite, body(TokenInput), (call) => {
      const { token, id } = createEdgeConfigToken(call, call.edgeConfig, call.body)
      return json({ token, id }, 201)
    }),
  ),
  ...atPaths(edgeConfigPaths('/:edgeConfigId/tokens'), (path) =>
    del('deleteEdgeConfigTokens', path, requireEdgeConfigWrite, body(TokenNames), ({ rows, edgeConfig, body }) => {
      for (const { id, token } of rows.edgeConfigTokens.list('byEdgeConfig', edgeConfig.id)) {
        if (body.tokens.includes(token) || body.ids.includes(id)) rows.edgeConfigTokens.delete(id)
      }
      return empty()
    }),
  ),
]
