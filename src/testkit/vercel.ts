import { HTTPClient } from '@vercel/sdk/lib/http.js'
import { Vercel } from '@vercel/sdk'

/** An answer before the client parsed it. */
interface RawAnswer {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly status: number
  readonly text: string
  /** The text parsed as JSON; undefined when it is not JSON. */
  readonly json: unknown
}

/** The vendor's client, and the answers that it got. */
export interface CheckedVercel {
  readonly vercel: Vercel
  /** The answers so far, oldest first. */
  readonly answers: readonly RawAnswer[]
  /**
   * Returns the latest answer.
   *
   * @throws when there is none.
   */
  last(): RawAnswer
}

/**
 * Returns the vendor's client for an emulator. The client's parser is lenient and fills in zero values for missing
 * members; this one fails a test whose answers it had to add to or convert. Calls must not overlap.
 */
export function checkedVercel(emulator: { readonly url: string }, token?: string): CheckedVercel {
  const answers: RawAnswer[] = []
  const httpClient = new HTTPClient({
    async fetcher(input, init) {
      const response = await fetch(input, init)
      // A stream of events ends only when its reader closes it, so it is not recorded.
      if ((response.headers.get('content-type') ?? '').includes('stream')) return response
      const text = await response.clone().text()
      // A Request that was sent cannot be the input of another.
      const request = input instanceof Request ? input : new Request(input, init)
      const { pathname, search } = new URL(request.url)
      answers.push({
        method: request.method,
        path: pathname + search,
        status: response.status,
        text,
        json: parsed(text),
      })
      return response
    },
  })
  const vercel = new Vercel({
    serverURL: emulator.url,
    httpClient,
    ...(token === undefined ? {} : { bearerToken: token }),
  })
  const last = (): RawAnswer => {
    const answer = answers.at(-1)
    if (answer === undefined) throw new Error('nothing was answered')
    return answer
  }
  return { vercel: strict(vercel, last), answers, last }
}

type Method = (this: object, ...given: readonly unknown[]) => unknown

/** Wraps the client, or one of its groups of methods: each method throws when the parser changed the answer. */
function strict<T extends object>(group: T, last: () => RawAnswer): T {
  return new Proxy(group, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target)
      if (typeof member === 'function') return checkedMethod(target, member as Method, last) // a method of the client
      // Fields that begin with an underscore are the client's own.
      const isGroup = typeof member === 'object' && member !== null && !String(name).startsWith('_')
      return isGroup ? strict(member, last) : member
    },
  })
}

function checkedMethod(target: object, method: Method, last: () => RawAnswer): Method {
  return async (...given) => {
    const value = await method.apply(target, [...given])
    if (value === undefined) return value
    const { method: verb, path, status, json } = last()
    // The client's own counters cannot be used: they include the alternatives of a union that did not match.
    const places = differences(json, value)
    if (places.length === 0) return value
    const list = places.join('\n')
    throw new Error(
      `${verb} ${path} ${status} is not what the SDK made of it:\n${list}\n${JSON.stringify(json, null, 2)}`,
    )
  }
}

/**
 * Returns the places where a parsed value differs from the raw one. Members that the client leaves out do not count.
 */
function differences(raw: unknown, value: unknown, path = ''): string[] {
  if (raw === value) return []
  if (value instanceof Date && (typeof raw === 'string' || typeof raw === 'number')) {
    return new Date(raw).getTime() === value.getTime() ? [] : [difference(path, raw, value)]
  }
  if (typeof value !== 'object' || value === null || typeof raw !== 'object' || raw === null) {
    return [difference(path, raw, value)]
  }
  const from: Readonly<Record<string, unknown>> = { ...raw }
  return Object.entries(value).flatMap(([name, each]) => {
    // The client puts unknown members under a name of its own.
    if (name === 'additionalProperties') return []
    return differences(from[name] ?? from[wireName(from, name)], each, `${path}/${name}`)
  })
}

/** Returns the name on the wire of the client's `name`, which is in camel case. */
function wireName(raw: Readonly<Record<string, unknown>>, name: string): string {
  const plain = (text: string): string => text.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase()
  return Object.keys(raw).find((each) => plain(each) === plain(name)) ?? name
}

function difference(path: string, raw: unknown, value: unknown): string {
  return `${path || '/'}: ${JSON.stringify(raw) ?? 'nothing'} became ${JSON.stringify(value) ?? 'nothing'}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
