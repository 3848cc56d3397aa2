import { camelCase } from '#fixtures/names.ts'

/** A test runner that the wizard knows. */
export type Runner = 'vitest' | 'jest' | 'playwright'

/** The extension of a test's file. Jest runs TypeScript only with a compiler, so its test is JavaScript. */
export function extensionOf(runner: Runner, usesTypeScript: boolean): 'ts' | 'js' {
  return usesTypeScript && runner !== 'jest' ? 'ts' : 'js'
}

/** Returns a test that passes with any seed: the service is reached, and its log is empty at the start of each test. */
export function firstTest(runner: Runner, id: string): string {
  const name = camelCase(id)
  const body = `  // Your own code calls ${name}.url here, with the vendor's SDK: node_modules/backlot/docs/${id}.md shows how.
  await fetch(${name}.url)
  expect(${name}.requests).toHaveLength(1)
  expect(${name}.requests[0].method).toBe('GET')
`
  if (runner === 'jest') {
    return `/**
 * @jest-environment backlot/jest
 * @jest-environment-options {"services": ["${id}"]}
 */
test('${id} is reached, and begins with the seed', async () => {
  const ${name} = globalThis.${name}
${body}})
`
  }
  const source = runner === 'vitest' ? 'vitest' : '@playwright/test'
  return `import { expect, test as base } from '${source}'
import { ${name}Fixture } from 'backlot/${runner}'

const test = base.extend(${name}Fixture)

test('${id} is reached, and begins with the seed', async ({ ${name} }) => {
${body.replace('requests[0].method', 'requests[0]?.method')}})
`
}

/**
 * Returns the configuration with which a runner starts the services before any code is imported; null for a runner
 * whose tests name what they need.
 */
export function configurationOf(
  runner: Runner,
  services: readonly string[],
  usesTypeScript: boolean,
): { readonly path: string; readonly text: string } | null {
  const list = `[${services.map((id) => `'${id}'`).join(', ')}]`
  if (runner === 'playwright') return null
  if (runner === 'jest') {
    return {
      path: 'jest.config.mjs',
      text: `export default {\n  testEnvironment: 'backlot/jest',\n  testEnvironmentOptions: { services: ${list} },\n}\n`,
    }
  }
  return {
    path: usesTypeScript ? 'vitest.config.ts' : 'vitest.config.mjs',
    text: `import { backlot } from 'backlot/vitest'
import { defineConfig } from 'vitest/config'

export default defineConfig({ plugins: [backlot({ services: ${list} })] })
`,
  }
}
