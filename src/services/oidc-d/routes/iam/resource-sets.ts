import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { resourceSetJson, setResourceJson } from '#oidc-d/json/iam.ts'
import { addResource, addResources, createResourceSet, replaceResourceSet } from '#oidc-d/rules/iam/resource-sets.ts'
import { loadResourceSet, loadSetResource } from '#oidc-d/steps/iam.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'

const { get, post, put, patch, del } = routesFor<OidcCall>()

const read = requireScope('okta.roles.read')
const manage = requireScope('okta.roles.manage')

const SETS = '/api/v1/iam/resource-sets'
const SET = `${SETS}/:resourceSetId` as const
const RESOURCES = `${SET}/resources` as const
const RESOURCE = `${RESOURCES}/:resourceId` as const

const names = {
  label: v.pipe(v.string(), v.minLength(1, 'Label must be specified')),
  description: v.nullish(v.string(), ''),
}
const conditions = v.nullish(v.record(v.string(), v.unknown()), null)
const SetInput = v.object({ ...names, resources: v.optional(v.array(v.string()), []) })
const SetChanges = v.object(names)
const Additions = v.object({ additions: v.array(v.string()) })
const ResourceInput = v.object({ resourceOrnOrUrl: v.string(), conditions })
const ResourceChanges = v.object({ conditions })

/**
 * Sets of resources that custom roles are limited to.
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/RoleCResourceSet/
 */
export const resourceSetsRoutes = [
  get('listResourceSets', SETS, read, (call) =>
    json({
      _links: { self: { href: `${call.origin}${SETS}` } },
      'resource-sets': call.rows.resourceSets.list('all').map((each) => resourceSetJson(call, each)),
    }),
  ),
  post('createResourceSet', SETS, manage, body(SetInput), (call) => {
    const { label, description, resources } = call.body
    return json(resourceSetJson(call, createResourceSet(call, { label, description: description ?? '', resources })))
  }),
  get('getResourceSet', SET, read, loadResourceSet, (call) => json(resourceSetJson(call, call.resourceSet))),
  put('replaceResourceSet', SET, manage, loadResourceSet, body(SetChanges), (call) => {
    const { label, description } = call.body
    return json(
      resourceSetJson(call, replaceResourceSet(call, call.resourceSet, { label, description: description ?? '' })),
    )
  }),
  del('deleteResourceSet', SET, manage, loadResourceSet, (call) => {
    call.rows.resourceSets.delete(call.resourceSet.id)
    return empty()
  }),
  get('listResourceSetResources', RESOURCES, read, loadResourceSet, (call) =>
    json({
      resources: call.rows.setResources.list('bySet', call.resourceSet.id).map((each) => setResourceJson(call, each)),
      _links: { 'resource-set': { href: `${call.origin}${SETS}/${call.resourceSet.id}` } },
    }),
  ),
  post('addResourceSetResource', RESOURCES, manage, loadResourceSet, body(ResourceInput), (call) => {
    const { resourceOrnOrUrl, conditions: given } = call.body
    return json(setResourceJson(call, addResource(call, call.resourceSet, resourceOrnOrUrl, given ?? null)))
  }),
  patch('addResourceSetResources', RESOURCES, manage, loadResourceSet, body(Additions), (call) => {
    addResources(call, call.resourceSet, call.body.additions)
    return json(resourceSetJson(call, call.resourceSet))
  }),
  get('getResourceSetResource', RESOURCE, read, loadResourceSet, loadSetResource, (call) =>
    json(setResourceJson(call, call.resource)),
  ),
  put(
    'replaceResourceSetResource',
    RESOURCE,
    manage,
    loadResourceSet,
    loadSetResource,
    body(ResourceChanges),
    (call) => {
      const changes = { conditions: call.body.conditions ?? null, lastUpdated: call.clock.now() }
      return json(setResourceJson(call, call.rows.setResources.update(call.resource.id, changes)))
    },
  ),
  del('deleteResourceSetResource', RESOURCE, manage, loadResourceSet, loadSetResource, (call) => {
    call.rows.setResources.delete(call.resource.id)
    return empty()
  }),
]
