import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { linkDefinitionJson, linkedUserJson } from '#oidc-d/json/linked-object.ts'
import { createLinkDefinition, linksOf, linkUsers, unlinkUser } from '#oidc-d/rules/linked-objects.ts'
import { loadLinkDefinition, loadPrimaryUser, loadRelationship } from '#oidc-d/steps/linked-objects.ts'
import { loadUser } from '#oidc-d/steps/records.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'

const { get, post, put, del } = routesFor<OidcCall>()

const read = requireScope('okta.linkedObjects.read')
const manage = requireScope('okta.linkedObjects.manage')
const readUsers = requireScope('okta.users.read')
const manageUsers = requireScope('okta.users.manage')

const DEFINITIONS = '/api/v1/meta/schemas/user/linkedObjects'
const DEFINITION = `${DEFINITIONS}/:linkedObjectName` as const
const LINKS = '/api/v1/users/:userId/linkedObjects/:relationshipName'

const Side = v.object({
  name: v.pipe(v.string(), v.minLength(1, 'The field cannot be left blank')),
  title: v.pipe(v.string(), v.minLength(1, 'The field cannot be left blank')),
  description: v.nullish(v.string(), null),
  type: v.optional(v.literal('USER')),
})
const DefinitionInput = v.object({ primary: Side, associated: Side })

/**
 * Relationships between users: who manages whom.
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/LinkedObject/
 */
export const linkedObjectsRoutes = [
  get('listLinkedObjectDefinitions', DEFINITIONS, read, (call) =>
    json(call.rows.linkDefinitions.list('all').map((each) => linkDefinitionJson(call, each))),
  ),
  post('createLinkedObjectDefinition', DEFINITIONS, manage, body(DefinitionInput), (call) =>
    json(linkDefinitionJson(call, createLinkDefinition(call, sidesOf(call.body))), 201),
  ),
  get('getLinkedObjectDefinition', DEFINITION, read, loadLinkDefinition, (call) =>
    json(linkDefinitionJson(call, call.definition)),
  ),
  del('deleteLinkedObjectDefinition', DEFINITION, manage, loadLinkDefinition, (call) => {
    call.rows.linkDefinitions.delete(call.definition.id)
    return empty()
  }),
  get('listLinkedObjectsForUser', LINKS, readUsers, loadUser, loadRelationship, (call) => {
    const { rows, definition, params, user } = call
    const isPrimary = params.relationshipName === definition.id
    const links = linksOf(rows, definition, params.relationshipName, user)
    return json(links.map((link) => linkedUserJson(call, isPrimary ? link.primaryUserId : link.associatedUserId)))
  }),
  put(
    'assignLinkedObjectValueForPrimary',
    `${LINKS}/:primaryUserId`,
    manageUsers,
    loadUser,
    loadRelationship,
    loadPrimaryUser,
    (call) => {
      linkUsers(call, call.definition, call.user, call.primaryUser)
      return empty()
    },
  ),
  del('deleteLinkedObjectForUser', LINKS, manageUsers, loadUser, loadRelationship, (call) => {
    unlinkUser(call, call.definition, call.params.relationshipName, call.user)
    return empty()
  }),
]

function sidesOf({ primary, associated }: v.InferOutput<typeof DefinitionInput>) {
  const sideOf = ({ name, title, description }: v.InferOutput<typeof Side>) => ({ name, title, description })
  return { primary: sideOf(primary), associated: sideOf(associated) }
}
