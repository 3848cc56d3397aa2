import { describe, expect, it } from 'vitest'
import { Failure } from '#core/errors.ts'
import { checkVocabulary, matches, parseExpression, sortedBy, type Operator } from './expression.ts'

const ada = {
  status: 'ACTIVE',
  created: '2026-01-01T12:00:00.000Z',
  'profile.lastName': 'Love"lace',
  'profile.level': 7,
  'profile.admin': true,
  'profile.teams': ['Engines', 'Poetry'],
  'profile.nickName': '',
  'profile.manager': null,
} as const

const fits = (source: string, caseSensitive = false): boolean =>
  matches(parseExpression(source), (attribute) => (ada as Record<string, unknown>)[attribute], { caseSensitive })

const refusal = (act: () => unknown): unknown => {
  try {
    act()
  } catch (error) {
    return error instanceof Failure ? error.details : error
  }
  return 'nothing was refused'
}

describe('an expression', () => {
  it.each([
    ['status eq "ACTIVE"', true],
    ['status eq "active"', true],
    ['status EQ "STAGED"', false],
    ['status ne "STAGED"', true],
    ['status lt "STAGED" or status gt "STAGED"', true],
    ['status sw "ACT"', true],
    ['status ew "ive"', true],
    ['status co "TIV"', true],
    ['status co "x"', false],
    ['status ge "ACTIVE" and status le "ACTIVE"', true],
    ['profile.lastName eq "Love\\"lace"', true],
    ['profile.level gt 6', true],
    ['profile.level gt 7', false],
    ['profile.level eq "7"', false],
    ['profile.admin eq true', true],
    ['profile.admin eq false', false],
    ['profile.teams eq "poetry"', true],
    ['profile.teams ne "poetry"', false],
    ['profile.teams sw "Eng"', true],
    ['profile.nickName pr', false],
    ['profile.manager pr', false],
    ['profile.manager eq null', true],
    ['profile.lastName pr', true],
    ['profile.unknown eq "x"', false],
    ['not profile.unknown pr', true],
    ['not (status eq "ACTIVE" and profile.level eq 7)', false],
  ] as const)('compares: %s is %s', (source, expected) => {
    expect(fits(source)).toBe(expected)
  })

  it('compares dates as times, in any notation', () => {
    expect(fits('created eq "2026-01-01T13:00:00+01:00"')).toBe(true)
    expect(fits('created gt "2026-01-01T11:59:59Z"')).toBe(true)
    expect(fits('created lt "2026-01-01T12:00:00.000Z"')).toBe(false)
  })

  it('is case-sensitive on request', () => {
    expect(fits('status eq "active"', true)).toBe(false)
  })

  it('binds `and` tighter than `or`, and parentheses tightest', () => {
    expect(fits('status eq "ACTIVE" or status eq "ACTIVE" and status eq "STAGED"')).toBe(true)
    expect(fits('(status eq "ACTIVE" or status eq "ACTIVE") and status eq "STAGED"')).toBe(false)
    expect(fits('not status eq "STAGED" and profile.admin eq true')).toBe(true)
  })

  it.each([
    ['', 'expected an attribute at the end'],
    ['status', 'expected an operator at the end'],
    ['status is "x"', 'got is'],
    ['status eq', 'expected a value at the end'],
    ['status eq ACTIVE', 'got ACTIVE'],
    ['status eq "ACTIVE', 'a string is not closed'],
    ['(status pr', 'expected ) at the end'],
    ['status pr status pr', 'got status'],
    ['"status" eq "x"', 'expected an attribute'],
    ['status pr)', 'got )'],
  ])('is refused when it cannot be read: %s', (source, complaint) => {
    const details = refusal(() => parseExpression(source))
    expect(details).toMatchObject({ code: 'E0000031', causes: [expect.stringContaining(complaint)] })
  })

  it('is refused with an attribute or operator that the list does not support', () => {
    const operators: Readonly<Record<string, readonly (Operator | 'pr')[]>> = { id: ['eq'] }
    const vocabulary = { operatorsOf: (attribute: string) => operators[attribute] ?? null, not: false }
    const check = (source: string) => refusal(() => checkVocabulary(parseExpression(source), vocabulary))
    expect(check('id eq "1" or (id eq "2" and id eq "3")')).toBe('nothing was refused')
    expect(check('id eq "1" and id sw "2"')).toMatchObject({ causes: [expect.stringContaining('sw; expected eq')] })
    expect(check('id pr')).toMatchObject({ code: 'E0000031' })
    expect(check('name eq "x"')).toMatchObject({ causes: [expect.stringContaining('name is no attribute')] })
    expect(check('not id eq "1"')).toMatchObject({ causes: [expect.stringContaining('not')] })
  })
})

describe('sorting', () => {
  const sorted = (descending: boolean) =>
    sortedBy(
      [{ at: 'b', id: 1 }, { id: 2 }, { at: 'A', id: 3 }, { at: 'B', id: 4 }] as { at?: string; id: number }[],
      ({ at }) => at,
      descending,
    ).map(({ id }) => id)

  it('keeps the order of equal records, and puts records without a value last', () => {
    expect(sorted(false)).toEqual([3, 1, 4, 2])
    expect(sorted(true)).toEqual([1, 4, 3, 2])
    expect(sortedBy([10, 9, 100], (each) => each, false)).toEqual([9, 10, 100])
  })
})
