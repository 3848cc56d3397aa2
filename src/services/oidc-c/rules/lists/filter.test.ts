import { describe, expect, it } from 'vitest'
import { clausesOf, matchesFilter, has, parseFilter, type Values } from './filter.ts'

const ROW: Readonly<Record<string, ReturnType<Values>>> = {
  displayName: "Ada O'Hara",
  department: 'Engines',
  mail: null,
  accountEnabled: true,
  createdDateTime: '2026-01-01T00:00:00Z',
  businessPhones: ['1'],
}
const holds = (text: string): boolean => matchesFilter(parseFilter(text), (name) => ROW[name] ?? null)

describe('a filter', () => {
  it.each([
    ["department eq 'Engines'", true],
    ["department eq 'engines'", true],
    ["department eq 'Navy'", false],
    ["department ne 'Navy'", true],
    ["displayName eq 'Ada O''Hara'", true],
    ["displayName gt 'Ad' and displayName lt 'B'", true],
    ["displayName ge 'Ada O''Hara' and displayName le 'Ada O''Hara'", true],
    ['mail eq null', true],
    ['mail ne null', false],
    ["mail gt 'a'", false],
    ['department eq null', false],
    ['accountEnabled eq true', true],
    ['accountEnabled eq false', false],
    ['createdDateTime ge 2025-12-31T23:59:59Z', true],
    ['createdDateTime lt 2026-01-01', false],
    ['createdDateTime eq 2026-01-01T00:00:00Z', true],
    ["startswith(displayName, 'ada')", true],
    ["startsWith(displayName,'Bob')", false],
    ["endswith(displayName, 'hara')", true],
    ["contains(displayName, 'O''H')", true],
    ["startswith(mail, 'a')", false],
    ["department in ('Navy', 'Engines')", true],
    ["department in ('Navy')", false],
  ])('%s is %s', (text, expected) => {
    expect(holds(text)).toBe(expected)
  })

  it.each([
    ["department eq 'Navy' or department eq 'Engines'", true],
    ["department eq 'Engines' or department eq 'Engines' and department eq 'Navy'", true],
    ["(department eq 'Engines' or department eq 'Engines') and department eq 'Navy'", false],
    ["not department eq 'Engines'", false],
    ["not (department eq 'Navy') and accountEnabled eq true", true],
    ["not startswith(displayName, 'b')", true],
    ["not (not (department eq 'Engines'))", true],
  ])('binds and before or, and not before both: %s', (text, expected) => {
    expect(holds(text)).toBe(expected)
  })

  it('has clauses', () => {
    const filter = parseFilter("not (startswith(displayName, 'a') or department eq 'x') and department ne 'y'")
    expect(clausesOf(filter).map(({ property }) => property)).toEqual(['displayName', 'department', 'department'])
    expect(has(filter, (part) => part.kind === 'not')).toBe(true)
    expect(has(filter, (part) => part.kind === 'call' && part.name === 'endswith')).toBe(false)
    expect(has(filter, (part) => part.kind === 'compare' && part.operator === 'ne')).toBe(true)
  })

  it.each([
    ['', 'expected a property at the end'],
    ['department', 'expected an operator at the end'],
    ["department is 'x'", 'is is no operator; expected eq, ne, gt, ge, lt, le or in'],
    ['department eq', 'expected a literal at the end'],
    [
      'department eq Engines',
      'Syntax error at position 13: expected a literal such as ‘text’ in quotes, true, null or a date, got Engines',
    ],
    ["department eq 'x", 'There is an unterminated string literal'],
    ["(department eq 'x'", "expected ')' at the end"],
    ["department eq 'x' department", 'expected the end, and or or, got department'],
    ["trim(department, 'x')", "An unknown function with name 'trim' was found"],
    ['startswith(department, 3)', 'expected text in quotes, got 3'],
    ["startswith('x', 'y')", 'expected a property, got x'],
    ["department in 'x'", "expected '(', got x"],
    [') eq true', 'expected a property, got )'],
  ])('cannot be %o', (text, words) => {
    expect(() => parseFilter(text)).toThrow(words)
  })
})
