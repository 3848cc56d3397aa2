import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { notFound, validationFailed } from '#oidc-d/errors.ts'
import { groupOwnerJson, longTime } from '#oidc-d/json/group-owner.ts'
import { answerPage } from '#oidc-d/json/page.ts'
import { orderedList } from '#oidc-d/rules/lists/pages.ts'
import { found } from '#oidc-d/rules/records.ts'
import { loadGroup } from '#oidc-d/steps/records.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'

const { get, post, del } = routesFor<OidcCall>()

const manage = requireScope('okta.groups.manage')

const OWNERS = '/api/v1/groups/:groupId/owners'

const OwnerInput = v.object({ id: v.string(), type: v.picklist(['USER', 'GROUP']) })

/** The owners of groups. https://developer.okta.com/docs/api/openapi/okta-management/management/tag/GroupOwner/ */
export const groupOwnersRoutes = [
  get('listGroupOwners', OWNERS, requireScope('okta.groups.read'), loadGroup, (call) => {
    const { rows, group } = call
    const owners = rows.groupOwners.list('byGroup', group.id).flatMap((owner) => groupOwnerJson(rows, owner) ?? [])
    return answerPage(
      call,
      orderedList(owners, ({ id }) => id),
      { byDefault: 1000, most: 1000 },
      (owner) => owner,
    )
  }),
  post('assignGroupOwner', OWNERS, manage, loadGroup, body(OwnerInput), ({ rows, group, body, clock }) => {
    const { id: ownerId, type } = body
    if (type === 'USER') found('User', ownerId, rows.users.get(ownerId))
    else found('UserGroup', ownerId, rows.groups.get(ownerId))
    const id = `${group.id}.${ownerId}`
    if (rows.groupOwners.get(id) !== undefined) {
      throw validationFailed('owner', 'Provided owner is already assigned to this group')
    }
    const owner = rows.groupOwners.insert({ id, groupId: group.id, ownerId, type, lastUpdated: clock.now() })
    return json(groupOwnerJson(rows, owner, longTime), 201)
  }),
  del('deleteGroupOwner', `${OWNERS}/:ownerId`, manage, loadGroup, ({ rows, group, params }) => {
    // The vendor's name for what an owner is.
    if (!rows.groupOwners.delete(`${group.id}.${params.ownerId}`)) throw notFound('LinkedObject', params.ownerId)
    return empty()
  }),
]
