import { describe, expect, it } from 'vitest'
import { conditionHolds } from './conditions.ts'
import { conditionContext } from './context.ts'

type Keys = Parameters<typeof conditionContext>[0]

function met(operator: string, key: string, values: string | string[], keys: Keys): boolean {
  return conditionHolds({ operator, key, values: [values].flat() }, conditionContext(keys), true)
}

describe('conditions on texts', () => {
  it('compare exactly, ignoring case, or with wildcards', () => {
    expect(met('StringEquals', 's3:prefix', 'home', { 's3:prefix': 'home' })).toBe(true)
    expect(met('StringEquals', 's3:prefix', 'Home', { 's3:prefix': 'home' })).toBe(false)
    expect(met('StringEquals', 's3:prefix', 'ho*', { 's3:prefix': 'home' })).toBe(false)
    expect(met('StringEqualsIgnoreCase', 's3:prefix', 'Home', { 's3:prefix': 'home' })).toBe(true)
    expect(met('StringLike', 's3:prefix', ['x', 'ho?e/*'], { 's3:prefix': 'home/ada' })).toBe(true)
    expect(met('StringNotLike', 's3:prefix', ['x', 'ho?e/*'], { 's3:prefix': 'home/ada' })).toBe(false)
  })

  it('find keys ignoring case', () => {
    expect(met('StringEquals', 'AWS:UserName', 'ada', { 'aws:username': 'ada' })).toBe(true)
  })

  it('replace variables', () => {
    const keys = { 's3:prefix': 'home/ada/x', 'aws:username': 'ada' }
    expect(met('StringLike', 's3:prefix', 'home/${aws:username}/*', keys)).toBe(true)
    expect(met('StringEquals', 'aws:username', '${aws:username}', keys)).toBe(true)
    expect(met('StringLike', 's3:prefix', 'home/${aws:userid}/*', keys)).toBe(false)
  })

  it('match none of the values when they are negated', () => {
    expect(met('StringNotEquals', 'aws:username', ['ada', 'bob'], { 'aws:username': 'bob' })).toBe(false)
    expect(met('StringNotEquals', 'aws:username', ['ada', 'bob'], { 'aws:username': 'eve' })).toBe(true)
    expect(met('StringNotEqualsIgnoreCase', 'aws:username', 'ADA', { 'aws:username': 'ada' })).toBe(false)
    expect(met('StringNotEquals', 'aws:TagKeys', 'team', { 'aws:TagKeys': ['cost', 'team'] })).toBe(false)
  })
})

describe('a condition key that a request does not have', () => {
  it('satisfies only negated operators, those with IfExists, and ForAllValues', () => {
    expect(met('StringEquals', 'aws:username', 'ada', {})).toBe(false)
    expect(met('StringNotEquals', 'aws:username', 'ada', {})).toBe(true)
    expect(met('StringEqualsIfExists', 'aws:username', 'ada', {})).toBe(true)
    expect(met('StringEqualsIfExists', 'aws:username', 'ada', { 'aws:username': 'bob' })).toBe(false)
    expect(met('BoolIfExists', 'aws:MultiFactorAuthPresent', 'true', {})).toBe(true)
    expect(met('ForAllValues:StringEquals', 'aws:TagKeys', 'team', {})).toBe(true)
    expect(met('ForAnyValue:StringEquals', 'aws:TagKeys', 'team', {})).toBe(false)
    expect(met('ForAnyValue:StringNotEquals', 'aws:TagKeys', 'team', {})).toBe(false)
    expect(met('NotIpAddress', 'aws:SourceIp', '10.0.0.0/8', {})).toBe(true)
  })

  it('is matched by Null', () => {
    expect(met('Null', 'aws:TokenIssueTime', 'true', {})).toBe(true)
    expect(met('Null', 'aws:TokenIssueTime', 'false', {})).toBe(false)
    expect(met('Null', 'aws:username', 'false', { 'aws:username': 'ada' })).toBe(true)
  })
})

