import type { Site } from '#oidc-d/call.ts'
import { date } from '#oidc-d/rules/dates.ts'
import { resourcePath } from '#oidc-d/rules/iam/resource-names.ts'
import type {
  BindingMember,
  CustomRole,
  ResourceSet,
  RoleBinding,
  RolePermission,
  SetResource,
} from '#oidc-d/schema.ts'

type At = Pick<Site, 'origin'>

const roleUrl = ({ origin }: At, id: string): string => `${origin}/api/v1/iam/roles/${id}`
const setUrl = ({ origin }: At, id: string): string => `${origin}/api/v1/iam/resource-sets/${id}`

/** Returns a custom role. */
export function customRoleJson(site: At, role: CustomRole) {
  const self = roleUrl(site, role.id)
  return {
    id: role.id,
    label: role.label,
    isCloneable: false,
    description: role.description,
    created: date(role.created),
    lastUpdated: date(role.lastUpdated),
    _links: { permissions: { href: `${self}/permissions` }, self: { href: self } },
  }
}

/** Returns a permission of a custom role. */
export function permissionJson(site: At, { roleId, label, created, lastUpdated, conditions }: RolePermission) {
  const role = roleUrl(site, roleId)
  return {
    label,
    created: date(created),
    lastUpdated: date(lastUpdated),
    conditions,
    _links: { role: { href: role }, self: { href: `${role}/permissions/${label}` } },
  }
}

/** Returns a set of resources. */
export function resourceSetJson(site: At, set: ResourceSet) {
  const self = setUrl(site, set.id)
  return {
    id: set.id,
    label: set.label,
    description: set.description,
    created: date(set.created),
    lastUpdated: date(set.lastUpdated),
    _links: {
      bindings: { href: `${self}/bindings` },
      self: { href: self },
      resources: { href: `${self}/resources` },
    },
  }
}

/** Returns a resource of a set. */
export function setResourceJson(site: At, resource: SetResource) {
  const { id, orn, conditions, created, lastUpdated, resourceSetId } = resource
  const path = resourcePath(orn)
  return {
    id,
    orn,
    ...(conditions === null ? {} : { conditions }),
    created: date(created),
    lastUpdated: date(lastUpdated),
    _links: {
      ...(path === null ? {} : { self: { href: `${site.origin}${path}` } }),
      resource: { href: `${setUrl(site, resourceSetId)}/resources/${id}` },
    },
  }
}

/** Returns the links of a binding, with which changes of it are answered. */
export function bindingLinksJson(site: At, { resourceSetId, roleId }: RoleBinding) {
  const set = setUrl(site, resourceSetId)
  return {
    _links: {
      self: { href: `${set}/bindings/${roleId}` },
      bindings: { href: `${set}/bindings` },
      'resource-set': { href: set },
    },
  }
}

/** Returns a binding. */
export function bindingJson(site: At, { resourceSetId, roleId }: RoleBinding) {
  const set = setUrl(site, resourceSetId)
  const self = `${set}/bindings/${roleId}`
  return {
    id: roleId,
    _links: { self: { href: self }, members: { href: `${self}/members` }, 'resource-set': { href: set } },
  }
}

/** Returns a binding as in lists: by its role. */
export function boundRoleJson(site: At, { resourceSetId, roleId }: RoleBinding) {
  const members = `${setUrl(site, resourceSetId)}/bindings/${roleId}/members`
  return { id: roleId, _links: { self: { href: roleUrl(site, roleId) }, members: { href: members } } }
}

/** Returns a member of a binding. */
export function bindingMemberJson({ origin }: At, { id, userId, groupId, created, lastUpdated }: BindingMember) {
  const path = userId === null ? `groups/${groupId ?? ''}` : `users/${userId}`
  return {
    id,
    created: date(created),
    lastUpdated: date(lastUpdated),
    _links: { self: { href: `${origin}/api/v1/${path}` } },
  }
}
