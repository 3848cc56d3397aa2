import { collection, type Row } from '#core/store.ts'
import type { Block } from './messages.ts'

// Row types of lists. Times are epoch seconds. https://docs.slack.dev/surfaces/lists

/** A column of a list. */
export interface ListColumn {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly type: string
  readonly isPrimary: boolean
  /** The vendor's options of the column's type, as the client sent them; null for none. */
  readonly options: Readonly<Record<string, unknown>> | null
}

/** The content of a list; its title, its owner and its times are those of the file with its id. */
export interface List extends Row {
  readonly id: string
  readonly columns: readonly ListColumn[]
  readonly isTodo: boolean
  readonly description: readonly Block[]
  /** The list of which it is a copy; null for another list. */
  readonly copiedFrom: string | null
  readonly recordViewId: string
  readonly tableViewId: string
  readonly updatedAt: number
  readonly updatedBy: string
}

/** The value of a cell: its kind, which depends on the type of the column, and what was sent. */
export interface ListCell {
  readonly kind: string
  readonly value: boolean | readonly unknown[]
}

/** An item of a list, which the vendor also calls a record and a row. */
export interface ListItem extends Row {
  readonly id: string
  readonly number: number
  readonly listId: string
  /** The item whose subtask it is; null for an item of the list itself. */
  readonly parentId: string | null
  /** By the ids of columns. */
  readonly cells: Readonly<Record<string, ListCell>>
  readonly createdAt: number
  readonly createdBy: string
  readonly updatedAt: number
  readonly updatedBy: string
  readonly deleted: boolean
}

/** A started export of a list. */
export interface ListExport extends Row {
  readonly id: string
  readonly listId: string
}

/** The collections of lists. */
export const listCollections = {
  lists: collection<List>()({ references: { id: { to: 'files', onDelete: 'cascade' } } }),
  listItems: collection<ListItem>()({
    indexes: {
      byList: [({ listId, deleted, parentId }) => (deleted || parentId !== null ? undefined : listId), 'number'],
      byParent: [({ parentId, deleted }) => (deleted ? undefined : (parentId ?? undefined)), 'number'],
    },
    references: { listId: { to: 'lists', onDelete: 'cascade' } },
  }),
  listExports: collection<ListExport>()({ references: { listId: { to: 'lists', onDelete: 'cascade' } } }),
}
