import { describe, expect, it } from 'vitest'
import { createEmulator } from './emulator.ts'

/** Calls `createEmulator` as JavaScript without a type check would. */
const start = (options: object) => createEmulator({ port: 0, ...options } as Parameters<typeof createEmulator>[0])
const startWith = (options: unknown) => createEmulator(options as Parameters<typeof createEmulator>[0])

describe('createEmulator refuses', () => {
  it.each([
    [{ service: 'codehost', prot: 1 }, 'createEmulator: unknown option prot, did you mean port?'],
    [{ service: 'codehost', colour: 1 }, 'createEmulator: unknown option colour; known are service, port, seed,'],
    [{}, 'createEmulator: service: expected the id of a service, such as "codehost", or one made with defineService'],
    [{ service: { id: 'x' } }, 'got {"id":"x"}'],
    [{ service: 'codehost', port: '80' }, 'createEmulator: port: expected a whole number from 0 to 65535, got "80"'],
    [{ service: 'codehost', port: 70_000 }, 'createEmulator: port: expected a whole number from 0 to 65535, got 70000'],
    [{ service: 'codehost', hostname: 5 }, 'createEmulator: hostname: expected text, got 5'],
    [{ service: 'codehost', baseUrl: new URL('http://a.test') }, 'createEmulator: baseUrl: expected text, got URL'],
    [
      { service: 'codehost', allowWebhookHosts: 'example.test' },
      'createEmulator: allowWebhookHosts: expected a list of hosts, such as ["example.test"], got "example.test"',
    ],
    [{ service: 'codehost', allowWebhookHosts: ['http://example.test'] }, 'got ["http://example.test"]'],
    [{ service: 'codehost', runsIn: 'worker' }, 'createEmulator: runsIn: expected "process" or "thread", got "worker"'],
    [{ service: 'codehost', host: '0.0.0.0' }, 'createEmulator: host: expected "process" or "thread"'],
  ])('%j', async (options, message) => {
    const refusal: unknown = await start(options).catch((reason: unknown) => reason)
    expect(refusal).toBeInstanceOf(TypeError)
    expect(String(refusal)).toContain(message)
  })

  it('what is no object at all', async () => {
    await expect(startWith(undefined)).rejects.toThrow('createEmulator: options: expected an object such as')
    await expect(startWith('codehost')).rejects.toThrow('got "codehost"')
  })
})

describe('the former name of runsIn, host', () => {
  it('still works, with one warning in a process', async () => {
    const warnings: Error[] = []
    const listener = (warning: Error): void => void warnings.push(warning)
    process.on('warning', listener)
    for (const options of [{ runsIn: 'process' }, { host: 'process' }, { host: 'process' }]) {
      await using emulator = await start({ service: 'mail', ...options })
      expect(emulator.port).toBeGreaterThan(0)
    }
    process.off('warning', listener)
    expect(warnings).toMatchObject([
      { name: 'DeprecationWarning', code: 'BACKLOT_HOST', message: expect.stringContaining("runsIn: 'thread'") },
    ])
  })
})
