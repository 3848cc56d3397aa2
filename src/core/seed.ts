import * as v from 'valibot'
import { SeedError } from './seed/seed-error.ts'
import { didYouMean, got, problemsOf, unknownKey, type Problem } from './seed/seed-issues.ts'
import { isRecord } from './objects.ts'
import { copiedSectionSchema, isCopied, type CopiedState } from './seed/copied-state.ts'
import { pathText, valueAt } from './seed/seed-path.ts'
import { readSource, type SeedSource } from './seed/seed-source.ts'
import { DEFAULT_TOKEN, type AnyService, type SeedProblem, type SeedToken, type SharedSeed } from './service.ts'

export { SeedError }

/** A validated seed, for one service. */
export interface LoadedSeed {
  /** The service's section: the output of its schema. */
  readonly section: unknown
  readonly shared: SharedSeed
  /** True when the seed asks for the service to be served over TLS. */
  readonly https: boolean
  /** The seed's file; null for an inline seed and without one. */
  readonly file: string | null
  /** Returns the error for a contradiction that the service found while it applied its section. */
  explain(problem: SeedProblem): SeedError
}

/** The services that {@link loadSeed} validates a seed for. */
export interface SeedContext {
  /** The service that the seed is loaded for. */
  service: AnyService
  /** Finds another service whose section the seed has; undefined for an unknown id. */
  find: (id: string) => Promise<AnyService | undefined>
  /** The ids of all services. */
  known: readonly string[]
  /** Returns the id of the service for a vendor's name, which people may write in place of the id. */
  idOfVendor?: (name: string) => string | undefined
}

/** The schema of `tokens`. */
export const tokensSchema = v.pipe(
  v.record(
    v.pipe(v.string(), v.nonEmpty()),
    v.strictObject({
      login: v.pipe(v.string(), v.description('The login of a user of one of the sections.')),
      scopes: v.pipe(v.array(v.string()), v.description('What the token may do. Empty: read what is public.')),
    }),
  ),
  v.description('The literal values that clients send, such as `Authorization: Bearer dev_token`.'),
)

/** The schema of `https`. */
export const httpsSchema = v.pipe(
  v.union([v.boolean(), v.array(v.string())]),
  v.description('Which services are served over TLS: `true` for all, or a list of ids.'),
)

/** The keys of a seed beside the sections of services. */
const SHARED_KEYS = ['tokens', 'https']

/**
 * Reads and validates a seed for one service: the file at a path, an object, or nothing. Every section is validated by
 * its service.
 *
 * @throws SeedError with a line for everything that is wrong, and for a file that cannot be read.
 */
export async function loadSeed(seed: string | object | undefined, context: SeedContext): Promise<LoadedSeed> {
  const source = await readSource(seed)
  const { tokens, section, https, state, problems } = await validate(source.value ?? {}, context)
  if (problems.length > 0) throw wrong(source, problems)
  const shared =
    state !== undefined
      ? { tokens: state.tokens, defaultLogin: state.defaultLogin, state }
      : tokens.length === 0
        ? { tokens: [DEFAULT_TOKEN], defaultLogin: DEFAULT_TOKEN.login }
        : { tokens, defaultLogin: null }
  return {
    section,
    shared,
    https,
    file: source.file,
    explain({ path: inner, message, candidates }) {
      const path = [context.service.id, ...inner]
      const hint = didYouMean(valueAt(source.value, path), candidates)
      return wrong(source, [{ path, part: 'value', message: message + hint }])
    },
  }
}

/** Returns whether an object has no keys and is no plain object: a URL, a promise, a `Map`. */
function isForeign(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  // A plain object of another realm has another prototype, whose own prototype is null too.
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null
  return !isPlain && Object.keys(value).length === 0
}

interface Validated {
  tokens: SeedToken[]
  section: unknown
  https: boolean
  /** The state of the service, where it was copied from an instance. */
  state?: CopiedState | undefined
  problems: Problem[]
}

