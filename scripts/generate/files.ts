import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { registry } from '../../src/registry.ts'
import { manifest } from './manifest.ts'
import type { AnyService } from '#core/service.ts'
import { routesOf } from '#core/service-routes.ts'
import { errorWordsModule } from './slack-errors.ts'
import { camelCase, pascalCase, type Named } from './names.ts'
import { operationTypes } from './operation-types.ts'
import { withServiceTable } from './readme.ts'
import { sectionSchema } from './seed-schema.ts'
import { seedTypes } from './seed-types.ts'
import { methodNamesModule, slackMethods } from './slack-methods.ts'
import { withHosts } from './vendor-hosts.ts'

const OPERATIONS_HEADER = '// Written by npm run generate from the routes of the service. Do not edit.\n'
const HEADER = '// Written by npm run generate from src/registry.ts and the seed schemas. Do not edit.\n'

/** Returns the text of every generated file, by its path from the root. */
export async function generatedFiles(root: string): Promise<ReadonlyMap<string, string>> {
  const definitions = await Promise.all(registry.map(async (each) => ({ ...each, definition: await each.load() })))
  const services = definitions.map(({ id, port, vendor, definition: { title } }): Named => {
    return { id, port, vendor, title, camel: camelCase(id), pascal: pascalCase(id) }
  })
  const byId = services.toSorted((left, right) => (left.id < right.id ? -1 : 1))
  const seeds = definitions.map(({ id, definition }): [string, string] => {
    const name = `${pascalCase(id)}Seed`
    const description = `The section \`${id}\` of a seed: what the stand-in for the ${definition.title} begins with.`
    return [`src/services/${id}/seed.generated.ts`, HEADER + seedTypes(sectionSchema(definition), name, description)]
  })
  const operations = definitions.map(({ id, definition }) => operationFiles(id, definition))
  const pages = definitions.map(({ id, definition }): [string, string] => {
    const page = `docs/${id}.md`
    return [page, withHosts(readFileSync(join(root, page), 'utf8'), id, definition)]
  })
  const emulatorFiles = new Map(byId.flatMap(({ id }) => emulatorFileOf(root, id)))
  return new Map([
    ...seeds,
    ...(await Promise.all(operations)).flat(),
    ...pages,
    ['src/services/chat/methods.generated.ts', methodNamesModule(slackMethods(root))],
    ['src/services/chat/errors/words.generated.ts', errorWordsModule()],
    ['src/services.generated.ts', HEADER + publicTypes(byId, emulatorFiles)],
    ['src/services.generated.test.ts', HEADER + typeTests(byId)],
    ['src/runners/vitest/services.generated.ts', HEADER + vitestFixtures(byId)],
    ['src/runners/playwright/services.generated.ts', HEADER + playwrightFixtures(byId)],
    ['src/runners/jest/globals.generated.ts', HEADER + jestGlobals(byId)],
    [
      'package.json',
      manifest(
        readFileSync(join(root, 'package.json'), 'utf8'),
        byId.map(({ id }) => id),
      ),
    ],
    ['README.md', withServiceTable(readFileSync(join(root, 'README.md'), 'utf8'), services)],
  ])
}

/** Returns the files about a service's operations: their ids, and their types. */
async function operationFiles(id: string, definition: AnyService): Promise<[string, string][]> {
  const { routes, carried } = await routesOf(definition)
  const carriedIds = (await carried?.ids()) ?? []
  const all = [...routes.map(({ operation }) => operation), ...carriedIds]
  const others = [
    { operations: carriedIds, within: carried?.within },
    { operations: definition.protocol?.operations ?? [] },
  ]
  return [
    [`src/services/${id}/operations.generated.ts`, OPERATIONS_HEADER + operationIds(all)],
    [
      `src/services/${id}/operation-types.generated.ts`,
      `${OPERATIONS_HEADER}${operationTypes(pascalCase(id), id, routes, others)}`,
    ],
  ]
}

function operationIds(operations: readonly string[]): string {
  const ids = operations.map((operation) => `  '${operation}',\n`)
  return `\n/** The ids of the operations. */\nexport const operations: readonly string[] = [\n${ids.join('')}]\n`
}

/** Returns a service's id with the file of its emulator's interface, below its folder; nothing without one. */
function emulatorFileOf(root: string, id: string): readonly (readonly [string, string])[] {
  const found = ['commands/emulator.ts', 'emulator.ts'].find((file) =>
    existsSync(join(root, `src/services/${id}/${file}`)),
  )
  return found === undefined ? [] : [[id, found]]
}

