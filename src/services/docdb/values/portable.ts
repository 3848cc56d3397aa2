import { types } from 'node:util'

/**
 * Returns a value of a test as Extended JSON without instances, which another thread takes: dates, regular expressions,
 * bytes, bigints and the values of any copy of the `bson` package, each with its type. Members that are undefined are
 * left out.
 */
export function portableEjson(value: unknown): unknown {
  if (typeof value === 'bigint') return { $numberLong: String(value) }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(portableEjson)
  // Not `instanceof`: the globals of Jest are not those of this module.
  if (types.isDate(value)) return { $date: { $numberLong: String(value.getTime()) } }
  if (types.isRegExp(value)) return regularExpression(value)
  if (types.isUint8Array(value)) {
    return { $binary: { base64: Buffer.from(value).toString('base64'), subType: '00' } }
  }
  if ('_bsontype' in value && 'toExtendedJSON' in value && typeof value.toExtendedJSON === 'function') {
    return value.toExtendedJSON({ relaxed: false })
  }
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  // Unlike an assignment, this makes a member of `__proto__` too.
  return Object.fromEntries(members.map(([name, member]) => [name, portableEjson(member)]))
}

function regularExpression({ source, flags }: RegExp): object {
  // The other flags are about the search in a text, and every pattern is one of Unicode.
  const options = flags.replaceAll(/[^ims]/g, '')
  return { $regularExpression: { pattern: source, options } }
}
