import { collection } from '#core/store.ts'
import { cascade } from './keys.ts'

/** A value of a custom property: a text, or several for `multi_select`. */
export type PropertyValue = string | readonly string[]

/** A custom property that the repositories of an organization have. */
export interface CustomProperty {
  readonly id: number
  readonly orgId: number
  readonly name: string
  readonly valueType: 'string' | 'single_select' | 'multi_select' | 'true_false' | 'url'
  readonly required: boolean
  readonly defaultValue: PropertyValue | null
  readonly description: string | null
  readonly allowedValues: readonly string[] | null
  readonly valuesEditableBy: 'org_actors' | 'org_and_repo_actors' | null
  readonly requireExplicitValues: boolean
}

/** The value of a custom property of a repository. */
export interface CustomPropertyValue {
  readonly id: number
  readonly propertyId: number
  readonly repoId: number
  readonly value: PropertyValue
}

/** The collections of custom properties. */
export const customPropertyCollections = {
  customProperties: collection<CustomProperty>()({
    unique: { name: ['orgId', ({ name }) => name.toLowerCase()] },
    references: { orgId: cascade('accounts') },
  }),
  customPropertyValues: collection<CustomPropertyValue>()({
    unique: { repo: ['propertyId', 'repoId'] },
    references: { propertyId: cascade('customProperties'), repoId: cascade('repos') },
  }),
}
