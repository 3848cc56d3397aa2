import { compileQuery } from '#docdb/query/compile.ts'
import { keywordCheck } from '#docdb/query/json-schema.ts'
import { operatorsOf } from '#docdb/query/operators.ts'
import { valueAt } from '#docdb/query/path.ts'
import { textOfAny } from '#docdb/values/show.ts'
import { fieldOf, isDocument, typeOf, type Document, type Value } from '#docdb/values/value.ts'
import { PLAIN_ENVIRONMENT } from './index-shape.ts'

/**
 * Explains why a validator refuses a document, as `errInfo.details` of the server does.
 * https://www.mongodb.com/docs/manual/core/schema-validation/handle-invalid-documents/
 */
export function validationDetails(validator: Document, document: Document): Document {
  const failed = failedClauses(validator, document)
  const [only] = failed
  if (failed.length === 1 && only !== undefined && Object.keys(validator).length === 1) return only.details
  return { operatorName: '$and', clausesNotSatisfied: failed.map(({ index, details }) => ({ index, details })) }
}

interface FailedClause {
  readonly index: number
  readonly details: Document
}

function matches(filter: Document, document: Document): boolean {
  return compileQuery(filter, PLAIN_ENVIRONMENT)(document, {})
}

/**
 * Returns the conditions of a filter that a document does not match. Several operators on one field are conditions of
 * their own.
 */
function failedClauses(filter: Document, document: Document): FailedClause[] {
  const clauses = Object.entries(filter).flatMap(([name, condition]): Document[] => {
    const operators = name.startsWith('$') ? null : operatorsOf(condition)
    if (operators === null || '$regex' in operators) return [{ [name]: condition }]
    return Object.entries(operators).map(([operator, operand]) => ({ [name]: { [operator]: operand } }))
  })
  return clauses.flatMap((clause, index) =>
    matches(clause, document) ? [] : [{ index, details: clauseDetails(clause, document) }],
  )
}

function clauseDetails(clause: Document, document: Document): Document {
  const [[name, condition] = ['', null]] = Object.entries(clause)
  if (name === '$jsonSchema' && isDocument(condition)) {
    const { title, description } = condition
    return {
      operatorName: '$jsonSchema',
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      schemaRulesNotSatisfied: failedRules(condition, document),
    }
  }
  if ((name === '$and' || name === '$or') && Array.isArray(condition)) {
    const clausesNotSatisfied = condition.flatMap((each, index) =>
      isDocument(each) && !matches(each, document) ? [{ index, details: validationDetails(each, document) }] : [],
    )
    return { operatorName: name, clausesNotSatisfied }
  }
  if (name === '$expr')
    return { operatorName: '$expr', specifiedAs: clause, reason: 'expression did not match', expressionResult: false }
  if (name.startsWith('$')) return { operatorName: name, specifiedAs: clause, reason: 'child expression matched' }
  return fieldDetails(name, condition, clause, document)
}

/** The reasons of operators other than those that compare. */
const REASONS: Readonly<Record<string, string>> = {
  $exists: 'path does not exist',
  $in: 'no matching value found in array',
  $nin: 'matching value found in array',
  $type: 'type did not match',
  $regex: 'regular expression did not match',
  $size: 'array length was not equal to given size',
  $mod: '$mod did not evaluate to expected remainder',
  $not: 'child expression matched',
}

function fieldDetails(name: string, condition: Value, clause: Document, document: Document): Document {
  const operators = operatorsOf(condition)
  const operator = operators === null ? '$eq' : (Object.keys(operators)[0] ?? '')
  const value = valueAt(document, name.split('.'))
  const details = { operatorName: operator, specifiedAs: clause }
  if (operator === '$exists')
    return { ...details, reason: operators?.['$exists'] === false ? 'path does exist' : 'path does not exist' }
  if (value === undefined) return { ...details, reason: 'field was missing' }
  return {
    ...details,
    reason: REASONS[operator] ?? 'comparison failed',
    consideredValue: value,
    ...(operator === '$type' ? { consideredType: typeOf(value) } : {}),
  }
}

/** Returns the rules of a schema that a value breaks. */
function failedRules(schema: Document, value: Value): Document[] {
  return Object.entries(schema).flatMap(([keyword, operand]): Document[] => {
    const check = keywordCheck(keyword, operand, schema)
    return check === null || check(value)
      ? []
      : [{ operatorName: keyword, ...ruleDetails(keyword, operand, schema, value) }]
  })
}

