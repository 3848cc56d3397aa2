import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, visit, type Document, type Node } from 'yaml'
import { SeedError } from './seed-error.ts'
import { pathText, type SeedContent, type SeedPath } from './seed-path.ts'
import { errorMessage } from '../error-message.ts'

/** A mistake at an offset of the text. */
interface Mistake {
  readonly offset: number
  readonly message: string
}

/**
 * Parses the text of a YAML or JSON file (YAML includes JSON, and gives positions for both).
 *
 * @param shown the file's name in messages.
 * @throws SeedError for a text that is not well-formed, with line and column: for all duplicate keys, and for the first
 * syntax error, because the others mostly follow from it.
 */
export function parseSeed(text: string, shown: string): SeedContent {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter, prettyErrors: false, merge: true, logLevel: 'error' })
  const position = (offset: number): string => {
    const { line, col } = lineCounter.linePos(offset)
    return `${shown}:${line}:${col}`
  }
  const mistakes = [
    ...syntaxErrors(document),
    ...duplicateKeys(document, lineCounter),
    ...unknownAliases(document),
  ].sort((left, right) => left.offset - right.offset)
  if (mistakes.length > 0) {
    throw new SeedError(mistakes.map(({ offset, message }) => `${position(offset)} ${message}`).join('\n'))
  }
  return {
    value: valueOf(document, shown),
    place(path, part) {
      const offset = offsetOf(document, path, part)
      return { text: position(offset), offset }
    },
  }
}

function valueOf(document: Document, shown: string): unknown {
  try {
    return document.toJS()
  } catch (error) {
    // The only error left is that of a document whose aliases would expand beyond bounds.
    throw new SeedError(`${shown} ${decapitalised(errorMessage(error))}`)
  }
}

/** Clearer words for the parser's messages, by its error codes. */
const WORDS: Readonly<Record<string, string>> = {
  BLOCK_AS_IMPLICIT_KEY: 'a key in the middle of a value: check the indentation, or quote a text that contains ": "',
  BLOCK_IN_FLOW: 'a list or map that is not in brackets stands within brackets: is a comma missing?',
  MULTILINE_IMPLICIT_KEY: 'a key must be on one line and end with a colon',
  MULTIPLE_DOCS: 'a second document begins: a seed file holds one, without "---" in the middle',
  TAB_AS_INDENT: 'a tab: YAML is indented with spaces',
}

function* syntaxErrors({ errors, warnings }: Document): Iterable<Mistake> {
  const [first] = [...errors, ...warnings]
    .filter(({ code }) => code !== 'DUPLICATE_KEY')
    .sort((left, right) => left.pos[0] - right.pos[0])
  if (first === undefined) return
  const tag =
    first.code === 'TAG_RESOLVE_FAILED' ? ': tags (!) have no meaning in a seed, quote a text that begins so' : ''
  yield { offset: first.pos[0], message: (WORDS[first.code] ?? decapitalised(first.message)) + tag }
}

/** Finds duplicate keys. Each mistake has the key's path and the line of the first one. */
function* duplicateKeys(document: Document, lines: LineCounter): Iterable<Mistake> {
  const offsets = new Set(document.errors.filter(({ code }) => code === 'DUPLICATE_KEY').map(({ pos }) => pos[0]))
  if (offsets.size === 0) return
  for (const { node, path } of maps(document.contents, [])) {
    const first = new Map<string, number>()
    for (const { key } of node.items) {
      const [name, offset] = [nameOf(key), startOf(key)]
      const earlier = first.get(name)
      if (earlier === undefined) first.set(name, offset)
      else if (offsets.has(offset)) {
        const { line } = lines.linePos(earlier)
        yield { offset, message: `${pathText([...path, name])}: duplicate key, the first is on line ${line}` }
      }
    }
  }
}

type MapNode = Extract<Node, { items: { key: unknown }[] }>

function* maps(node: unknown, path: SeedPath): Iterable<{ node: MapNode; path: SeedPath }> {
  if (isMap(node)) {
    yield { node, path }
    for (const { key, value } of node.items) yield* maps(value, [...path, nameOf(key)])
  } else if (isSeq(node)) {
    for (const [index, item] of node.items.entries()) yield* maps(item, [...path, index])
  }
}

function unknownAliases(document: Document): Mistake[] {
  const found: Mistake[] = []
  visit(document, {
    Alias(_key, node) {
      if (node.resolve(document) !== undefined) return
      found.push({
        offset: startOf(node),
        message: `*${node.source}: no &${node.source} stands above it; quote a text that begins with *`,
      })
    },
  })
  return found
}

/** Returns the offset of the part at a path, or of the nearest part above it. */
function offsetOf(document: Document, path: SeedPath, part: 'key' | 'value'): number {
  let node: unknown = document.contents
  let offset = startOf(node)
  for (const [depth, key] of path.entries()) {
    if (isAlias(node)) node = node.resolve(document)
    if (isMap(node)) {
      const pair = node.items.find((each) => nameOf(each.key) === String(key))
      if (pair === undefined) return offset
      node = pair.value
      // An omitted value has no position of its own.
      const nothing = isScalar(node) && node.value === null && node.source === ''
      offset = startOf((part === 'key' && depth === path.length - 1) || nothing || node === null ? pair.key : node)
    } else if (isSeq(node)) {
      const item: unknown = node.items[Number(key)]
      if (item === undefined) return offset
      node = item
      offset = startOf(node)
    } else {
      return offset
    }
  }
  return offset
}

function startOf(node: unknown): number {
  return isMap(node) || isSeq(node) || isScalar(node) || isAlias(node) ? (node.range?.[0] ?? 0) : 0
}

function nameOf(key: unknown): string {
  return isScalar(key) ? String(key.value) : String(key)
}

function decapitalised(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1)
}
