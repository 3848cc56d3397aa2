import { expect, it } from 'vitest'
import { createEmulator } from '#emulator.ts'

it.each([
  ['deployhost', { build_ms: -1 }, 'deployhost.build_ms', '-1'],
  ['deployhost', { build_ms: 1.5 }, 'deployhost.build_ms', '1.5'],
  ['mail', { verify_ms: 1e308 }, 'mail.verify_ms', '1e+308'],
  ['codehost', { actions: { run_ms: 8_640_000_000_000_001 } }, 'codehost.actions.run_ms', '8640000000000001'],
] as const)('%s refuses the span in the seed %j, with the range', async (id, section, path, value) => {
  const range = 'expected a whole number of milliseconds from 0 to 31536000000'
  await expect(createEmulator({ service: id, port: 0, seed: { [id]: section } })).rejects.toThrow(
    `${path}: ${range}, got ${value}`,
  )
})
