/** The content of an element: text, members by name in their order, or nothing. */
export type XmlValue = string | number | boolean | null | undefined | XmlMembers | readonly XmlValue[]

/**
 * The members of an element, in order. A list is one element for each of its values; null and undefined are no element.
 * A name that begins with `@` is an attribute. The empty name is no element: the members of its values are written in
 * the order of the list, for elements of several names in one order.
 */
export interface XmlMembers {
  readonly [name: string]: XmlValue
}

/** Writes a document: `writeXml('Tagging', { TagSet: { Tag: [{ Key, Value }] } }, { xmlns })`. Text is escaped. */
export function writeXml(root: string, content: XmlValue, attributes: Readonly<Record<string, string>> = {}): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, content, attributes)}`
}

/** Returns a list in the form of the query protocol: `<Users><member>…</member></Users>`. */
export function members(values: readonly XmlValue[]): XmlMembers {
  return { member: values }
}

function element(name: string, value: XmlValue, attributes: Readonly<Record<string, string>> = {}): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map((each: XmlValue) => element(name, each)).join('')
  const pairs = Object.entries(attributes)
  let inner = ''
  if (typeof value === 'object') {
    for (const [member, content] of Object.entries(value as XmlMembers)) {
      // not a list
      if (member.startsWith('@') && typeof content === 'string') pairs.push([member.slice(1), content])
      else inner += element(member, content)
    }
  } else {
    inner = escape(String(value))
  }
  if (name === '') return inner
  const start = `<${name}${pairs.map(([key, text]) => ` ${key}="${escape(text)}"`).join('')}`
  return inner === '' && typeof value === 'object' ? `${start}/>` : `${start}>${inner}</${name}>`
}

const REFERENCES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * Escapes the characters that XML 1.0 cannot carry. A carriage return is among them: parsers read it as a line feed
 * (section 2.11).
 */
function escape(text: string): string {
  // oxlint-disable-next-line no-control-regex -- XML cannot carry these characters
  return text.replaceAll(/[&<>"\u0000-\u001f\ufffe\uffff]/g, (letter) => REFERENCES[letter] ?? reference(letter))
}

function reference(letter: string): string {
  const code = letter.charCodeAt(0)
  return code === 0x0a || code === 0x09 ? letter : `&#x${code.toString(16)};`
}
