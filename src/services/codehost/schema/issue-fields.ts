import { collection, sequence } from '#core/store.ts'
import { cascade } from './keys.ts'

/** The kinds of values of fields. */
export const FIELD_TYPES = ['text', 'date', 'single_select', 'multi_select', 'number'] as const

/** The colors of options. */
export const OPTION_COLORS = ['gray', 'blue', 'green', 'yellow', 'orange', 'red', 'pink', 'purple'] as const

/** An option of a field that is selected from. */
export interface IssueFieldOption {
  readonly id: number
  readonly name: string
  readonly color: (typeof OPTION_COLORS)[number]
  /** Options are shown in this order. */
  readonly priority: number
  readonly createdAt: number
  readonly updatedAt: number
}

/** A field that issues of an organization have. */
export interface IssueField {
  readonly id: number
  readonly orgId: number
  readonly name: string
  readonly dataType: (typeof FIELD_TYPES)[number]
  readonly visibility: 'organization_members_only' | 'all'
  /** Null for fields that are not selected from. */
  readonly options: readonly IssueFieldOption[] | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** The value of a field of an issue. */
export interface IssueFieldValue {
  readonly id: number
  readonly issueId: number
  readonly fieldId: number
  /** A text, a number or a date; the ids of options where the field is selected from. */
  readonly value: string | number | readonly number[]
}

/** The collections of fields of issues. */
export const issueFieldCollections = {
  issueFields: collection<IssueField>()({
    unique: { name: ['orgId', ({ name }) => name.toLowerCase()] },
    references: { orgId: cascade('accounts') },
  }),
  issueFieldValues: collection<IssueFieldValue>()({
    unique: { field: ['issueId', 'fieldId'] },
    references: { issueId: cascade('issues'), fieldId: cascade('issueFields') },
  }),
  issueFieldOptionIds: sequence(),
}
