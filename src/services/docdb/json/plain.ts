import { toEjson, type Json } from '#docdb/values/ejson.ts'
import { Decimal128, isDocument, ObjectId, setField, type Value } from '#docdb/values/value.ts'

/**
 * Returns a value as plain JSON, which does not tell types apart: ids, dates and decimals are texts, longs are numbers.
 * Values of the other types are as in relaxed Extended JSON.
 * https://www.mongodb.com/docs/atlas/app-services/data-api/data-formats/
 */
export function toPlainJson(value: Value): Json {
  if (value instanceof ObjectId) return value.toHexString()
  if (value instanceof Decimal128) return value.toString()
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (Array.isArray(value)) return value.map(toPlainJson)
  if (!isDocument(value)) return toEjson(value, 'relaxed')
  const made: { [name: string]: Json } = {}
  for (const [name, each] of Object.entries(value)) setField(made, name, toPlainJson(each))
  return made
}
