/** An element of an XML document, with its namespace resolved. */
export interface XmlElement {
  readonly prefix: string
  readonly local: string
  /** The URI; empty for none. */
  readonly namespace: string
  readonly attributes: readonly XmlAttribute[]
  /** The namespaces that the element itself declares, by prefix; the default one has an empty prefix. */
  readonly declared: ReadonlyMap<string, string>
  readonly parent: XmlElement | null
  readonly children: readonly (XmlElement | string)[]
}

/** An attribute that declares no namespace. */
export interface XmlAttribute {
  readonly prefix: string
  readonly local: string
  readonly value: string
}

type OrderedNode = Readonly<Record<string, unknown>>

const ATTRIBUTES = ':@'
const TEXT = '#text'

/** The deepest nesting of elements; assertions and metadata have fewer than twenty levels. */
const MAX_DEPTH = 48

/**
 * Reads a document as a tree that keeps the order of its nodes and its white space. Comments are left out.
 *
 * @returns The root; null when the document is not well-formed, declares a document type, which could declare
 *   entities, or has processing instructions.
 */
export async function readXmlTree(text: string): Promise<XmlElement | null> {
  const { XMLParser, XMLValidator } = await import('fast-xml-parser')
  if (text.includes('<!DOCTYPE')) return null
  // XML 1.0 section 2.11: a line of a document ends in a line feed.
  const normalized = text.replaceAll(/\r\n?/g, '\n')
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    htmlEntities: true,
    ignoreDeclaration: true,
    maxNestedTags: MAX_DEPTH,
  })
  try {
    if (XMLValidator.validate(normalized) !== true) return null
    const nodes = parser.parse(normalized) as OrderedNode[] // the parser's form with preserveOrder
    const roots = nodes.filter((node) => !(TEXT in node))
    const root = roots[0]
    return roots.length === 1 && root !== undefined ? elementOf(root, null) : null
  } catch {
    return null
  }
}

function elementOf(node: OrderedNode, parent: XmlElement | null): XmlElement {
  const name = Object.keys(node).find((key) => key !== ATTRIBUTES) ?? ''
  if (name.startsWith('?')) throw new SyntaxError('a processing instruction')
  const all = Object.entries((node[ATTRIBUTES] ?? {}) as Record<string, string>) // the parser's attributes are texts
  const declared = new Map(
    all.flatMap(([key, value]) =>
      key === 'xmlns' ? [['', value]] : key.startsWith('xmlns:') ? [[key.slice(6), value]] : [],
    ),
  )
  const attributes = all
    .filter(([key]) => key !== 'xmlns' && !key.startsWith('xmlns:'))
    .map(([key, value]) => ({ ...splitName(key), value }))
  const children: (XmlElement | string)[] = []
  const named = { ...splitName(name), declared, parent }
  const element: XmlElement = { ...named, namespace: namespaceOf(named, named.prefix), attributes, children }
  for (const child of (node[name] ?? []) as OrderedNode[]) {
    const own = child[TEXT]
    children.push(typeof own === 'string' ? own : elementOf(child, element))
  }
  return element
}

function splitName(name: string): { readonly prefix: string; readonly local: string } {
  const colon = name.indexOf(':')
  return { prefix: colon < 0 ? '' : name.slice(0, colon), local: name.slice(colon + 1) }
}

/** Returns the namespace of a prefix in the scope of an element; empty when it is not declared. */
export function namespaceOf(element: Pick<XmlElement, 'declared' | 'parent'>, prefix: string): string {
  for (let at: Pick<XmlElement, 'declared' | 'parent'> | null = element; at !== null; at = at.parent) {
    const uri = at.declared.get(prefix)
    if (uri !== undefined) return uri
  }
  return ''
}

/** Returns the child elements of a name. */
export function childrenOf(element: XmlElement | undefined, namespace: string, local: string): XmlElement[] {
  return (element?.children ?? []).filter(
    (child): child is XmlElement => typeof child !== 'string' && child.local === local && child.namespace === namespace,
  )
}

/** Returns the first child element of a name. */
export function childOf(element: XmlElement | undefined, namespace: string, local: string): XmlElement | undefined {
  return childrenOf(element, namespace, local)[0]
}

/** Returns the element and all elements within it. */
export function* elementsWithin(element: XmlElement): Generator<XmlElement> {
  yield element
  for (const child of element.children) if (typeof child !== 'string') yield* elementsWithin(child)
}

/** Returns the text directly within an element, without white space around it; undefined for no element. */
export function textWithin(element: XmlElement | undefined): string | undefined {
  return element?.children
    .filter((child) => typeof child === 'string')
    .join('')
    .trim()
}

/** Returns the value of an attribute without a prefix. */
export function attributeOf(element: XmlElement | undefined, local: string): string | undefined {
  return element?.attributes.find((attribute) => attribute.prefix === '' && attribute.local === local)?.value
}
