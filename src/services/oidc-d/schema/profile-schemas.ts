import { collection } from '#core/store.ts'
import type { JsonObject } from './directory.ts'

/** The attributes of the profiles of users of a type, of groups, or of the users of an app, beside the vendor's. */
export interface ProfileSchema {
  readonly id: string
  readonly kind: 'user' | 'group' | 'app'
  /** The user type; null for groups and apps. */
  readonly userTypeId: string | null
  /** The app, whose id is that of the schema too; absent for users and groups. */
  readonly appId?: string
  /** True for an app that is an OAuth client, whose users have the attributes of OpenID Connect. */
  readonly isOfClient?: boolean
  /** The custom attributes by name, each as JSON Schema in the vendor's form. */
  readonly custom: Readonly<Record<string, JsonObject>>
  /** The changes of the vendor's attributes by name. */
  readonly base: Readonly<Record<string, JsonObject>>
  readonly created: number
  readonly lastUpdated: number
}

/** A type of users, which has a schema of its own. */
export interface UserType {
  readonly id: string
  readonly name: string
  readonly displayName: string
  readonly description: string | null
  /** True for the type that always exists. */
  readonly default: boolean
  readonly created: number
  readonly createdBy: string
  readonly lastUpdated: number
  readonly lastUpdatedBy: string
}

/** The collections of user types and schemas of profiles. */
export const profileSchemaCollections = {
  userTypes: collection<UserType>()({ unique: { name: ['name'] }, indexes: { all: [] } }),
  profileSchemas: collection<ProfileSchema>()({
    unique: { userType: ['userTypeId'] },
    indexes: { byKind: ['kind'] },
    references: {
      userTypeId: { to: 'userTypes', onDelete: 'cascade' },
      appId: { to: 'apps', onDelete: 'cascade' },
    },
  }),
}
