import { expect, it } from 'vitest'
import { evaluate, UnknownExpression } from './expressions.ts'

const scope = {
  valueOf: (name: string) => ({ 'github.ref': 'refs/heads/Main', 'inputs.n': '3', 'github.head_ref': '' })[name],
  stateOf: (name: string) => ({ always: true, failure: false })[name],
}

it.for([
  ["github.ref == 'refs/heads/main'", true],
  ["github.ref != 'x' && !failure()", true],
  ["github.head_ref || 'none'", 'none'],
  ['inputs.n > 2 && inputs.n <= 3', true],
  ['inputs.n == 3', true],
  ["(failure() || always()) && contains(github.ref, 'MAIN')", true],
  ["startsWith(github.ref, 'refs/heads/') == endsWith(github.ref, 'x')", false],
  ['contains(fromJSON(\'["a", "refs/heads/main"]\'), github.ref)', true],
  ["format('{0}-{1}', 'it''s', 2)", "it's-2"],
  ['null == 0', true],
  ['!null', true],
] as const)('%s is %j', ([source, value]) => {
  expect(evaluate(source, scope)).toBe(value)
})

it.for([
  '',
  'github.token',
  'toJSON(1)',
  "'open",
  '1 +',
  '(1',
  'contains(1',
  `${'!'.repeat(5000)}true`,
  `${'('.repeat(5000)}1`,
])('%j is refused', (source) => {
  expect(() => evaluate(source, scope)).toThrow(UnknownExpression)
})
