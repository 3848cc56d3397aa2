import type {
  InspectedCall,
  InspectedInstance,
  InspectedRow,
  InspectedRows,
  InspectionEvent,
  ReportData,
} from '#core/inspection/inspection.ts'

/** The name of an instance. */
export interface Named {
  readonly key: string
  readonly service: string
  readonly title: string
  readonly url: string
}

/** The data of the page: those of running instances, or those of one moment. */
export interface Source {
  /** The report, for a page that shows one moment. */
  readonly report: ReportData | null
  instances(): Promise<readonly Named[]>
  instance(key: string): Promise<InspectedInstance>
  call(key: string, id: number): Promise<InspectedCall>
  /** Returns the ids of the calls whose bodies, or what a list shows of them, have all words of a text. */
  search(key: string, text: string): Promise<readonly number[]>
  rows(key: string, query: Readonly<Record<string, string>>): Promise<InspectedRows>
  row(key: string, collection: string, id: string): Promise<InspectedRow>
  /** Returns the section of a seed with the instance's state, by the id of its service. */
  seed(key: string): Promise<object>
  bytes(key: string, id: number, side: string): Promise<string | null>
  /** Sends a command of the control plane. */
  send(key: string, method: string, path: string, body?: object): Promise<unknown>
  /** Calls back for what happens, from the first call on. */
  follow(news: (event: InspectionEvent) => void, connected: (is: boolean) => void): void
}

/** Returns the source of this page. */
export async function openSource(): Promise<Source> {
  const data = document.querySelector('#data')?.textContent
  return data === undefined || data === null ? liveSource() : frozenSource(await inflated(data))
}

async function inflated(base64: string): Promise<ReportData> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))
  return JSON.parse(await new Response(stream).text()) as ReportData // page.ts writes it
}

function frozenSource(report: ReportData): Source {
  const find = (key: string) => {
    const found = report.instances.find((each) => each.key === key)
    if (found === undefined) throw new Error('no such instance')
    return found
  }
  return {
    report,
    instances: async () => report.instances,
    instance: async (key) => find(key),
    call: async (key, id) => {
      const found = find(key).calls.find((each) => each.id === id)
      if (found === undefined) throw new Error(`call ${id} is not in the report`)
      return found
    },
    search: async (key, text) => {
      const words = wordsOf(text)
      return find(key).calls.flatMap((call) => {
        const { id, method, path, operation, carried, principal, request, response } = call
        const parts = [method, path, operation, ...carried, principal, request.body, response.body]
        const whole = parts.join('\n').toLowerCase()
        return words.every((word) => whole.includes(word)) ? [id] : []
      })
    },
    rows: () => Promise.reject(new Error('a report has no rows but those that changed')),
    row: () => Promise.reject(new Error('a report has no rows but those that changed')),
    seed: () => Promise.reject(new Error('a report has no state')),
    bytes: async () => null,
    send: () => Promise.reject(new Error('a report cannot send anything')),
    follow(news) {
      for (const { key, calls, now } of report.instances) news({ key, calls, now, reset: false })
    },
  }
}

/** Returns the words of a search, in small letters. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean)
}

/** The token of an instance that is open to the network: `/_backlot/#token=…`. */
const token = new URLSearchParams(location.hash.slice(1)).get('token')
const headers: Readonly<Record<string, string>> = token === null ? {} : { authorization: `Bearer ${token}` }

async function ask(path: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(`./${path}`, { ...init, headers: { ...headers, ...(init.headers as object) } })
  const answer: unknown = await response.json()
  if (response.ok) return answer
  throw new Error((answer as { error?: string }).error ?? `status ${response.status}`) // of the control plane
}

// The casts name what each path of the control plane answers.
function liveSource(): Source {
  const at = (key: string, path: string): string => `instances/${key}/${path}`
  return {
    report: null,
    instances: () => ask('instances') as Promise<readonly Named[]>,
    instance: (key) => ask(at(key, 'inspection/instance')) as Promise<InspectedInstance>,
    call: (key, id) => ask(at(key, `inspection/call?id=${id}`)) as Promise<InspectedCall>,
    search: (key, text) =>
      ask(at(key, `inspection/search?${new URLSearchParams({ text }).toString()}`)) as Promise<readonly number[]>,
    rows: (key, query) =>
      ask(at(key, `inspection/rows?${new URLSearchParams(query).toString()}`)) as Promise<InspectedRows>,
    row: (key, collection, id) =>
      ask(at(key, `inspection/row?${new URLSearchParams({ collection, id }).toString()}`)) as Promise<InspectedRow>,
    seed: (key) => ask(at(key, 'inspection/seed')) as Promise<object>,
    bytes: async (key, id, side) => {
      const found = (await ask(at(key, `inspection/bytes?id=${id}&side=${side}`))) as { base64: string | null }
      return found.base64
    },
    send: (key, method, path, body = {}) =>
      ask(at(key, path), { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    follow: (news, connected) => void followForever(news, connected),
  }
}

async function followForever(news: (event: InspectionEvent) => void, connected: (is: boolean) => void): Promise<void> {
  for (;;) {
    try {
      const response = await fetch('./events', { headers })
      if (response.body === null || !response.ok) throw new Error(String(response.status))
      connected(true)
      await readEvents(response.body, news)
    } catch {
      // The instance is gone, or will be back.
    }
    connected(false)
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

async function readEvents(body: ReadableStream<Uint8Array>, news: (event: InspectionEvent) => void): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let text = ''
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    text += piece.value
    const messages = text.split('\n\n')
    text = messages.pop() ?? ''
    for (const message of messages) {
      if (message.startsWith('data: ')) news(JSON.parse(message.slice(6)) as InspectionEvent)
    }
  }
}
