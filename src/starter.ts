import * as v from 'valibot'
import type { AnyService } from './core/service.ts'
import { findService, UnknownService } from './emulator.ts'

/** Where the schema of seeds is in a project that has backlot, for its editor. */
const HEADER = `# yaml-language-server: $schema=./node_modules/backlot/schema.json

# What the stand-ins begin with, and go back to at every reset. Change it to what your tests need.
# Never put a real credential here.
`

/**
 * The whole YAML text of a starter config for these built-in services; it starts as it is.
 *
 * @throws UnknownService when there is no such service, or not yet.
 */
export async function starterSeed(ids: readonly string[]): Promise<string> {
  const services = await Promise.all(
    ids.map(async (id) => {
      const service = await findService(id)
      if (service === undefined) throw new UnknownService(id)
      return service
    }),
  )
  return starterText(services)
}

/** The whole YAML text of a starter config for these services, built in or not. */
export async function starterText(services: readonly AnyService[]): Promise<string> {
  const sections = services.map(
    ({ id, title, port, starter }) =>
      `\n# ${title}, by default at http://127.0.0.1:${port}\n${id}:\n${indented(starter)}\n`,
  )
  return [HEADER, await starterTokens(services), ...sections].join('')
}

/** The starter config of a service as an inline seed. */
export async function starterContent(service: AnyService): Promise<object> {
  const { parse } = await import('yaml')
  const content: object = parse(await starterText([service])) // a map: it has the service's section
  return content
}

/** A token for the first user of each service: the first is `dev_token`, those that other services need are theirs. */
async function starterTokens(services: readonly AnyService[]): Promise<string> {
  const { parse, stringify } = await import('yaml')
  const scopes = new Map<string, Set<string>>()
  const names = new Map<string, string>()
  for (const service of services) {
    const [login] = service.logins?.(v.parse(service.seed, parse(service.starter))) ?? []
    if (login === undefined) continue
    names.set(login, names.get(login) ?? (names.size === 0 ? 'dev_token' : `${service.id}_token`))
    scopes.set(login, new Set([...(scopes.get(login) ?? []), ...(service.starterScopes ?? [])]))
  }
  if (names.size === 0) return ''
  const entries = [...names].map(([login, name]) => {
    const list = stringify([...(scopes.get(login) ?? [])], {
      collectionStyle: 'flow',
      flowCollectionPadding: false,
      lineWidth: 0,
    })
    return `  ${name}:\n    login: ${stringify(login)}    scopes: ${list}`
  })
  return `
# The literal values that your code sends, such as "Authorization: Bearer dev_token", with whose they are and what they may do.
tokens:
${entries.join('')}`
}

function indented(text: string): string {
  return text.trimEnd().replaceAll(/^(?=.)/gm, '  ')
}
