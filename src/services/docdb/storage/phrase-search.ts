interface Node {
  readonly next: Map<string, Node>
  /** The node of the longest other beginning of a phrase with which this one ends. */
  fallback: Node | null
  /** The phrase that ends here. */
  phrase: string | null
}

/**
 * Returns a search for phrases in texts, which gives those that a text has. Its time grows with the length of the text,
 * and not with the number of phrases (Aho and Corasick).
 */
export function phraseSearch(phrases: readonly string[]): (text: string) => ReadonlySet<string> {
  if (phrases.length === 0) return () => new Set()
  const root: Node = { next: new Map(), fallback: null, phrase: null }
  for (const phrase of phrases) addPhrase(root, phrase)
  linkFallbacks(root)
  return (text) => {
    const found = new Set<string>(root.phrase === null ? [] : [root.phrase])
    const seen = new Set<Node>()
    let node = root
    for (let at = 0; at < text.length; at++) {
      node = follow(node, text.charAt(at)) ?? root
      for (let end: Node | null = node; end !== null && !seen.has(end); end = end.fallback) {
        seen.add(end)
        if (end.phrase !== null) found.add(end.phrase)
      }
    }
    return found
  }
}

function addPhrase(root: Node, phrase: string): void {
  let node = root
  for (let at = 0; at < phrase.length; at++) {
    const unit = phrase.charAt(at)
    let next = node.next.get(unit)
    if (next === undefined) {
      next = { next: new Map(), fallback: root, phrase: null }
      node.next.set(unit, next)
    }
    node = next
  }
  node.phrase = phrase
}

function linkFallbacks(root: Node): void {
  const queue = [...root.next.values()]
  for (const node of queue) {
    for (const [unit, next] of node.next) {
      next.fallback = (node.fallback === null ? undefined : follow(node.fallback, unit)) ?? root
      queue.push(next)
    }
  }
}

function follow(from: Node, unit: string): Node | undefined {
  for (let node: Node | null = from; node !== null; node = node.fallback) {
    const next = node.next.get(unit)
    if (next !== undefined) return next
  }
  return undefined
}
