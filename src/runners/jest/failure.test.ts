import type { Circus } from '@jest/types'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmulator, type Emulator } from '../../emulator.ts'
import { reportFailure } from './failure.ts'

let codehost: Emulator<'codehost'>

beforeAll(async () => {
  codehost = await createEmulator({ service: 'codehost', port: 0 })
  await fetch(`${codehost.url}/zen`)
})
afterAll(() => codehost.close())

/** What Jest prints of a test that failed with this, the place where it is declared beside it. */
function printed(thrown: unknown, declared?: Error): string {
  const errors: Circus.TestError[] = [[thrown, declared]]
  reportFailure(errors, [codehost])
  const [first] = errors
  const error: unknown = Array.isArray(first) ? first[0] : first
  return String(error instanceof Object && 'stack' in error ? error.stack : error)
}

test('an error tells in its own words what was asked, above its place', () => {
  expect(printed(new TypeError('not this'))).toMatch(
    /^TypeError: not this\n\nbacklot: .+\n {2}1 request:\n.+GET +\/zen .+\n\n +at /,
  )
})

test('so does one whose message cannot be set, as that of a request that was given up', () => {
  expect(printed(new DOMException('The operation was aborted', 'AbortError'))).toMatch(
    /aborted\n\nbacklot: .+\n.+\n.+\/zen/,
  )
})

test('a frozen error gives its place to one that tells', () => {
  const error = Object.freeze(new Error('it is frozen'))
  expect(printed(error)).toMatch(/it is frozen\n\nbacklot: .+\n.+\n.+\/zen .+\n\n +at /)
  expect(error.message).toBe('it is frozen')
})

test('a time-out, which is a text, tells in Jest’s words, above where the test is declared', () => {
  const declared = new Error()
  declared.message = 'thrown: "Exceeded timeout of 5000 ms for a test."' // as Jest does before it tells the environment
  expect(printed('Exceeded timeout of 5000 ms for a test.', declared)).toMatch(
    /^thrown: "Exceeded timeout of 5000 ms for a test\."\n\nbacklot: .+\n.+\n.+\/zen .+\n\n +at .+failure\.test\.ts/,
  )
})

test.each([undefined, null, 0])('what is no error tells too when it is thrown: %s', (thrown) => {
  expect(printed(thrown, new Error())).toMatch(new RegExp(`^thrown: ${thrown}\n\nbacklot: .+\n.+\n.+/zen`))
})

test('a test that did not fail has nothing to tell', () => {
  const errors: Circus.TestError[] = []
  reportFailure(errors, [codehost])
  expect(errors).toEqual([])
})
