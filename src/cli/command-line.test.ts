import { describe, expect, it } from 'vitest'
import { flagRows, formatHelp, parseFlags, type Flags } from './command-line.ts'

const flags = {
  port: { type: 'string', short: 'p', value: 'number', description: 'The port' },
  host: { type: 'string', value: 'address', description: 'The address' },
  https: { type: 'boolean', description: 'Serve TLS' },
  help: { type: 'boolean', short: 'h', description: 'Show this help' },
} as const satisfies Flags

describe('parsing flags', () => {
  it('returns words, repeated values and the flags that were passed', () => {
    const argv = ['-p', '1', 'start', '--port=2', '--https', '-p3', '--https', '--', '--host']
    const { words, problems, passed, has, values } = parseFlags(argv, flags)
    expect({ words, problems, passed }).toEqual({
      words: ['start', '--host'],
      problems: [],
      passed: ['port', 'https'],
    })
    expect([values('port'), values('host'), values('https')]).toEqual([['1', '2', '3'], [], []])
    expect([has('port'), has('https'), has('host')]).toEqual([true, true, false])
  })

  it.each([
    [['--prot', '1'], { kind: 'unknown', flag: '--prot', suggestion: '--port' }],
    [['-x'], { kind: 'unknown', flag: '-x', suggestion: undefined }],
    [['--constructor'], { kind: 'unknown', flag: '--constructor', suggestion: undefined }],
    [['--no-https'], { kind: 'unknown', flag: '--no-https', suggestion: undefined }],
    [['--port'], { kind: 'value missing', flag: '--port', got: undefined }],
    [['-p', ''], { kind: 'value missing', flag: '-p', got: undefined }],
    [['--port', '--https'], { kind: 'value missing', flag: '--port', got: '--https' }],
    [['--https=no'], { kind: 'value unexpected', flag: '--https', got: 'no' }],
  ])('reports the mistake in %j', (argv, problem) => {
    expect(parseFlags(argv, flags).problems).toEqual([problem])
  })

  it('accepts a value that begins with a dash after an equals sign', () => {
    expect(parseFlags(['--port=-1'], flags)).toMatchObject({ problems: [] })
  })

  it('reports every mistake in order, beside the flags that are valid', () => {
    const { problems, has } = parseFlags(['--nope', '-h', '--port'], flags)
    expect(problems.map(({ flag }) => flag)).toEqual(['--nope', '--port'])
    expect(has('help')).toBe(true)
  })
})

describe('the help', () => {
  it('aligns the descriptions of each section', () => {
    const sections = [
      { title: 'OPTIONS', rows: flagRows(flags) },
      { title: 'EXIT CODES', rows: [['0', 'done'] as const] },
    ]
    const help = { title: 'tool v1', description: 'A tool', usage: 'tool [OPTIONS]', sections, notes: 'The end.' }
    expect(formatHelp(help)).toBe(`A tool (tool v1)

USAGE tool [OPTIONS]

OPTIONS

  -p, --port=<number>   The port
      --host=<address>  The address
      --https           Serve TLS
  -h, --help            Show this help

EXIT CODES

  0  done

The end.
`)
  })
})
