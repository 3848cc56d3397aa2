import { namespaceOf, type XmlAttribute, type XmlElement } from './xml-tree.ts'

/** The parts that a canonical form leaves out, and the namespaces that it keeps. */
export interface CanonicalOptions {
  /** The prefixes that are written where they are in scope, used or not; `#default` for the default namespace. */
  readonly inclusive: readonly string[]
  /** The element that is left out, such as an enveloped signature. */
  readonly without?: XmlElement | undefined
}

/**
 * Writes an element in the form of Exclusive XML Canonicalization 1.0, without comments. XML signatures sign this form.
 * https://www.w3.org/TR/xml-exc-c14n/
 */
export function canonicalXml(element: XmlElement, options: CanonicalOptions): string {
  return written(element, new Map(), options)
}

function written(element: XmlElement, rendered: ReadonlyMap<string, string>, options: CanonicalOptions): string {
  const scope = new Map(rendered)
  let declarations = ''
  for (const prefix of neededPrefixes(element, options.inclusive)) {
    const uri = namespaceOf(element, prefix)
    if (prefix === 'xml' || (scope.get(prefix) ?? '') === uri) continue
    scope.set(prefix, uri)
    declarations += ` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${escapedAttribute(uri)}"`
  }
  const attributes = sortedAttributes(element)
    .map(({ prefix, local, value }) => ` ${qualified(prefix, local)}="${escapedAttribute(value)}"`)
    .join('')
  const content = element.children
    .filter((child) => child !== options.without)
    .map((child) => (typeof child === 'string' ? escapedText(child) : written(child, scope, options)))
    .join('')
  const name = qualified(element.prefix, element.local)
  return `<${name}${declarations}${attributes}>${content}</${name}>`
}

/** Returns the prefixes that an element uses, and those that are always kept, in order. */
function neededPrefixes(element: XmlElement, inclusive: readonly string[]): string[] {
  const used = element.attributes.map(({ prefix }) => prefix).filter((prefix) => prefix !== '')
  const kept = inclusive.map((prefix) => (prefix === '#default' ? '' : prefix))
  return [...new Set([element.prefix, ...used, ...kept])].toSorted()
}

function sortedAttributes(element: XmlElement): XmlAttribute[] {
  const namespace = ({ prefix }: XmlAttribute): string => (prefix === '' ? '' : namespaceOf(element, prefix))
  return element.attributes.toSorted(
    (one, other) => compare(namespace(one), namespace(other)) || compare(one.local, other.local),
  )
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

function qualified(prefix: string, local: string): string {
  return prefix === '' ? local : `${prefix}:${local}`
}

function escapedText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#xD;')
}

function escapedAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\t', '&#x9;')
    .replaceAll('\n', '&#xA;')
    .replaceAll('\r', '&#xD;')
}
