/**
 * Whether a branch, tag or path is what a list of patterns means: the last one that fits decides, and one that begins with
 * `!` takes away. https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax#filter-pattern-cheat-sheet
 */
export function matchesPatterns(patterns: readonly string[], name: string): boolean {
  let matched = false
  for (const pattern of patterns) {
    const negates = pattern.startsWith('!')
    if (expressionOf(negates ? pattern.slice(1) : pattern).test(name)) matched = !negates
  }
  return matched
}

function expressionOf(pattern: string): RegExp {
  const source = pattern.replaceAll(/\*\*\/|\*\*|\*|\[[^\]]*\]|\\.|[.^$|(){}\\]/g, (part) => {
    if (part === '**/') return '(?:.*/)?'
    if (part === '**') return '.*'
    if (part === '*') return '[^/]*'
    return part.startsWith('[') || part.length > 1 ? part : `\\${part}`
  })
  try {
    return new RegExp(`^${source}$`)
  } catch {
    // `?` and `+` mean what they do in expressions; where they follow nothing, the pattern means itself.
    return new RegExp(`^${pattern.replaceAll(/[.*+?^$|(){}[\]\\]/g, String.raw`\$&`)}$`)
  }
}
