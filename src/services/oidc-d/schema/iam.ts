import { collection } from '#core/store.ts'
import type { JsonObject } from './directory.ts'

/** An admin role that the organization has made up, with permissions of its own. */
export interface CustomRole {
  readonly id: string
  readonly label: string
  readonly description: string
  readonly created: number
  readonly lastUpdated: number
}

/** A permission of a custom role; `id` is `<role>.<label>`. */
export interface RolePermission {
  readonly id: string
  readonly roleId: string
  /** The vendor's name: `okta.users.read`. */
  readonly label: string
  /** In the vendor's form. */
  readonly conditions: JsonObject | null
  readonly created: number
  readonly lastUpdated: number
}

/** A set of resources that custom roles are limited to. */
export interface ResourceSet {
  readonly id: string
  readonly label: string
  readonly description: string
  readonly created: number
  readonly lastUpdated: number
}

/** A resource of a set, or all resources of a kind. */
export interface SetResource {
  readonly id: string
  readonly resourceSetId: string
  /** The vendor's name of the resource: `orn:okta:directory:<organization>:users`. */
  readonly orn: string
  /** In the vendor's form; null for none. */
  readonly conditions: JsonObject | null
  readonly created: number
  readonly lastUpdated: number
}

/** The binding of a custom role to a set of resources; `id` is `<set>.<role>`. */
export interface RoleBinding {
  readonly id: string
  readonly resourceSetId: string
  readonly roleId: string
}

/** A user or group who has a custom role for a set of resources. One of `userId` and `groupId` is null. */
export interface BindingMember {
  readonly id: string
  readonly bindingId: string
  readonly userId: string | null
  readonly groupId: string | null
  readonly created: number
  readonly lastUpdated: number
}

const ofRole = { roleId: { to: 'customRoles', onDelete: 'cascade' } } as const
const ofSet = { resourceSetId: { to: 'resourceSets', onDelete: 'cascade' } } as const

/** The collections of custom roles and sets of resources. */
export const iamCollections = {
  customRoles: collection<CustomRole>()({ unique: { label: ['label'] }, indexes: { all: [] } }),
  rolePermissions: collection<RolePermission>()({ indexes: { byRole: ['roleId'] }, references: ofRole }),
  resourceSets: collection<ResourceSet>()({ unique: { label: ['label'] }, indexes: { all: [] } }),
  setResources: collection<SetResource>()({
    unique: { orn: ['resourceSetId', 'orn'] },
    indexes: { bySet: ['resourceSetId'] },
    references: ofSet,
  }),
  roleBindings: collection<RoleBinding>()({
    indexes: { bySet: ['resourceSetId'] },
    references: { ...ofRole, ...ofSet },
  }),
  bindingMembers: collection<BindingMember>()({
    indexes: { byBinding: ['bindingId'] },
    references: {
      bindingId: { to: 'roleBindings', onDelete: 'cascade' },
      userId: { to: 'users', onDelete: 'cascade' },
      groupId: { to: 'groups', onDelete: 'cascade' },
    },
  }),
}
