import * as v from 'valibot'
import { malformedXml } from '../errors-s3.ts'

/**
 * The members of a document's root: text is a string, an element with members an object, several of one name a list.
 * Attributes are members whose names begin with `@`.
 *
 * @throws Failure `MalformedXML` when it is not well-formed or its root has another name.
 */
export async function readXml(text: string, root: string): Promise<unknown> {
  const { XMLParser, XMLValidator } = await import('fast-xml-parser')
  if (XMLValidator.validate(text) !== true) throw malformedXml()
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    parseTagValue: false,
    parseAttributeValue: false,
    // White space belongs to a key.
    trimValues: false,
    htmlEntities: true,
    removeNSPrefix: false,
    ignoreDeclaration: true,
  })
  const document: unknown = parser.parse(text)
  if (typeof document !== 'object' || document === null || !Object.hasOwn(document, root)) throw malformedXml()
  return (document as Record<string, unknown>)[root]
}

/** A schema of an element that has members; an empty one has none of them. */
export function group<E extends v.ObjectEntries>(entries: E) {
  return v.pipe(
    v.unknown(),
    v.transform((value) => (typeof value === 'string' && value.trim() === '' ? {} : value)),
    v.object(entries),
  )
}

/** A schema of elements of one name, however many: a list. */
export function many<S extends v.GenericSchema>(schema: S) {
  return v.optional(
    v.pipe(
      v.unknown(),
      v.transform((value) => (Array.isArray(value) ? value : [value])),
      v.array(schema),
    ),
    [],
  )
}

/** Reads a document by its schema. Throws `MalformedXML` where it does not fit. */
export async function readDocument<S extends v.GenericSchema>(
  text: string,
  root: string,
  schema: S,
): Promise<v.InferOutput<S>> {
  const result = v.safeParse(schema, await readXml(text, root))
  if (result.success) return result.output
  throw malformedXml()
}
