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
    [[], 'main', false],
  ])('%j against %s is %s', (patterns, name, fits) => {
    expect(matchesPatterns(patterns, name)).toBe(fits)
  })
})
