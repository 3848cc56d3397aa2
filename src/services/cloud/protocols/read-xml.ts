import * as v from 'valibot'
import { malformedXml } from '../errors-s3.ts'

/**
 * Returns the members of a document's root. An element that holds text is a string, an element with members an object,
 * and several elements of one name are a list. Attributes are members whose names begin with `@`.
 *
 * @throws Failure `MalformedXML` when the document is not well-formed or its root has another name.
 */
export async function readXml(text: string, root: string): Promise<unknown> {
  const { XMLParser, XMLValidator } = await import('fast-xml-parser')
  if (XMLValidator.validate(text) !== true) throw malformedXml()
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
  })
  const document: unknown = parser.parse(text)
  if (typeof document !== 'object' || document === null || !Object.hasOwn(document, root)) throw malformedXml()
  return (document as Record<string, unknown>)[root]
}

/** Returns a schema of an element with members; an empty element has none. */
export function element<E extends v.ObjectEntries>(entries: E) {
  return v.pipe(
    v.unknown(),
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

/** Parses a document by its schema. Throws `MalformedXML` when it does not fit. */
export async function readDocument<S extends v.GenericSchema>(
  text: string,
  root: string,
  schema: S,
): Promise<v.InferOutput<S>> {
  const result = v.safeParse(schema, await readXml(text, root))
  if (result.success) return result.output
  throw malformedXml()
}
