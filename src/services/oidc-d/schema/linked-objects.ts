import { collection } from '#core/store.ts'

/** One side of a relationship between users: the manager, or the subordinate. */
export interface LinkSide {
  readonly name: string
  readonly title: string
  readonly description: string | null
}

/** A relationship that users can have: each associated user has at most one primary user; `id` is the primary name. */
export interface LinkDefinition {
  readonly id: string
  readonly primary: LinkSide
  readonly associated: LinkSide
}

/** A relationship between two users; `id` is `<definition>.<associated user>`. */
export interface UserLink {
  readonly id: string
  readonly definitionId: string
  readonly primaryUserId: string
  readonly associatedUserId: string
}

/** The collections of linked objects. */
export const linkedObjectCollections = {
  linkDefinitions: collection<LinkDefinition>()({
    unique: { associated: [(definition) => definition.associated.name] },
    indexes: { all: [] },
  }),
  userLinks: collection<UserLink>()({
    indexes: { byPrimary: ['definitionId', 'primaryUserId'] },
    references: {
      definitionId: { to: 'linkDefinitions', onDelete: 'cascade' },
      primaryUserId: { to: 'users', onDelete: 'cascade' },
      associatedUserId: { to: 'users', onDelete: 'cascade' },
    },
  }),
}
