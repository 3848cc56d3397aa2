import type { ConditionContext } from './context.ts'
import { patternOf, type PatternPart } from './wildcards.ts'

/** A piece of a policy's value: literal text, or the name of a variable. */
type Piece = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'variable'; readonly name: string }

/** Splits a value at its variables, `${…}`, in one pass. */
function piecesOf(value: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (;;) {
    const open = value.indexOf('${', from)
    const close = open < 0 ? -1 : value.indexOf('}', open)
    if (close < 0) return [...pieces, { kind: 'text', text: value.slice(from) }]
    pieces.push(
      { kind: 'text', text: value.slice(from, open) },
      { kind: 'variable', name: value.slice(open + 2, close) },
    )
    from = close + 1
  }
}

/**
 * Returns the pattern of a policy's value with its variables (`${aws:username}`, `${aws:PrincipalTag/team, 'none'}`)
 * replaced. A wildcard in a variable's value is literal. Null when a variable has no value, because then nothing
 * matches. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_variables.html
 */
export function expandedPattern(value: string, context: ConditionContext | null): PatternPart[] | null {
  if (context === null || !value.includes('${')) return patternOf(value)
  const pattern: PatternPart[][] = []
  for (const piece of piecesOf(value)) {
    if (piece.kind === 'text') {
      pattern.push(patternOf(piece.text))
      continue
    }
    const text = valueOf(piece.name, context)
    if (text === null) return null
    pattern.push(text.split(''))
  }
  return pattern.flat()
}

/** Returns a policy's value with its variables replaced; null when a variable has no value. */
export function expandedText(value: string, context: ConditionContext | null): string | null {
  if (context === null || !value.includes('${')) return value
  const texts = piecesOf(value).map((piece) => (piece.kind === 'text' ? piece.text : valueOf(piece.name, context)))
  return texts.includes(null) ? null : texts.join('')
}

/** Returns the value of a variable. `${*}`, `${?}` and `${$}` are those characters. */
function valueOf(variable: string, context: ConditionContext): string | null {
  if (variable === '*' || variable === '?' || variable === '$') return variable
  const { key, fallback } = parseVariable(variable)
  const values = context.get(key.toLowerCase())
  // A key with several values cannot be a variable.
  return values?.length === 1 ? (values[0] ?? null) : fallback
}

/** Parses `key` or `key, 'fallback'`. */
function parseVariable(variable: string): { readonly key: string; readonly fallback: string | null } {
  const comma = variable.indexOf(',')
  if (comma < 0) return { key: variable.trim(), fallback: null }
  const fallback = /^'([^']*)'$/.exec(variable.slice(comma + 1).trim())?.[1] ?? null
  return { key: fallback === null ? variable : variable.slice(0, comma).trim(), fallback }
}
