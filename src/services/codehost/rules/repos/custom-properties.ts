import * as v from 'valibot'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import { notFound, unprocessable } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { CustomProperty, PropertyValue } from '#codehost/schema/custom-properties.ts'
import type { Repo } from '#codehost/schema/repos.ts'

const value = v.nullable(v.union([v.string(), v.array(v.string())]))

/** The request body that defines a custom property. */
export const PropertyInput = v.object({
  value_type: v.picklist(['string', 'single_select', 'multi_select', 'true_false', 'url']),
  required: v.optional(v.boolean(), false),
  default_value: v.optional(value, null),
  description: v.optional(v.nullable(v.string()), null),
  allowed_values: v.optional(v.nullable(v.array(v.string())), null),
  values_editable_by: v.optional(v.nullable(v.picklist(['org_actors', 'org_and_repo_actors'])), 'org_actors'),
  require_explicit_values: v.optional(v.boolean(), false),
})

/** Values of custom properties in a request body. */
export const PropertyValuesInput = v.array(v.object({ property_name: v.string(), value }))

const NAME = /^[\w#$-]{1,75}$/

/**
 * Defines a custom property of an organization, or replaces its definition. Emits `custom_property` for a new one.
 *
 * @throws 422.
 */
export function putProperty(
  { rows, emit }: CodehostCall,
  org: Account,
  name: string,
  input: v.InferOutput<typeof PropertyInput>,
  sender: Account,
): CustomProperty {
  if (!NAME.test(name)) throw unprocessable(`Property name ${name} is invalid.`)
  const isSelect = input.value_type === 'single_select' || input.value_type === 'multi_select'
  if (isSelect !== (input.allowed_values !== null)) {
    throw unprocessable(`Property ${name}: allowed values are for single_select and multi_select, which need them.`)
  }
  if (input.required && input.default_value === null) {
    throw unprocessable(`Property ${name}: a required property needs a default value.`)
  }
  const columns = {
    valueType: input.value_type,
    required: input.required,
    defaultValue: input.default_value,
    description: input.description,
    allowedValues: input.allowed_values,
    valuesEditableBy: input.values_editable_by,
    requireExplicitValues: input.require_explicit_values,
  }
  if (input.default_value !== null) refuseValue({ name, ...columns }, input.default_value)
  const before = rows.customProperties.find('name', org.id, name.toLowerCase())
  if (before !== undefined) return rows.customProperties.update(before.id, columns)
  const property = rows.customProperties.insert({ orgId: org.id, name, ...columns })
  emit({ event: 'custom_property', action: 'created', org, sender, property })
  return property
}

function refuseValue(
  { name, valueType, allowedValues }: Pick<CustomProperty, 'name' | 'valueType' | 'allowedValues'>,
  given: PropertyValue,
): void {
  const all = typeof given === 'string' ? [given] : given
  const fits =
    (valueType === 'multi_select' || typeof given === 'string') &&
    (valueType !== 'true_false' || given === 'true' || given === 'false') &&
    (valueType !== 'url' || (typeof given === 'string' && URL.canParse(given))) &&
    (allowedValues === null || all.every((each) => allowedValues.includes(each)))
  if (!fits) throw unprocessable(`Property ${name} has an invalid value: ${all.join(', ')}`)
}

/** A custom property of a repository with its value: its own, the default one, or null. */
export interface ValuedProperty {
  readonly property: CustomProperty
  readonly value: PropertyValue | null
}

/** Returns the custom properties of a repository with their values, in the order of their definition. */
export function propertiesOf(rows: Rows, repo: Repo): ValuedProperty[] {
  return rows.customProperties.referring('orgId', repo.ownerId).map((property) => ({
    property,
    value: rows.customPropertyValues.find('repo', property.id, repo.id)?.value ?? property.defaultValue,
  }))
}

/**
 * Sets values of custom properties of a repository; null returns a property to its default. Emits
 * `custom_property_values`.
 *
 * @throws 404 for a property that the organization has not, 422 for a value that it does not allow.
 */
export function setPropertyValues(
  { rows, emit }: CodehostCall,
  repo: Repo,
  values: v.InferOutput<typeof PropertyValuesInput>,
  sender: Account,
): void {
  const before = propertiesOf(rows, repo)
  for (const { property_name: name, value: given } of values) {
    const property = rows.customProperties.find('name', repo.ownerId, name.toLowerCase())
    if (property === undefined) throw notFound(`Property ${name} does not exist.`)
    if (given !== null) refuseValue(property, given)
    const known = rows.customPropertyValues.find('repo', property.id, repo.id)
    if (given === null && known !== undefined) rows.customPropertyValues.delete(known.id)
    else if (given !== null && known !== undefined) rows.customPropertyValues.update(known.id, { value: given })
    else if (given !== null)
      rows.customPropertyValues.insert({ propertyId: property.id, repoId: repo.id, value: given })
  }
  emit({ event: 'custom_property_values', action: 'updated', repo, sender, before, after: propertiesOf(rows, repo) })
}
