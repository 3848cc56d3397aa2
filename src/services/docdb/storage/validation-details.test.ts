import { describe, expect, it } from 'vitest'
import { validationDetails } from './validation-details.ts'

// https://www.mongodb.com/docs/manual/core/schema-validation/handle-invalid-documents/

const rules = (schema: object, document: object): unknown =>
  validationDetails({ $jsonSchema: schema as never }, document as never)['schemaRulesNotSatisfied']

describe('the details of a document that fails a schema', () => {
  it('have the title of the schema, the descriptions of its properties, and every rule that is broken', () => {
    const schema = {
      bsonType: 'object',
      title: 'Order',
      required: ['customer', 'total'],
      properties: { total: { bsonType: 'int', minimum: 1, description: 'must be positive' }, note: { maxLength: 2 } },
      additionalProperties: false,
    }
    const document = { _id: 1, total: 0, note: 'ok', extra: true }
    expect(validationDetails({ $jsonSchema: schema }, document)).toEqual({
      operatorName: '$jsonSchema',
      title: 'Order',
      schemaRulesNotSatisfied: [
        { operatorName: 'required', specifiedAs: { required: ['customer', 'total'] }, missingProperties: ['customer'] },
        {
          operatorName: 'properties',
          propertiesNotSatisfied: [
            {
              propertyName: 'total',
              description: 'must be positive',
              details: [
                {
                  operatorName: 'minimum',
                  specifiedAs: { minimum: 1 },
                  reason: 'comparison failed',
                  consideredValue: 0,
                },
              ],
            },
          ],
        },
        {
          operatorName: 'additionalProperties',
          specifiedAs: { additionalProperties: false },
          additionalProperties: ['_id', 'extra'],
        },
      ],
    })
  })

  it.each<readonly [object, unknown, object]>([
    [{ bsonType: 'int' }, 'x', { reason: 'type did not match', consideredValue: 'x', consideredType: 'string' }],
    [{ enum: ['a', 'b'] }, 'c', { reason: 'value was not found in enum', consideredValue: 'c' }],
    [{ pattern: '^a' }, 'b', { reason: 'regular expression did not match' }],
    [{ minLength: 2 }, 'b', { reason: 'specified string length was not satisfied' }],
    [{ multipleOf: 5 }, 7, { reason: 'considered value is not a multiple of the specified value' }],
    [{ maxItems: 1 }, [1, 2], { reason: 'array did not match specified length', consideredValue: [1, 2] }],
    [{ uniqueItems: true }, [1, 1], { reason: 'found a duplicate item' }],
    [
      { minProperties: 2 },
      { a: 1 },
      { reason: 'specified number of properties was not satisfied', numberOfProperties: 1 },
    ],
    [{ not: { type: 'string' } }, 'a', { operatorName: 'not', reason: 'child expression matched' }],
    [
      { items: { type: 'string' } },
      ['a', 1],
      { itemIndex: 1, reason: 'At least one item did not match the sub-schema', details: [{ operatorName: 'type' }] },
    ],
    [
      { anyOf: [{ type: 'string' }, { minimum: 5 }] },
      1,
      { schemasNotSatisfied: [{ index: 0, details: [{ operatorName: 'type' }] }, { index: 1 }] },
    ],
    [
      { oneOf: [{ type: 'string' }, { minLength: 1 }] },
      'a',
      { reason: 'more than one subschema matched', matchingSchemaIndexes: [0, 1] },
    ],
    [
      { additionalProperties: { type: 'string' }, patternProperties: { '^n': {} } },
      { a: 'x', n1: 1, b: 2 },
      { reason: 'at least one additional property did not match the subschema', failingProperty: 'b' },
    ],
  ])('%j tell why %j does not pass', (schema, field, details) => {
    expect(rules({ properties: { field: schema } }, { field })).toMatchObject([
      { propertiesNotSatisfied: [{ propertyName: 'field', details: [details] }] },
    ])
  })
})

describe('the details of a document that fails a filter', () => {
  it('are those of its only condition', () => {
    expect(validationDetails({ total: { $gt: 5 } }, { total: 1 })).toEqual({
      operatorName: '$gt',
      specifiedAs: { total: { $gt: 5 } },
      reason: 'comparison failed',
      consideredValue: 1,
    })
  })

  it('have each condition that is not met', () => {
    const filter = {
      total: { $gt: 5, $lt: 9 },
      note: { $exists: true },
      status: 'open',
      $or: [{ kind: { $type: 'string' } }, { size: { $in: [1] } }],
      $expr: { $gt: ['$total', 100] },
    }
    expect(validationDetails(filter, { total: 10, kind: 1, size: 2 })).toMatchObject({
      operatorName: '$and',
      clausesNotSatisfied: [
        { index: 1, details: { operatorName: '$lt', consideredValue: 10 } },
        { index: 2, details: { operatorName: '$exists', reason: 'path does not exist' } },
        { index: 3, details: { operatorName: '$eq', specifiedAs: { status: 'open' }, reason: 'field was missing' } },
        {
          index: 4,
          details: {
            operatorName: '$or',
            clausesNotSatisfied: [
              { index: 0, details: { operatorName: '$type', consideredType: 'int' } },
              { index: 1, details: { operatorName: '$in', reason: 'no matching value found in array' } },
            ],
          },
        },
        { index: 5, details: { operatorName: '$expr', expressionResult: false } },
      ],
    })
  })
})
