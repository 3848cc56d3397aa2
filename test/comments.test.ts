import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** The columns of a line. oxfmt wraps code, and leaves comments as they are. */
const COLUMNS = 120

/** The sources of the project, without generated ones. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.mjs'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && !file.includes('.generated.') && !file.startsWith('examples/'))

/** Returns true for a line of a comment that is too long. A URL cannot be wrapped, nor can code of an example. */
function isTooLong(line: string): boolean {
  return line.length > COLUMNS && /^\s*(?:\/\/|\/?\*)/.test(line) && !/https?:\/\/\S{60,}|\* export const /.test(line)
}

it('reads the sources', () => {
  expect(files.length).toBeGreaterThan(2000)
  expect(isTooLong(`// ${'word '.repeat(30)}`)).toBe(true)
})

it('has no line of a comment that is longer than the lines of code may be', () => {
  const long = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (isTooLong(line) ? [`${file}:${index + 1}`] : [])),
  )
  expect(long).toEqual([])
})

it('has no comment that begins with "What" or "Who" in place of a noun', () => {
  const riddles = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (/^\s*(?:\/\*\*|\/\/) (?:What|Who) /.test(line) ? [`${file}:${index + 1}`] : [])),
  )
  expect(riddles).toEqual([])
})