describe('condition keys with several values', () => {
  it('are matched by ForAllValues and ForAnyValue', () => {
    const keys = { 'aws:TagKeys': ['team', 'stage'] }
    expect(met('ForAllValues:StringEquals', 'aws:TagKeys', ['team', 'stage', 'cost'], keys)).toBe(true)
    expect(met('ForAllValues:StringEquals', 'aws:TagKeys', ['team'], keys)).toBe(false)
    expect(met('ForAnyValue:StringEquals', 'aws:TagKeys', ['team'], keys)).toBe(true)
    expect(met('ForAnyValue:StringLike', 'aws:TagKeys', ['cost*'], keys)).toBe(false)
    expect(met('ForAnyValue:StringNotEquals', 'aws:TagKeys', ['team'], keys)).toBe(true)
    expect(met('ForAllValues:StringNotEquals', 'aws:TagKeys', ['team'], keys)).toBe(false)
  })
})

describe('conditions on other types', () => {
  it('compare numbers', () => {
    expect(met('NumericLessThanEquals', 's3:max-keys', '10', { 's3:max-keys': '9' })).toBe(true)
    expect(met('NumericLessThanEquals', 's3:max-keys', '10', { 's3:max-keys': '11' })).toBe(false)
    expect(met('NumericEquals', 's3:max-keys', '10', { 's3:max-keys': '10.0' })).toBe(true)
    expect(met('NumericNotEquals', 's3:max-keys', '10', { 's3:max-keys': '11' })).toBe(true)
    expect(met('NumericGreaterThan', 's3:max-keys', '10', { 's3:max-keys': 'many' })).toBe(false)
  })

  it('compare dates, in ISO 8601 and in seconds', () => {
    const keys = { 'aws:CurrentTime': '2026-06-01T00:00:00Z' }
    expect(met('DateGreaterThan', 'aws:CurrentTime', '2026-01-01T00:00:00Z', keys)).toBe(true)
    expect(met('DateLessThan', 'aws:CurrentTime', '2026-01-01', keys)).toBe(false)
    expect(met('DateLessThan', 'aws:CurrentTime', '1893456000', keys)).toBe(true)
    expect(
      met('DateGreaterThanEquals', 'aws:EpochTime', '2026-01-01T00:00:00Z', { 'aws:EpochTime': '1767225600' }),
    ).toBe(true)
  })

  it('match addresses and their ranges', () => {
    expect(
      met('IpAddress', 'aws:SourceIp', ['203.0.113.0/24', '2001:DB8::/32'], { 'aws:SourceIp': '203.0.113.7' }),
    ).toBe(true)
    expect(
      met('IpAddress', 'aws:SourceIp', ['203.0.113.0/24', '2001:DB8::/32'], { 'aws:SourceIp': '2001:db8::1' }),
    ).toBe(true)
    expect(met('IpAddress', 'aws:SourceIp', '203.0.113.7', { 'aws:SourceIp': '203.0.113.7' })).toBe(true)
    expect(met('IpAddress', 'aws:SourceIp', '203.0.113.0/24', { 'aws:SourceIp': '203.0.114.7' })).toBe(false)
    expect(met('NotIpAddress', 'aws:SourceIp', '203.0.113.0/24', { 'aws:SourceIp': '127.0.0.1' })).toBe(true)
    expect(met('IpAddress', 'aws:SourceIp', 'nowhere', { 'aws:SourceIp': '127.0.0.1' })).toBe(false)
  })

  it('compare booleans and ARNs', () => {
    expect(met('Bool', 'aws:SecureTransport', 'false', { 'aws:SecureTransport': false })).toBe(true)
    expect(met('Bool', 'aws:SecureTransport', 'true', { 'aws:SecureTransport': false })).toBe(false)
    const keys = { 'aws:PrincipalArn': 'arn:aws:iam::123456789012:role/teams/worker' }
    expect(met('ArnLike', 'aws:PrincipalArn', 'arn:aws:iam::*:role/*', keys)).toBe(true)
    expect(met('ArnEquals', 'aws:PrincipalArn', 'arn:aws:iam::123456789012:role/*/worker', keys)).toBe(true)
    expect(met('ArnLike', 'aws:PrincipalArn', 'arn:*:worker', keys)).toBe(false)
    expect(met('ArnNotLike', 'aws:PrincipalArn', 'arn:aws:iam::*:user/*', keys)).toBe(true)
  })
})
