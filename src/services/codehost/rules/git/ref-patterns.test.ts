import { describe, expect, it } from 'vitest'
import { matchesPatterns } from './ref-patterns.ts'

describe('the patterns of a filter', () => {
  it.each([
    [['main'], 'main', true],
    [['main'], 'mainly', false],
    [['*'], 'main', true],
    [['*'], 'feature/one', false],
    [['**'], 'feature/one', true],
    [['feature/*'], 'feature/one', true],
    [['feature/*'], 'feature/one/two', false],
    [['feature/**'], 'feature/one/two', true],
    [['**/README.md'], 'README.md', true],
    [['**/README.md'], 'docs/js/README.md', true],
    [['**.js'], 'src/a.js', true],
    [['*.js'], 'src/a.js', false],
    [['v[12].[0-9]+.[0-9]+'], 'v1.10.1', true],
    [['v[12].[0-9]+.[0-9]+'], 'v3.0.0', false],
    [['*.jsx?'], 'a.js', true],
    [['*.jsx?'], 'a.jsx', true],
    [['a.b'], 'axb', false],
    [['release/**', '!release/**-alpha'], 'release/1-alpha', false],
    [['release/**', '!release/**-alpha'], 'release/1', true],
    [['!main', 'main'], 'main', true],
    [['+1'], '+1', true],
    [['(x)'], '(x)', true],
    [['a+b'], 'aaab', true],
    [['a+b'], 'b', false],
    [['[^a]b'], 'cb', true],
    [['[^a]b'], 'ab', false],
    [['**/docs/**'], 'docs/a/b.md', true],
    [['**/docs/**'], 'mydocs/a.md', false],
    [[String.raw`v1\.\*`], 'v1.*', true],
    [[], 'main', false],
  ])('%j against %s is %s', (patterns, name, fits) => {
    expect(matchesPatterns(patterns, name)).toBe(fits)
  })

  it('are matched in time proportional to pattern and name, however often they repeat', () => {
    const before = process.cpuUsage()
    expect(matchesPatterns(['a+'.repeat(1000) + 'b'], 'a'.repeat(250))).toBe(false)
    expect(matchesPatterns(['**a'.repeat(200) + '**b'], 'a'.repeat(250))).toBe(false)
    expect(matchesPatterns(['[0-9]+'.repeat(500) + 'x'], '1'.repeat(600))).toBe(false)
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000)
  })
})
