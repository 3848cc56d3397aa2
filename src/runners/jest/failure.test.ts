import type { Circus } from '@jest/types'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmulator, type Emulator } from '#emulator.ts'
import { reportFailure } from './failure.ts'

let codehost: Emulator<'codehost'>

beforeAll(async () => {
  codehost = await createEmulator({ service: 'codehost', port: 0 })
  await fetch(`${codehost.url}/zen`)
})
afterAll(() => codehost.close())

/**
 * Returns the text that Jest prints for a test that threw this value, with an error that shows where the test is
 * declared.
 */
function printed(thrown: unknown, declared?: Error): string {
  const errors: Circus.TestError[] = [[thrown, declared]]
  reportFailure(errors, [codehost])
  const [first] = errors
  const error: unknown = Array.isArray(first) ? first[0] : first
  return String(error instanceof Object && 'stack' in error ? error.stack : error)
}

test('adds the requests to the message of an error, above its stack frames', () => {
  expect(printed(new TypeError('not this'))).toMatch(
    /^TypeError: not this\n\nbacklot: .+\n {2}1 request:\n.+GET +\/zen .+\n\n +at /,
  )
})

test('adds the requests to an error whose message has only a getter, such as an AbortError', () => {
  expect(printed(new DOMException('The operation was aborted', 'AbortError'))).toMatch(
    /aborted\n\nbacklot: .+\n.+\n.+\/zen/,
  )
})

test('replaces a frozen error by one with the requests', () => {
  const error = Object.freeze(new Error('it is frozen'))
  expect(printed(error)).toMatch(/it is frozen\n\nbacklot: .+\n.+\n.+\/zen .+\n\n +at /)
  expect(error.message).toBe('it is frozen')
})

test('adds the requests to a time-out, above the place where the test is declared', () => {
  const declared = new Error()
  declared.message = 'thrown: "Exceeded timeout of 5000 ms for a test."' // as Jest does before it tells the environment
  expect(printed('Exceeded timeout of 5000 ms for a test.', declared)).toMatch(
    /^thrown: "Exceeded timeout of 5000 ms for a test\."\n\nbacklot: .+\n.+\n.+\/zen .+\n\n +at .+failure\.test\.ts/,
  )
})

test.each([undefined, null, 0])('adds the requests when the thrown value is %s', (thrown) => {
  expect(printed(thrown, new Error())).toMatch(new RegExp(`^thrown: ${thrown}\n\nbacklot: .+\n.+\n.+/zen`))
})

test('adds nothing to a test that did not fail', () => {
  const errors: Circus.TestError[] = []
  reportFailure(errors, [codehost])
  expect(errors).toEqual([])
})
