import * as v from 'valibot'
import { malformedXml } from '#cloud/errors/s3.ts'

/** The deepest nesting of elements. The documents of S3 have fewer than ten levels. */
const MAX_DEPTH = 32

/** The largest number of tags. CompleteMultipartUpload with 10,000 parts has 80,000. */
const MAX_TAGS = 100_000

/**
 * Returns the members of a document's root. An element that holds text is a string, an element with members an object,
 * and several elements of one name are a list. Attributes are members whose names begin with `@`.
 *
 * @throws Failure `MalformedXML` when the document is not well-formed, its root has another name, it has a document
 * type declaration (which could declare entities), or it is nested or long beyond what any operation takes
 */
export async function readXml(text: string, root: string): Promise<unknown> {
  const { XMLParser, XMLValidator } = await import('fast-xml-parser')
  if (text.includes('<!DOCTYPE') || hasMoreTags(text, MAX_TAGS)) throw malformedXml()
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    parseTagValue: false,
    parseAttributeValue: false,
    // White space may be part of a key.
    trimValues: false,
    htmlEntities: true,
    removeNSPrefix: false,
    ignoreDeclaration: true,
    maxNestedTags: MAX_DEPTH,
  })
  const document = parseWith(() => (XMLValidator.validate(text) === true ? parser.parse(text) : null))
  if (typeof document !== 'object' || document === null || !Object.hasOwn(document, root)) throw malformedXml()
  const members = (document as Record<string, unknown>)[root] // an object
  if (Array.isArray(members)) throw malformedXml()
  return members
}

function hasMoreTags(text: string, limit: number): boolean {
  let count = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) if (++count > limit) return true
  return false
}

/** The parser throws for what it considers unsafe, such as deep nesting and elements named `constructor`. */
function parseWith(parse: () => unknown): unknown {
  try {
    return parse()
  } catch {
    throw malformedXml()
  }
}

/** Returns a schema of an element with members; an empty element has none. */
export function element<E extends v.ObjectEntries>(entries: E) {
  return v.pipe(
    v.unknown(),
    // Several elements where one is expected are refused.
    v.check((value) => !Array.isArray(value)),
    v.transform((value) => (typeof value === 'string' && value.trim() === '' ? {} : value)),
    v.object(entries),
  )
}

/** Returns a schema of any number of elements of one name, as a list. */
export function elements<S extends v.GenericSchema>(schema: S) {
  return v.optional(
    v.pipe(
      v.unknown(),
      v.transform((value) => (Array.isArray(value) ? value : [value])),
      v.array(schema),
    ),
    [],
  )
}

/**
 * Parses a document by its schema.
 *
 * @throws `MalformedXML` when it does not fit.
 */
export async function readDocument<S extends v.GenericSchema>(
  text: string,
  root: string,
  schema: S,
): Promise<v.InferOutput<S>> {
  const result = v.safeParse(schema, await readXml(text, root))
  if (result.success) return result.output
  throw malformedXml()
}
