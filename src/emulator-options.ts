import { inspect } from 'node:util'
import { suggest } from './core/did-you-mean.ts'

const KNOWN = ['service', 'port', 'seed', 'hostname', 'baseUrl', 'now', 'allowWebhookHosts', 'host', 'https']

/**
 * Checks what `createEmulator` was given, for callers whose code no compiler has seen.
 *
 * @throws TypeError naming the option, what it may be and what it was.
 */
export function checkOptions(options: object): void {
  const all: unknown = options
  if (typeof all !== 'object' || all === null) throw wrong('options', 'an object such as { service: "codehost" }', all)
  const stray = Object.keys(options).find((name) => !KNOWN.includes(name))
  if (stray !== undefined) {
    const guess = suggest(stray, KNOWN)
    const hint = guess === undefined ? `known are ${KNOWN.join(', ')}` : `did you mean "${guess}"?`
    throw new TypeError(`createEmulator: unknown option ${JSON.stringify(stray)}, ${hint}`)
  }
  const given: Readonly<Record<string, unknown>> = { ...options }
  const { service, port, hostname, baseUrl, allowWebhookHosts, host, https } = given
  if (typeof service !== 'string' && (typeof service !== 'object' || service === null || !('routes' in service))) {
    throw wrong('service', 'the id of a service, such as "codehost", or one made with defineService', service)
  }
  if (port !== undefined && !(typeof port === 'number' && Number.isInteger(port) && port >= 0 && port <= 65535)) {
    throw wrong('port', 'a whole number from 0 to 65535', port)
  }
  for (const [name, value] of Object.entries({ hostname, baseUrl })) {
    if (value !== undefined && typeof value !== 'string') throw wrong(name, 'text', value)
  }
  if (allowWebhookHosts !== undefined && !areTexts(allowWebhookHosts)) {
    throw wrong('allowWebhookHosts', 'a list of hosts, such as ["example.test"]', allowWebhookHosts)
  }
  if (host !== undefined && host !== 'process' && host !== 'thread') {
    throw wrong('host', '"process" or "thread" (the address to listen at is hostname)', host)
  }
  if (https !== undefined && typeof https !== 'boolean') throw wrong('https', 'true or false', https)
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

function wrong(option: string, expected: string, value: unknown): TypeError {
  return new TypeError(`createEmulator: ${option}: expected ${expected}, got ${inspect(value, { depth: 0 })}`)
}
