import type { RecordContext, Rows } from '#oidc-d/call.ts'
import { notFound, validationFailed } from '#oidc-d/errors.ts'
import type { BindingMember, CustomRole, JsonObject, ResourceSet, RoleBinding, SetResource } from '#oidc-d/schema.ts'
import { createId } from '../identifiers.ts'
import { findUser } from '../users/users.ts'
import { resourceName } from './resource-names.ts'

// https://developer.okta.com/docs/api/openapi/okta-management/management/tag/RoleCResourceSet/

/** Returns the set of resources with an id or a label. */
export function resourceSetNamed(rows: Rows, named: string): ResourceSet | undefined {
  return rows.resourceSets.get(named) ?? rows.resourceSets.find('label', named)
}

/**
 * Creates a set of resources.
 *
 * @throws 400 for a taken label, and for what is no resource.
 */
export function createResourceSet(
  context: RecordContext,
  { resources, ...fields }: Pick<ResourceSet, 'label' | 'description'> & { readonly resources: readonly string[] },
): ResourceSet {
  const { rows, clock } = context
  refuseTakenLabel(rows, fields.label, null)
  const now = clock.now()
  const set = rows.resourceSets.insert({ id: createId(context, 'iam'), ...fields, created: now, lastUpdated: now })
  addResources(context, set, resources)
  return set
}

/**
 * Changes the label and the description of a set of resources.
 *
 * @throws 400 for a taken label.
 */
export function replaceResourceSet(
  { rows, clock }: RecordContext,
  set: ResourceSet,
  fields: Pick<ResourceSet, 'label' | 'description'>,
): ResourceSet {
  refuseTakenLabel(rows, fields.label, set.id)
  return rows.resourceSets.update(set.id, { ...fields, lastUpdated: clock.now() })
}

function refuseTakenLabel(rows: Rows, label: string, id: string | null): void {
  const holder = rows.resourceSets.find('label', label)
  if (holder === undefined || holder.id === id) return
  throw validationFailed('label', 'label: There is already a resource set with this name.')
}

/**
 * Adds resources to a set by their URLs or names; one that it has stays as it is.
 *
 * @throws 400 for what is no resource.
 */
export function addResources(context: RecordContext, set: ResourceSet, named: readonly string[]): void {
  for (const each of named) {
    const orn = resourceName(context.rows, each)
    if (context.rows.setResources.find('orn', set.id, orn) === undefined) insertResource(context, set, orn, null)
  }
}

/**
 * Adds a resource with conditions to a set.
 *
 * @throws 400 for what is no resource, and for one that the set has.
 */
export function addResource(
  context: RecordContext,
  set: ResourceSet,
  named: string,
  conditions: JsonObject | null,
): SetResource {
  const orn = resourceName(context.rows, named)
  if (context.rows.setResources.find('orn', set.id, orn) !== undefined) {
    throw validationFailed('resourceOrnOrUrl', `resourceOrnOrUrl: ${orn} is in the resource set already`)
  }
  return insertResource(context, set, orn, conditions)
}

function insertResource(
  context: RecordContext,
  set: ResourceSet,
  orn: string,
  conditions: JsonObject | null,
): SetResource {
  const now = context.clock.now()
  const id = createId(context, 'ire')
  return context.rows.setResources.insert({
    id,
    resourceSetId: set.id,
    orn,
    conditions,
    created: now,
    lastUpdated: now,
  })
}

/** Returns the binding of a role to a set of resources. */
export function bindingOf(rows: Rows, set: ResourceSet, role: CustomRole): RoleBinding | undefined {
  return rows.roleBindings.get(`${set.id}.${role.id}`)
}

/**
 * Binds a role to a set of resources for some users and groups; a binding that there is gets them too.
 *
 * @throws 404 for a user or group that there is not.
 */
export function bindRole(
  context: RecordContext,
  set: ResourceSet,
  role: CustomRole,
  members: readonly string[],
): RoleBinding {
  const { rows } = context
  const binding =
    bindingOf(rows, set, role) ??
    rows.roleBindings.insert({ id: `${set.id}.${role.id}`, resourceSetId: set.id, roleId: role.id })
  addMembers(context, binding, members)
  return binding
}

/**
 * Adds users and groups to a binding by their URLs.
 *
 * @throws 404 for a user or group that there is not, 400 for another URL.
 */
export function addMembers(context: RecordContext, binding: RoleBinding, members: readonly string[]): void {
  const { rows, clock } = context
  for (const url of members) {
    const place = assigneeAt(rows, url)
    const isMember = rows.bindingMembers
      .list('byBinding', binding.id)
      .some(({ userId, groupId }) => userId === place.userId && groupId === place.groupId)
    if (isMember) continue
    const now = clock.now()
    const id = createId(context, 'irb')
    rows.bindingMembers.insert({ id, bindingId: binding.id, ...place, created: now, lastUpdated: now })
  }
}

function assigneeAt(rows: Rows, url: string): Pick<BindingMember, 'userId' | 'groupId'> {
  const [, kind, id = ''] = /\/api\/v1\/(users|groups)\/([^/]+)$/.exec(url) ?? []
  if (kind === 'users') {
    const user = findUser(rows, id)
    if (user === undefined) throw notFound('User', id)
    return { userId: user.id, groupId: null }
  }
  if (kind === undefined) throw validationFailed('members', `members: ${url} is neither a user nor a group`)
  if (rows.groups.get(id) === undefined) throw notFound('UserGroup', id)
  return { userId: null, groupId: id }
}