function publicTypes(services: readonly Named[], emulatorFiles: ReadonlyMap<string, string>): string {
  const imports = services.flatMap((service) => [
    ...(emulatorFiles.has(service.id)
      ? [`import type { ${service.pascal}Emulator } from './services/${service.id}/${emulatorFiles.get(service.id)}'\n`]
      : []),
    `import type { ${service.pascal}Seed } from './services/${service.id}/seed.generated.ts'\n`,
  ])
  const exported = services.flatMap((service) => [
    ...(emulatorFiles.has(service.id) ? [`${service.pascal}Emulator`] : []),
    `${service.pascal}Seed`,
  ])
  const plain = services
    .filter((service) => !emulatorFiles.has(service.id))
    .map(
      ({ id, pascal, title }) =>
        `/** A running stand-in for the ${title}. */\nexport type ${pascal}Emulator = EmulatorBase<'${id}'>\n\n`,
    )
  return `${plain.length === 0 ? '' : "import type { EmulatorBase } from './core/emulator-base.ts'\n"}import type { Service } from './core/service-type.ts'
${imports.join('')}
export type { ${exported.join(', ')} }

${plain.join('')}/** The emulators of the built-in services, by id. */
export interface Emulators {
${services.map(({ id, pascal }) => `  ${key(id)}: ${pascal}Emulator\n`).join('')}}

/** The id of a built-in service. */
export type ServiceId = keyof Emulators

/** A section may be the state of a running instance in place of all else, as “copy as seed” of the inspector has it. */
export interface CopiedSection {
  state?: object
}

/** A seed: the tokens, and a section for each service. */
export interface Seed {
  /** The Bearer values that clients send, each with its user and scopes. */
  tokens?: Record<string, { login: string; scopes: string[] }>
  /** The services to serve over TLS: all of them, or those named. */
  https?: boolean | string[]
${services.map(({ id, pascal, title }) => `  /** ${title} */\n  ${key(id)}?: ${pascal}Seed & CopiedSection\n`).join('')}}

/** The definition of a built-in service. */
export type BuiltInService<Id extends ServiceId> = Service<Id, NonNullable<Seed[Id]>, Emulators[Id]>
`
}

/** Returns tests for the compiler: the published types agree with the definitions. */
function typeTests(services: readonly Named[]): string {
  const imports = services.map(({ id, camel }) => `import type { ${camel} } from './services/${id}/index.ts'\n`)
  const tests = services.map(
    ({ id, camel }) => `
test('the published types of ${id} agree with its definition', () => {
  agree<Published<'${id}', typeof ${camel}>>(true)
})
`,
  )
  return `import { expect, test } from 'vitest'
import type { Published } from './published-types.fixture.ts'
${imports.join('')}
// The compiler refuses \`true\` where the types differ. At run time there is nothing to compare.
const agree = <Agrees extends boolean>(agrees: Agrees): void => expect(agrees).toBe(true)
${tests.join('')}`
}

function vitestFixtures(services: readonly Named[]): string {
  const fixtures = services.map(
    ({ id, camel }) => `
/** The fixture \`${camel}\`, for \`test.extend\`. With options: \`emulatorFixture('${id}', { … })\`. */
export const ${camel}Fixture: EmulatorFixture<'${id}'> = emulatorFixture('${id}')
`,
  )
  return `import { emulatorFixture, type EmulatorFixture } from './fixture.ts'\n${fixtures.join('')}`
}

function playwrightFixtures(services: readonly Named[]): string {
  const fixtures = services.map(
    ({ id, camel }) => `
/** The fixtures \`${camel}\` and \`${camel}Options\`, for \`test.extend\`. */
export const ${camel}Fixture: Fixtures<NoFixtures, EmulatorFixtures<'${id}'>> = emulatorFixture('${id}')
`,
  )
  return `import type { Fixtures } from '@playwright/test'
import { emulatorFixture, type EmulatorFixtures, type NoFixtures } from './fixture.ts'
${fixtures.join('')}`
}

function jestGlobals(services: readonly Named[]): string {
  const globals = services.map(
    ({
      id,
      camel,
    }) => `  /** The ${id} instance of this worker, reset before each test. Named in \`testEnvironmentOptions.services\`. */
  var ${camel}: Emulator<'${id}'>
`,
  )
  return `import type { Emulator } from '../../emulator.ts'

// A global must be \`var\` to be one.
declare global {
${globals.join('')}}
`
}

function key(id: string): string {
  return id.includes('-') ? `'${id}'` : id
}
