import { describe, expect, it } from 'vitest'
import { evaluateClaim, parseClaimExpression, type ClaimScope } from './expression.ts'
import { callFunction } from './functions.ts'

const user: Readonly<Record<string, unknown>> = { firstName: 'Ada', level: 7, teams: ['A', 'B'], empty: '' }
const scope: ClaimScope = {
  read: ([first = '', second = '']) => (first === 'user' ? (user[second] ?? null) : null),
  call: callFunction,
}
const valueOf = (expression: string) => evaluateClaim(parseClaimExpression(expression), scope)

describe('the expression of a claim', () => {
  it.each([
    ['user.firstName', 'Ada'],
    ["user['firstName']", 'Ada'],
    ['"it\'s"', "it's"],
    ['user.nothing', null],
    ['user.level', 7],
    ['user.teams', ['A', 'B']],
    ["{'a', 'b'}", ['a', 'b']],
    ["user.firstName + ' ' + user.level", 'Ada 7'],
    ['user.level + 1 - 3', 5],
    ['user.level >= 7 && user.level < 8', true],
    ["user.firstName == 'Ada' AND NOT (user.level == 8)", true],
    ["user.firstName != 'Ada' or false", false],
    ["user.nothing == null ? 'none' : 'some'", 'none'],
    ["user.level > 5 ? user.level > 6 ? 'high' : 'middle' : 'low'", 'high'],
    ["user.empty ?: 'default'", 'default'],
    ['(appuser != null) ? appuser.userName : app.clientId', null],
    ["String.append(user.firstName, '!')", 'Ada!'],
    ["String.join('-', 'a', 'b', user.level)", 'a-b-7'],
    ['String.len(user.firstName)', 3],
    ['String.toUpperCase(user.firstName)', 'ADA'],
    ['String.toLowerCase(user.firstName)', 'ada'],
    ["String.removeSpaces(' a b ')", 'ab'],
    ["String.replace('aXbX', 'X', '.')", 'a.b.'],
    ["String.replaceFirst('aXbX', 'X', '.')", 'a.bX'],
    ["String.startsWith('prefix', 'pre')", true],
    ["String.stringContains('prefix', 'efi')", true],
    ["String.stringSwitch('This is a test', 'none', 'key1', 'value1', 'test', 'value2')", 'value2'],
    ["String.substring('This is a test', 2, 9)", 'is is a'],
    ["String.substringAfter('a@b', '@')", 'b'],
    ["String.substringBefore('a@b', '@')", 'a'],
    ["String.substringBefore('ab', '@')", ''],
    ["Arrays.contains(user.teams, 'A')", true],
    ['Arrays.size(user.teams)', 2],
    ["Arrays.add({'a'}, 'b')", ['a', 'b']],
    ["Arrays.remove({'a', 'b'}, 'a')", ['b']],
    ["Arrays.flatten('a', {'b', 'c'})", ['a', 'b', 'c']],
    ['Arrays.isEmpty({})', true],
    ['Arrays.toCsvString(user.teams)', 'A,B'],
    ["Convert.toInt('7.6')", 8],
    ["Convert.toNum('7.6')", 7.6],
    ["Convert.toNum('seven')", null],
  ])('%s gives %o', (expression, value) => {
    expect(valueOf(expression)).toEqual(value)
  })

  it.each([
    ['user.', 'expected a name, got its end'],
    ["user.a == 'b", "cannot be read from 'b on"],
    ['user.a user.b', 'expected an operator or the end, got user'],
    ['(user.a', 'expected ), got its end'],
    ['a ? b', 'expected :, got its end'],
    ['user[7]', 'expected a name in quotes, got 7'],
    ['', 'expected a value, got its end'],
    ['a # b', 'cannot be read from # b on'],
  ])('%s is none, and says where it goes wrong', (expression, words) => {
    expect(() => parseClaimExpression(expression)).toThrow(words)
  })

  it.each([
    ['parentheses', `${'('.repeat(5000)}1${')'.repeat(5000)}`],
    ['negations', `${'!'.repeat(5000)}true`],
    ['lists', `${'{'.repeat(5000)}1${'}'.repeat(5000)}`],
    ['choices', `${'true ? '.repeat(2000)}1${' : 2'.repeat(2000)}`],
    ['calls', `${'f('.repeat(5000)}1${')'.repeat(5000)}`],
    ['sums', Array.from({ length: 5000 }, () => '1').join('+')],
  ])('has no thousands of %s', (_kind, source) => {
    expect(() => parseClaimExpression(source)).toThrow('the expression is nested too deeply or has too many parts')
  })

  it('refuses an unknown function', () => {
    expect(() => valueOf("Iso3166Convert.toAlpha2('x')")).toThrow('there is no function Iso3166Convert.toAlpha2')
  })
})