async function validate(value: unknown, context: SeedContext): Promise<Validated> {
  if (!isRecord(value) || isForeign(value)) {
    const found = isRecord(value) ? `a ${value.constructor?.name ?? 'value'}` : got(value)
    const message = `a seed is a map of "tokens" and a section for each service, got ${found}`
    return { tokens: [], section: undefined, https: false, problems: [{ path: [], part: 'value', message }] }
  }
  const problems: Problem[] = []
  const logins: string[] = []
  let section: unknown
  let state: CopiedState | undefined
  for (const key of new Set([context.service.id, ...Object.keys(value)])) {
    if (SHARED_KEYS.includes(key)) continue
    const service = key === context.service.id ? context.service : await context.find(key)
    if (service === undefined) {
      problems.push(unknownSection(key, context))
      continue
    }
    if (isCopied(value[key])) {
      const copied = check(copiedSectionSchema, value[key], [key])
      if (!copied.ok) for (const each of copied.problems) problems.push(each)
      else if (service === context.service) state = copied.output.state as CopiedState // its keys are an instance's
      section = state?.section ?? section
      continue
    }
    const checked = check(service.seed, value[key], [key])
    // A seed may have more records than a call takes arguments.
    if (!checked.ok) for (const each of checked.problems) problems.push(each)
    else {
      if (service === context.service) section = checked.output
      for (const login of service.logins?.(checked.output) ?? []) logins.push(login)
    }
  }
  const https = servedOverTls(value.https, context, problems)
  const tokens = check(tokensSchema, value.tokens, ['tokens'])
  if (!tokens.ok) return { tokens: [], section, https, problems: [...tokens.problems, ...problems] }
  const listed = Object.entries(tokens.output).map(([token, { login, scopes }]) => ({ token, login, scopes }))
  // The logins are complete only when every section is valid.
  if (problems.length === 0) for (const each of unknownLogins(listed, logins)) problems.push(each)
  return { tokens: listed, section, https, state, problems }
}

/** Returns whether `https` of the seed names the service, and adds its mistakes to `problems`. */
function servedOverTls(value: unknown, { service, known }: SeedContext, problems: Problem[]): boolean {
  const result = v.safeParse(v.optional(httpsSchema), value ?? undefined)
  if (!result.success) {
    problems.push({
      path: ['https'],
      part: 'value',
      message: `expected true, false or a list of ids, got ${got(value)}`,
    })
    return false
  }
  const { output = false } = result
  if (typeof output === 'boolean') return output
  for (const [index, id] of output.entries()) {
    if (id === service.id || known.includes(id)) continue
    const message = `no service is named ${JSON.stringify(id)}${didYouMean(id, [service.id, ...known])}`
    problems.push({ path: ['https', index], part: 'value', message })
  }
  return output.includes(service.id)
}

type Checked<Output> = { ok: true; output: Output } | { ok: false; problems: Problem[] }

function check<S extends v.GenericSchema>(schema: S, value: unknown, path: string[]): Checked<v.InferOutput<S>> {
  // A YAML key without a value is an empty section.
  const input = value ?? {}
  // A schema whose keys are all optional would accept an array.
  if (Array.isArray(input)) {
    return { ok: false, problems: [{ path, part: 'value', message: 'expected an object, got an array' }] }
  }
  const result = v.safeParse(schema, input)
  return result.success
    ? { ok: true, output: result.output }
    : { ok: false, problems: problemsOf(schema, result.issues, path) }
}

function unknownSection(key: string, { service, known, idOfVendor }: SeedContext): Problem {
  const byVendor = idOfVendor?.(key)
  if (byVendor !== undefined) {
    return { path: [key], part: 'key', message: `unknown key, did you mean ${JSON.stringify(byVendor)}?` }
  }
  // In the order of all services, so that every service that reads the seed reports the same.
  const ids = known.includes(service.id) ? known : [service.id, ...known]
  return unknownKey([key], [...SHARED_KEYS, ...ids])
}

function unknownLogins(tokens: readonly SeedToken[], logins: readonly string[]): Problem[] {
  return tokens
    .filter(({ login }) => !logins.includes(login))
    .map(({ token, login }) => ({
      path: ['tokens', token, 'login'],
      part: 'value',
      message: `no user has the login ${JSON.stringify(login)}${didYouMean(login, logins) || ': add one to a section'}`,
    }))
}

/** Returns an error with a line for each problem, in the order of the file. */
function wrong(source: SeedSource, problems: readonly Problem[]): SeedError {
  const placed = problems.map(({ path, part, message }) => {
    const { text, offset } = source.place(path, part)
    const subject = path.length === 0 ? '' : `${pathText(path)}: `
    return { offset, line: `${text === '' ? '' : `${text} `}${subject}${message}` }
  })
  const lines = placed.sort((left, right) => left.offset - right.offset).map(({ line }) => line)
  return new SeedError([...new Set(lines)].join('\n'))
}
