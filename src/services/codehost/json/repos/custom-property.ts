import type { Site } from '#codehost/call.ts'
import { propertiesOf, type ValuedProperty } from '#codehost/rules/repos/custom-properties.ts'
import type { CustomProperty } from '#codehost/schema/custom-properties.ts'
import type { Repo } from '#codehost/schema/repos.ts'

/** A definition: `custom-property`. */
export function customPropertyJson({ base, rows }: Pick<Site, 'base' | 'rows'>, property: CustomProperty) {
  return {
    property_name: property.name,
    url: `${base}/orgs/${rows.accounts.require(property.orgId).login}/properties/schema/${property.name}`,
    source_type: 'organization',
    value_type: property.valueType,
    required: property.required,
    default_value: property.defaultValue,
    description: property.description,
    allowed_values: property.allowedValues,
    values_editable_by: property.valuesEditableBy,
    require_explicit_values: property.requireExplicitValues,
  }
}

/** A value: `custom-property-value`. */
export function propertyValueJson({ property, value }: ValuedProperty) {
  return { property_name: property.name, value }
}

/** The values of a repository that has some, by the names of the properties: `custom_properties`. */
export function customPropertiesJson({ rows }: Pick<Site, 'rows'>, repo: Repo) {
  const set = propertiesOf(rows, repo).filter(({ value }) => value !== null)
  return Object.fromEntries(set.map(({ property, value }) => [property.name, value]))
}
