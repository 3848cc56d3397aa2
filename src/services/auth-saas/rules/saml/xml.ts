/** An element of XML with the namespaces that are in scope. */
export interface XmlElement {
  /** As written, with its prefix: `saml:Assertion`. */
  readonly name: string
  readonly local: string
  readonly namespace: string
  readonly attributes: readonly XmlAttribute[]
  /** The prefixes in scope, and their namespaces; the empty prefix is the default namespace. */
  readonly scope: ReadonlyMap<string, string>
  readonly children: (XmlElement | string)[]
}

/** An attribute that declares no namespace. */
interface XmlAttribute {
  readonly name: string
  readonly local: string
  readonly namespace: string
  readonly value: string
}

/** Thrown for text that is no well-formed XML, and for XML with a document type. */
export class XmlFlaw extends Error {
  override name = 'XmlFlaw'
}

const XML = 'http://www.w3.org/XML/1998/namespace'
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
])
const TOKEN =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<\/([^\s>]+)\s*>|<([^\s/>!?]+)((?:\s+[^\s=<>/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
/** How deep elements are nested at most. */
const DEEPEST = 100

function decode(text: string): string {
  return text.replaceAll(/&([^;]*);?/g, (whole, name: string) => {
    const number = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name)
    const code = number === null ? NaN : parseInt(number[1] ?? number[2] ?? '', number[1] === undefined ? 10 : 16)
    const character = number === null ? ENTITIES.get(name) : code <= 0x10ffff ? String.fromCodePoint(code) : undefined
    if (character === undefined || !whole.endsWith(';')) throw new XmlFlaw(`the entity ${whole} is unknown`)
    return character
  })
}

function split(name: string): readonly [prefix: string, local: string] {
  const at = name.indexOf(':')
  return at === -1 ? ['', name] : [name.slice(0, at), name.slice(at + 1)]
}

function namespaceOf(scope: ReadonlyMap<string, string>, prefix: string): string {
  const found = prefix === 'xml' ? XML : (scope.get(prefix) ?? (prefix === '' ? '' : undefined))
  if (found === undefined) throw new XmlFlaw(`the prefix ${prefix} is not declared`)
  return found
}

function elementOf(name: string, written: string, outer: ReadonlyMap<string, string>): XmlElement {
  const scope = new Map(outer)
  const own: { name: string; value: string }[] = []
  for (const [, attribute = '', double, single] of written.matchAll(ATTRIBUTE)) {
    const value = decode((double ?? single ?? '').replaceAll(/\r\n|[\t\r\n]/g, ' '))
    if (own.some((each) => each.name === attribute)) throw new XmlFlaw(`the attribute ${attribute} comes twice`)
    if (attribute === 'xmlns') scope.set('', value)
    else if (attribute.startsWith('xmlns:')) scope.set(attribute.slice(6), value)
    else own.push({ name: attribute, value })
  }
  const [prefix, local] = split(name)
  const attributes = own.map((each) => {
    const [ownPrefix, ownLocal] = split(each.name)
    return { ...each, local: ownLocal, namespace: ownPrefix === '' ? '' : namespaceOf(scope, ownPrefix) }
  })
  return { name, local, namespace: namespaceOf(scope, prefix), attributes, scope, children: [] }
}

/**
 * Reads a document of XML with namespaces. Comments and instructions are left out; a document type is refused, so no
 * entity is ever read from elsewhere.
 *
 * @throws XmlFlaw for text that is not well-formed.
 */
export function parseXml(text: string): XmlElement {
  const open: XmlElement[] = []
  let root: XmlElement | undefined
  const source = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  for (let at = 0; at < source.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at
    const match = TOKEN.exec(source)
    if (match === null) throw new XmlFlaw(`it is not well-formed at character ${at}`)
    const [, cdata, closed, opened, attributes = '', empty, characters] = match
    const parent = open.at(-1)
    if (opened !== undefined) {
      if (parent === undefined && root !== undefined) throw new XmlFlaw('it has two roots')
      if (open.length >= DEEPEST) throw new XmlFlaw('it is nested too deeply')
      const element = elementOf(opened, attributes, parent?.scope ?? new Map())
      root ??= element
      parent?.children.push(element)
      if (empty !== '/') open.push(element)
    } else if (closed !== undefined) {
      if (open.pop()?.name !== closed) throw new XmlFlaw(`${closed} ends and has not begun`)
    } else if (characters !== undefined || cdata !== undefined) {
      const value = cdata ?? decode(characters ?? '')
      if (parent !== undefined) parent.children.push(value)
      else if (value.trim() !== '') throw new XmlFlaw('it has text outside of its root')
    }
  }
  if (root === undefined || open.length > 0) throw new XmlFlaw('its root does not end')
  return root
}

/** Returns the child elements of a name. */
export function childrenOf({ children }: XmlElement, namespace: string, local: string): XmlElement[] {
  return children.filter(
    (each): each is XmlElement => typeof each !== 'string' && each.local === local && each.namespace === namespace,
  )
}

/** Returns the text of an element and of all within it. */
export function textOf({ children }: XmlElement): string {
  return children.map((each) => (typeof each === 'string' ? each : textOf(each))).join('')
}

/** Returns the value of an attribute without a namespace; null for none. */
export function attributeOf({ attributes }: XmlElement, name: string): string | null {
  return attributes.find((each) => each.name === name)?.value ?? null
}

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#xD;')

const escapeValue = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\t', '&#x9;')
    .replaceAll('\n', '&#xA;')
    .replaceAll('\r', '&#xD;')

const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/**
 * Returns an element in exclusive canonical form, without comments. https://www.w3.org/TR/xml-exc-c14n/
 *
 * @param inclusive the prefixes that are declared as in inclusive form.
 * @param without an element that is left out: the signature of an enveloped one.
 */
export function canonical(
  element: XmlElement,
  inclusive: readonly string[] = [],
  without: XmlElement | null = null,
  rendered: ReadonlyMap<string, string> = new Map(),
): string {
  const used = new Set([split(element.name)[0]])
  for (const { name } of element.attributes) if (name.includes(':')) used.add(split(name)[0])
  for (const prefix of inclusive) if (element.scope.has(prefix === '#default' ? '' : prefix)) used.add(prefix)
  const shown = new Map(rendered)
  const declared = [...used]
    .map((prefix) => (prefix === '#default' ? '' : prefix))
    .filter((prefix) => prefix !== 'xml')
    .filter((prefix) => (shown.get(prefix) ?? '') !== (element.scope.get(prefix) ?? ''))
    .toSorted(byText)
    .map((prefix) => {
      const namespace = element.scope.get(prefix) ?? ''
      shown.set(prefix, namespace)
      return ` xmlns${prefix === '' ? '' : `:${prefix}`}="${escapeValue(namespace)}"`
    })
  const attributes = element.attributes
    .toSorted((one, other) => byText(one.namespace, other.namespace) || byText(one.local, other.local))
    .map(({ name, value }) => ` ${name}="${escapeValue(value)}"`)
  const content = element.children.map((each) => {
    if (typeof each === 'string') return escapeText(each)
    return each === without ? '' : canonical(each, inclusive, without, shown)
  })
  return `<${element.name}${declared.join('')}${attributes.join('')}>${content.join('')}</${element.name}>`
}
