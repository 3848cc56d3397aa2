import * as v from 'valibot'
import type { AnyService } from './core/service.ts'
import { UnknownService, findService } from './find-service.ts'

/** The beginning of every starter config. Its first line tells editors where the schema of seeds is. */
const HEADER = `# yaml-language-server: $schema=./node_modules/backlot/schema.json

# The state that the stand-ins begin with, and that every reset restores. Change it to what your tests need.
# Never put a real credential here.
`

/**
 * Returns the whole YAML text of a starter config for these built-in services. It is a valid seed without any change.
 *
 * @throws UnknownService when a service does not exist, or does not exist yet.
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

/** Returns the whole YAML text of a starter config for these services, built in or not. */
export async function starterText(services: readonly AnyService[]): Promise<string> {
  const { parse, stringify } = await import('yaml')
  const sections = services.map(
    ({ id, title, port, starter }) =>
      `\n# ${title}, by default at http://127.0.0.1:${port}\n${id}:\n${indented(starter)}\n`,
  )
  const tokens = starterTokens(services.map((service) => ({ service, section: parse(service.starter) })))
  return [HEADER, tokensText(tokens, stringify), ...sections].join('')
}

/** Returns the starter config of a service as an inline seed. */
export async function starterContent(service: AnyService): Promise<object> {
  const { parse } = await import('yaml')
  const section: unknown = parse(service.starter)
  const tokens = starterTokens([{ service, section }])
  return { ...(tokens.size === 0 ? {} : { tokens: Object.fromEntries(tokens) }), [service.id]: section }
}

/** A token of a starter: the user whose token it is, and what it may do. */
interface StarterToken {
  readonly login: string
  readonly scopes: readonly string[]
}

/** A service with its starter section, as YAML reads it. */
interface StarterSection {
  readonly service: AnyService
  readonly section: unknown
}

/**
 * Returns a token for the first user of each service, by its value: `dev_token` for the first of these users; for
 * another user, a token named after the service.
 */
function starterTokens(starting: readonly StarterSection[]): ReadonlyMap<string, StarterToken> {
  const values = new Map<string, string>()
  const tokens = new Map<string, StarterToken>()
  for (const { service, section } of starting) {
    const [login] = service.logins?.(v.parse(service.seed, section)) ?? []
    if (login === undefined) continue
    const value = values.get(login) ?? (values.size === 0 ? 'dev_token' : `${service.id}_token`)
    values.set(login, value)
    const scopes = new Set([...(tokens.get(value)?.scopes ?? []), ...(service.starterScopes ?? [])])
    tokens.set(value, { login, scopes: [...scopes] })
  }
  return tokens
}

function tokensText(
  tokens: ReadonlyMap<string, StarterToken>,
  stringify: (value: unknown, options?: object) => string,
): string {
  if (tokens.size === 0) return ''
  const entries = [...tokens].map(([value, { login, scopes }]) => {
    const list = stringify(scopes, { collectionStyle: 'flow', flowCollectionPadding: false, lineWidth: 0 })
    return `  ${value}:\n    login: ${stringify(login)}    scopes: ${list}`
  })
  return `
# The values that your code sends, such as "Authorization: Bearer dev_token", each with its user and what it may do.
tokens:
${entries.join('')}`
}

function indented(text: string): string {
  return text.trimEnd().replaceAll(/^(?=.)/gm, '  ')
}
