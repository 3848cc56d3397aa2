import { HTTPClient } from '@vercel/sdk/lib/http.js'
import { Vercel } from '@vercel/sdk'

/** An answer as it was on the wire. */
export interface RawAnswer {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly status: number
  readonly text: string
  /** The text parsed as JSON; undefined when it is none. */
  readonly json: unknown
}

/** The vendor's client, and what it was answered. */
export interface CheckedVercel {
  readonly vercel: Vercel
  /** The answers so far, oldest first. */
  readonly answers: readonly RawAnswer[]
  /** The latest answer. Throws when there is none. */
  last(): RawAnswer
}

/**
 * The vendor's client, pointed at an emulator, that fails a test when its parser had to make up or bend what an answer
 * should have had: it is lenient, and puts zero values where members are missing. One call at a time.
 */
export function checkedVercel(emulator: { readonly url: string }, token?: string): CheckedVercel {
  const answers: RawAnswer[] = []
  const httpClient = new HTTPClient({
    async fetcher(input, init) {
      const response = await fetch(input, init)
      // A stream of events ends when its reader ends it: only what is whole is kept.
      if ((response.headers.get('content-type') ?? '').includes('stream')) return response
      const text = await response.clone().text()
      // A request that was sent can not be wrapped in another.
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

/** The client or one of its groups of methods: each method throws when the answer did not fit as it was. */
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
    // The client's own counters also count what it tried before it found the right alternative of a union.
    const places = differences(json, value)
    if (places.length === 0) return value
    const list = places.join('\n')
    throw new Error(
      `${verb} ${path} ${status} is not what the SDK made of it:\n${list}\n${JSON.stringify(json, null, 2)}`,
    )
  }
}

/** Where a parsed value has what the raw one has not, or something else. Members that the client leaves out are none. */
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
    // What the client has no name for it keeps under one of its own.
    if (name === 'additionalProperties') return []
    return differences(from[name] ?? from[wireName(from, name)], each, `${path}/${name}`)
  })
}

/** The member that the client calls `name`: it writes dashes and underscores in camel case. */
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
