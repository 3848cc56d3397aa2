import fc from 'fast-check'
import type * as v from 'valibot'

/** Texts that parsers, patterns, templates and look-ups get wrong. */
const ODD_TEXTS = [
  '',
  ' ',
  '\0',
  '\uFFFF',
  '\u202E',
  '😀'.repeat(40),
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  'null',
  'undefined',
  'NaN',
  '-1',
  '0',
  '1e309',
  '9'.repeat(30),
  '1970-01-01',
  '275760-09-13',
  '9999-12-31T23:59:60Z',
  '<script>alert(1)</script>',
  '<!date^9e99^{date}>',
  '%',
  '%00',
  '..',
  '../../etc/passwd',
  '*',
  '(a+)+$',
  '[',
  '{{x}}',
  "'",
  '"',
  '\r\nx: y',
  '*a '.repeat(300),
  '('.repeat(300),
  'a'.repeat(3000),
  'ada@example.com',
  'https://example.com/a?b=c#d',
  'http://127.0.0.1:9/',
  '2026-01-01T00:00:00Z',
] as const

const ODD_NUMBERS = [0, -0, 1, -1, 0.5, 2, 100, 1e3, 2 ** 31, -(2 ** 31), 2 ** 53, 1e21, 1e308, -1e308, 5e-324] as const

export const oddText: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...ODD_TEXTS), weight: 3 },
  { arbitrary: fc.string({ maxLength: 12 }), weight: 2 },
  { arbitrary: fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/), weight: 2 },
  { arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }), weight: 1 },
)

export const oddNumber: fc.Arbitrary<number> = fc.oneof(fc.constantFrom(...ODD_NUMBERS), fc.integer(), fc.nat(20))

/** A value of any kind that JSON has. */
export const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  oddNumber,
  fc.boolean(),
  fc.constant(null),
  fc.array(oddText, { maxLength: 3 }),
  fc.dictionary(oddText, oddText, { maxKeys: 3 }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** The members of valibot's schemas that the generator reads. */
interface Described {
  readonly type: string
  readonly entries?: Readonly<Record<string, v.GenericSchema>>
  readonly wrapped?: v.GenericSchema
  readonly item?: v.GenericSchema
  readonly value?: v.GenericSchema
  readonly key?: v.GenericSchema
  readonly items?: readonly v.GenericSchema[]
  readonly options?: readonly unknown[]
  readonly literal?: unknown
  readonly pipe?: readonly { readonly kind: string; readonly type: string; readonly requirement?: unknown }[]
}

/**
 * Returns values that a schema mostly accepts: with every required member, and some of the others. `spoiled` is the
 * share of values, from 0 to 1, that are of another kind.
 */
export function valuesOf(schema: v.GenericSchema, spoiled = 0.04, depth = 0): fc.Arbitrary<unknown> {
  const good = fitting(schema, spoiled, depth)
  if (spoiled === 0) return good
  return fc.oneof(
    { arbitrary: good, weight: Math.round((1 - spoiled) * 100) },
    { arbitrary: anyValue, weight: Math.round(spoiled * 100) },
  )
}

function fitting(schema: Described, spoiled: number, depth: number): fc.Arbitrary<unknown> {
  const below = (each: v.GenericSchema): fc.Arbitrary<unknown> => valuesOf(each, spoiled, depth + 1)
  const { wrapped, entries = {}, options = [], items = [] } = schema
  switch (schema.type) {
    case 'object':
    case 'strict_object':
    case 'loose_object':
      return fc.record(Object.fromEntries(Object.entries(entries).map(([name, each]) => [name, below(each)])), {
        requiredKeys: Object.keys(entries).filter((name) => !isOptional(entries[name])),
        noNullPrototype: true,
      })
    case 'optional':
    case 'exact_optional':
    case 'nullable':
    case 'nullish':
    case 'non_optional':
      return wrapped === undefined ? anyValue : fc.oneof({ arbitrary: below(wrapped), weight: 9 }, fc.constant(null))
    case 'string':
      return textFor(schema)
    case 'number':
      return fc.oneof({ arbitrary: fc.nat(30), weight: 3 }, oddNumber)
    case 'boolean':
      return fc.boolean()
    case 'picklist':
    case 'enum':
      return options.length === 0 ? anyValue : fc.constantFrom(...options)
    case 'literal':
      return fc.constant(schema.literal)
    case 'array':
      return schema.item === undefined || depth > 5 ? fc.constant([]) : fc.array(below(schema.item), { maxLength: 3 })
    case 'tuple':
      return fc.tuple(...items.map(below))
    case 'record':
      return schema.value === undefined ? anyValue : fc.dictionary(oddText, below(schema.value), { maxKeys: 3 })
    case 'union':
    case 'variant':
      return depth > 5 || options.length === 0 ? anyValue : fc.oneof(...(options as v.GenericSchema[]).map(below)) // schemas
    case 'intersect':
      return fc
        .tuple(...(options as v.GenericSchema[]).map(below))
        .map((parts) => Object.assign({}, ...parts) as unknown) // schemas
    default:
      return anyValue
  }
}

function isOptional(schema: v.GenericSchema | undefined): boolean {
  return /optional|nullish/.test((schema as unknown as Described | undefined)?.type ?? '') // a schema
}

/** Texts in the form that the schema's actions ask for, as far as they are known. */
function textFor({ pipe = [] }: Described): fc.Arbitrary<string> {
  const kinds = new Set(pipe.map(({ type }) => type))
  const known: fc.Arbitrary<string>[] = []
  if (kinds.has('email')) known.push(fc.constantFrom('ada@example.com', 'bob@example.com'))
  if (kinds.has('url')) known.push(fc.constantFrom('https://example.com/a', 'http://localhost:3000/'))
  const pattern = pipe.find(({ type }) => type === 'regex')?.requirement
  if (pattern instanceof RegExp) known.push(...matching(pattern))
  return known.length === 0 ? oddText : fc.oneof({ arbitrary: fc.oneof(...known), weight: 4 }, oddText)
}

/** Texts that match a pattern; none where it has parts that fast-check does not know. */
function matching(pattern: RegExp): fc.Arbitrary<string>[] {
  try {
    return [fc.stringMatching(pattern, { size: 'xsmall' })]
  } catch {
    return []
  }
}
