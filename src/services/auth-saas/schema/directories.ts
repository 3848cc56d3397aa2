import { collection } from '#core/store.ts'
import type { CommonFields, Metadata } from './people.ts'

/** A directory, by which a company's identity provider provisions users (SCIM 2.0). */
export interface Directory extends CommonFields {
  readonly name: string
  readonly connectionId: string
  readonly provider: string
  readonly enabled: boolean
  readonly mapsGroups: boolean
  /** The paths in the resources of SCIM from which the members of users come, by their names. */
  readonly attributeMapping: Readonly<Record<string, string>>
  readonly apiKey: string
  /** The key before the last rotation, which works until the given time; null for none. */
  readonly previousKey: string | null
  readonly previousKeyUntil: number
}

/** The role of the members of a group of a directory. */
export interface GroupMapping extends CommonFields {
  readonly directoryId: string
  /** The id of the group at the identity provider, or here. */
  readonly groupId: string
  readonly groupName: string
  readonly roleId: string
  /** From 1; of several, the lowest wins. */
  readonly precedence: number
}

/** A user whom a directory provisions. */
export interface DirectoryUser extends CommonFields {
  readonly directoryId: string
  readonly userId: string
  readonly externalId: string | null
  readonly userName: string
  /** False when the directory has deactivated the user. */
  readonly active: boolean
  /** The resource as the directory has sent it, without its id. */
  readonly resource: Metadata
}

/** A group of a directory. */
export interface DirectoryGroup extends CommonFields {
  readonly directoryId: string
  readonly externalId: string | null
  readonly displayName: string
  /** The ids of its members in the directory. */
  readonly members: readonly string[]
}

const newest = { newest: ['createdAt', 'number'] } as const
const directoryId = { to: 'directories', onDelete: 'cascade' } as const
const ofDirectory = { ofDirectory: ['directoryId', 'createdAt', 'number'] } as const

/** The collections of directories. */
export const directoryCollections = {
  directories: collection<Directory>()({
    unique: { apiKey: ['apiKey'], previousKey: [({ previousKey }) => previousKey ?? undefined] },
    indexes: newest,
    references: { connectionId: { to: 'enterpriseConnections', onDelete: 'cascade' } },
  }),
  groupMappings: collection<GroupMapping>()({
    unique: { group: ['directoryId', 'groupId'] },
    indexes: { byPrecedence: ['directoryId', 'precedence'] },
    references: { directoryId, roleId: { to: 'roles', onDelete: 'cascade' } },
  }),
  directoryUsers: collection<DirectoryUser>()({
    unique: { userName: ['directoryId', 'userName'], user: ['userId'] },
    indexes: ofDirectory,
    references: { directoryId, userId: { to: 'users', onDelete: 'cascade' } },
  }),
  directoryGroups: collection<DirectoryGroup>()({
    unique: { displayName: ['directoryId', 'displayName'] },
    indexes: ofDirectory,
    references: { directoryId },
  }),
}
