import { isMap, parseDocument, type Document } from 'yaml'
import type { Catalog } from './catalog.ts'
import { DetectError } from './detect-error.ts'
import { isRecord } from './json-text.ts'

/** A config with the sections and tokens that it lacked. */
export interface ExtendedConfig {
  readonly text: string
  /** The keys that were added: `codehost`, `tokens.oidc-d_token`. */
  readonly added: readonly string[]
  /** Changes that the user has to make by hand. */
  readonly notes: readonly string[]
}

/**
 * Adds the starter sections of services, and the tokens they need, to the text of a config. The existing text stays as
 * it is: sections are appended, and tokens are added below the existing ones.
 *
 * @param path the file's path in messages
 * @throws DetectError when the config is no YAML map, or has keys and none that backlot knows.
 */
export async function extendConfig(
  text: string,
  services: readonly string[],
  catalog: Catalog,
  path: string,
): Promise<ExtendedConfig> {
  const present = keysOf(text, path)
  const known = catalog.services.map(({ id }) => id)
  if (present.length > 0 && !present.some((key) => key === 'tokens' || key === 'https' || known.includes(key)))
    throw notOurs(path)
  const missing = services.filter((id) => !present.includes(id))
  if (missing.length === 0) return { text, added: [], notes: [] }
  // Token names depend on all services of a config, so they are taken from the starter of all.
  const all = known.filter((id) => present.includes(id) || missing.includes(id))
  const tokens = tokensOf(await catalog.starter(all))
  const existing = tokensOf(text)
  const newTokens = Object.entries(tokens).filter(([name]) => !Object.hasOwn(existing, name))
  const withTokens = addTokens(text, Object.fromEntries(newTokens))
  return {
    text: `${withTokens.trimEnd()}\n${sectionsOf(await catalog.starter(missing), missing)}`,
    added: [...missing, ...newTokens.map(([name]) => `tokens.${name}`)],
    notes: Object.entries(tokens).flatMap(([name, token]) => lackingScopes(name, token, existing[name])),
  }
}

interface Token {
  readonly login?: unknown
  readonly scopes?: unknown
}

function keysOf(text: string, path: string): string[] {
  const document = parseDocument(text)
  const [error] = document.errors
  if (error !== undefined)
    throw new DetectError(`${path}: ${error.message.trimEnd()}\nMend the file and run backlot-detect again.`)
  const content: unknown = document.toJS() ?? {}
  if (!isRecord(content)) throw notOurs(path)
  return Object.keys(content)
}

function notOurs(path: string): DetectError {
  return new DetectError(
    `${path} has no section of a service, and may be another tool's: correct it, or pass --force to overwrite it.`,
  )
}

function tokensOf(text: string): Readonly<Record<string, Token>> {
  const content: unknown = parseDocument(text).toJS()
  const tokens = isRecord(content) ? content['tokens'] : undefined
  return isRecord(tokens) ? (tokens as Record<string, Token>) : {} // the members are checked where they are used
}

/** The part of a starter config that holds the sections, each with the comment lines above it. */
function sectionsOf(starter: string, ids: readonly string[]): string {
  const lines = starter.split('\n')
  const first = lines.findIndex((line) => ids.some((id) => line.startsWith(`${id}:`)))
  let start = first
  while (start > 0 && lines[start - 1]?.startsWith('#') === true && !lines[start - 1]?.includes('$schema=')) start -= 1
  return `\n${lines.slice(start).join('\n').trimEnd()}\n`
}

function addTokens(text: string, tokens: Readonly<Record<string, Token>>): string {
  if (Object.keys(tokens).length === 0) return text
  const document = parseDocument(text)
  const existing = document.get('tokens', true)
  const range = isMap(existing) && existing.flow !== true ? existing.range : undefined
  if (isMap(existing) && range != null) {
    const end = text.slice(0, range[1]).trimEnd().length
    const indent = ' '.repeat(columnOf(text, range[0]))
    const lines = blockOf(tokens)
      .replaceAll(/^(?=.)/gm, indent)
      .trimEnd()
    return `${text.slice(0, end)}\n${lines}${text.slice(end)}`
  }
  if (existing === undefined) return `${text.trimEnd()}\n\ntokens:\n${blockOf(tokens).replaceAll(/^(?=.)/gm, '  ')}`
  // A flow map has no lines to add to: the YAML library writes the file again, with its comments.
  for (const [name, token] of Object.entries(tokens)) document.setIn(['tokens', name], document.createNode(token))
  return document.toString({ lineWidth: 0 })
}

function blockOf(tokens: Readonly<Record<string, Token>>): string {
  const block: Document = parseDocument('{}')
  block.contents = block.createNode(tokens) as typeof block.contents // a map node
  for (const name of Object.keys(tokens)) {
    const scopes = block.getIn([name, 'scopes'], true)
    if (typeof scopes === 'object' && scopes !== null && 'flow' in scopes) scopes.flow = true
  }
  return block.toString({ lineWidth: 0, flowCollectionPadding: false })
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1)
}

/** An existing token is the user's: a scope that it lacks is reported, not added. */
function lackingScopes(name: string, wanted: Token, existing: Token | undefined): string[] {
  if (existing === undefined || !Array.isArray(wanted.scopes) || !Array.isArray(existing.scopes)) return []
  const scopes: readonly unknown[] = existing.scopes
  const lacking = wanted.scopes.filter((scope) => !scopes.includes(scope))
  return lacking.length === 0 ? [] : [`tokens.${name} lacks scopes that the added sections use: ${lacking.join(', ')}`]
}