/** Returns the details of a keyword that a value breaks, without its name. */
function ruleDetails(keyword: string, operand: Value, schema: Document, value: Value): Document {
  switch (keyword) {
    case 'properties':
      return { propertiesNotSatisfied: failedProperties(operand as Document, value as Document) } // the check has read both
    case 'required': {
      const missing = (operand as Value[]).filter((name) => !Object.hasOwn(value as Document, textOfAny(name))) // as above
      return { specifiedAs: { required: operand }, missingProperties: missing }
    }
    case 'additionalProperties':
      return additionalDetails(operand, schema, value as Document) // the check takes documents only
    case 'items':
      return itemDetails(operand, value as Value[]) // the check takes arrays only
    case 'allOf':
    case 'anyOf':
      return { schemasNotSatisfied: failedSchemas(operand as Document[], value) } // the check has read them
    case 'oneOf':
      return oneOfDetails(operand as Document[], value) // as above
    case 'not':
      return { reason: 'child expression matched' }
    default:
      return leafDetails(keyword, operand, value)
  }
}

function failedProperties(properties: Document, value: Document): Document[] {
  return Object.entries(properties).flatMap(([propertyName, inner]): Document[] => {
    const field = fieldOf(value, propertyName)
    if (field === undefined || !isDocument(inner)) return []
    const details = failedRules(inner, field)
    const { title, description } = inner
    const words = { ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }) }
    return details.length === 0 ? [] : [{ propertyName, ...words, details }]
  })
}

function additionalDetails(operand: Value, { properties, patternProperties }: Document, value: Document): Document {
  const known = new Set(isDocument(properties) ? Object.keys(properties) : [])
  const patterns = Object.keys(isDocument(patternProperties) ? patternProperties : {})
  const isCovered = (name: string): boolean =>
    known.has(name) || patterns.some((pattern) => matches({ name: { $regex: pattern } }, { name }))
  const additional = Object.keys(value).filter((name) => !isCovered(name))
  if (!isDocument(operand)) return { specifiedAs: { additionalProperties: operand }, additionalProperties: additional }
  const failed = additional.find((name) => failedRules(operand, fieldOf(value, name) ?? null).length > 0) ?? ''
  return {
    reason: 'at least one additional property did not match the subschema',
    failingProperty: failed,
    details: failedRules(operand, fieldOf(value, failed) ?? null),
  }
}

function itemDetails(operand: Value, value: readonly Value[]): Document {
  const schemaAt = (at: number): Value | undefined => (Array.isArray(operand) ? operand[at] : operand)
  const itemIndex = value.findIndex((each, at) => {
    const schema = schemaAt(at)
    return isDocument(schema) && failedRules(schema, each).length > 0
  })
  const schema = schemaAt(itemIndex)
  const details = isDocument(schema) ? failedRules(schema, value[itemIndex] ?? null) : []
  return { reason: 'At least one item did not match the sub-schema', itemIndex, details }
}

function failedSchemas(schemas: readonly Document[], value: Value): Document[] {
  return schemas.flatMap((schema, index) => {
    const details = failedRules(schema, value)
    return details.length === 0 ? [] : [{ index, details }]
  })
}

function oneOfDetails(schemas: readonly Document[], value: Value): Document {
  const failed = failedSchemas(schemas, value)
  if (failed.length === schemas.length) return { schemasNotSatisfied: failed }
  const unmatched = new Set(failed.map(({ index }) => index))
  const matchingSchemaIndexes = schemas.flatMap((_, index) => (unmatched.has(index) ? [] : [index]))
  return { reason: 'more than one subschema matched', matchingSchemaIndexes }
}

/** The reasons of keywords other than those that compare. */
const RULE_REASONS: Readonly<Record<string, string>> = {
  bsonType: 'type did not match',
  type: 'type did not match',
  enum: 'value was not found in enum',
  minLength: 'specified string length was not satisfied',
  maxLength: 'specified string length was not satisfied',
  pattern: 'regular expression did not match',
  multipleOf: 'considered value is not a multiple of the specified value',
  minItems: 'array did not match specified length',
  maxItems: 'array did not match specified length',
  uniqueItems: 'found a duplicate item',
  minProperties: 'specified number of properties was not satisfied',
  maxProperties: 'specified number of properties was not satisfied',
}

function leafDetails(keyword: string, operand: Value, value: Value): Document {
  const details: Document = {
    specifiedAs: { [keyword]: operand },
    reason: RULE_REASONS[keyword] ?? 'comparison failed',
  }
  if (keyword.endsWith('Properties') && isDocument(value))
    return { ...details, numberOfProperties: Object.keys(value).length }
  if (!isDocument(value)) details['consideredValue'] = value
  if (keyword === 'bsonType' || keyword === 'type') details['consideredType'] = typeOf(value)
  return details
}
