import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { bindingJson, bindingLinksJson, bindingMemberJson, boundRoleJson } from '#oidc-d/json/iam.ts'
import { addMembers, bindRole } from '#oidc-d/rules/iam/resource-sets.ts'
import { customRoleNamed } from '#oidc-d/rules/iam/roles.ts'
import { found } from '#oidc-d/rules/records.ts'
import { loadBinding, loadMember, loadResourceSet } from '#oidc-d/steps/iam.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'

const { get, post, patch, del } = routesFor<OidcCall>()

const read = requireScope('okta.roles.read')
const manage = requireScope('okta.roles.manage')

const BINDINGS = '/api/v1/iam/resource-sets/:resourceSetId/bindings'
const BINDING = `${BINDINGS}/:roleIdOrLabel` as const
const MEMBERS = `${BINDING}/members` as const
const MEMBER = `${MEMBERS}/:memberId` as const

const BindingInput = v.object({ role: v.string(), members: v.optional(v.array(v.string()), []) })
const Additions = v.object({ additions: v.array(v.string()) })

/**
 * Bindings of custom roles to sets of resources, and the users and groups who have them.
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/RoleDResourceSetBinding/
 */
export const roleBindingsRoutes = [
  get('listBindings', BINDINGS, read, loadResourceSet, (call) => {
    const set = `${call.origin}/api/v1/iam/resource-sets/${call.resourceSet.id}`
    return json({
      roles: call.rows.roleBindings.list('bySet', call.resourceSet.id).map((each) => boundRoleJson(call, each)),
      _links: { 'resource-set': { href: set }, self: { href: `${set}/bindings` } },
    })
  }),
  post('createResourceSetBinding', BINDINGS, manage, loadResourceSet, body(BindingInput), (call) => {
    const { role, members } = call.body
    const customRole = found('CustomRole', role, customRoleNamed(call.rows, role))
    return json(bindingLinksJson(call, bindRole(call, call.resourceSet, customRole, members)))
  }),
  get('getBinding', BINDING, read, loadResourceSet, loadBinding, (call) => json(bindingJson(call, call.binding))),
  del('deleteBinding', BINDING, manage, loadResourceSet, loadBinding, (call) => {
    call.rows.roleBindings.delete(call.binding.id)
    return empty()
  }),
  get('listMembersOfBinding', MEMBERS, read, loadResourceSet, loadBinding, (call) => {
    const { href } = bindingLinksJson(call, call.binding)['_links'].self
    return json({
      members: call.rows.bindingMembers.list('byBinding', call.binding.id).map((each) => bindingMemberJson(call, each)),
      _links: { self: { href: `${href}/members` }, binding: { href } },
    })
  }),
  patch('addMembersToBinding', MEMBERS, manage, loadResourceSet, loadBinding, body(Additions), (call) => {
    addMembers(call, call.binding, call.body.additions)
    return json(bindingLinksJson(call, call.binding))
  }),
  get('getMemberOfBinding', MEMBER, read, loadResourceSet, loadBinding, loadMember, (call) =>
    json(bindingMemberJson(call, call.member)),
  ),
  del('unassignMemberFromBinding', MEMBER, manage, loadResourceSet, loadBinding, loadMember, (call) => {
    call.rows.bindingMembers.delete(call.member.id)
    return empty()
  }),
]
