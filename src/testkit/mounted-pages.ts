import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Frame, Page } from '@playwright/test'
import { respondToWeb } from '#core/http/web-exchange.ts'
import type { Instance } from '#core/instance.ts'
import { sharedChromium } from './chromium.ts'
import { fillForm } from './fill-form.ts'

/** The most walks of one {@link visitPages}: each begins at a page and repeats the steps that lead to its last one. */
const LIMIT = 80

/** The longest that a page may take to answer or to load, in milliseconds. */
const PATIENCE = 5000

/** The result of {@link visitPages}. */
export interface PagesVisit {
  /** The forms that were submitted, as method, path and button. */
  readonly submitted: readonly string[]
  /** The forms that sent nothing when their button was clicked. */
  readonly unsent: readonly string[]
  /** Every request, link and frame at the application's own origin, but outside of the mount path. */
  readonly outside: readonly string[]
}

/** A step of a walk: opens a page, or submits a form of the page that the step before has led to. */
interface Step {
  readonly kind: 'open' | 'submit'
  /** The URL of the page, or the key of the form. */
  readonly target: string
}

/** A client of an instance below a path. */
export interface MountedClient {
  /** The URL of the instance. */
  readonly base: string
  /** Sends a request with the sample's headers: with a JSON body, or a form. Resolves to the JSON of the answer. */
  send(method: string, path: string, body?: object | URLSearchParams): Promise<Record<string, unknown>>
}

/** The pages of {@link visitPages}. */
export interface Pages {
  /** The headers of every request of the client. */
  readonly headers: Readonly<Record<string, string>>
  /** Paths, as the instance sees them; those that answer no HTML are left out. */
  readonly places: readonly string[]
  /** Makes what further pages show, and returns their paths or URLs. */
  readonly prepare: (client: MountedClient) => Promise<readonly string[]>
}

/**
 * Walks the pages of an instance under a mount path in a browser: opens every kind of link, and submits every form with
 * each of its buttons. Each walk begins with the state after `prepare`. Resolves to null for an instance without pages.
 */
export async function visitPages(instance: Instance, { headers, places, prepare }: Pages): Promise<PagesVisit | null> {
  const outside = new Set<string>()
  await using application = await serveBelow(instance, `/mounted/here/${instance.service.id}`, outside)
  const { base } = application
  // Pages with content come first: of two pages of one kind only the first is walked.
  const pages = [...(await prepare(clientOf(base, headers))), ...(await pagesAmong(base, places))]
  if (pages.length === 0) return null
  const context = await (await sharedChromium()).newContext()
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE)
    const walker = new Walker(instance, page, base, outside)
    await walker.walk(pages.map((each) => (each.startsWith('/') ? base + each : each)))
    return { submitted: walker.submitted, unsent: walker.unsent, outside: [...outside] }
  } finally {
    await context.close()
  }
}

async function pagesAmong(base: string, places: readonly string[]): Promise<string[]> {
  const pages: string[] = []
  for (const place of places) {
    const response = await fetch(base + place, { headers: { accept: 'text/html' }, redirect: 'manual' })
    await response.body?.cancel()
    if (response.headers.get('content-type')?.startsWith('text/html') === true) pages.push(place)
  }
  return pages
}

function clientOf(base: string, headers: Pages['headers']): MountedClient {
  return {
    base,
    async send(method, path, body) {
      const isForm = body instanceof URLSearchParams
      const type = isForm || body === undefined ? {} : { 'content-type': 'application/json' }
      const response = await fetch(base + path, {
        method,
        headers: { accept: 'application/json', ...type, ...headers },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
      return JSON.parse(text) as Record<string, unknown> // the vendors answer objects
    },
  }
}

const BUTTON = 'button:not([type=button]), input[type=submit]'

/** The addresses of the links and frames of a page, in the browser. */
const LINKS = `[...document.querySelectorAll('a[href], area[href], iframe[src]')].map(({ href, src }) => href || src)`

/** A button that sends a form. */
interface FoundButton {
  /** The positions of the form in the page and of the button in the form. */
  readonly form: number
  readonly button: number
  /** The attributes of the form. A form that a script sends has no method. */
  readonly method: string
  readonly action: string
  readonly name: string | null
  readonly value: string | null
  readonly text: string
}

/** Every {@link FoundButton} that can be seen, in the browser. */
const BUTTONS = `[...document.querySelectorAll('form')].flatMap((each, form) =>
  [...each.querySelectorAll('${BUTTON}')].flatMap((sender, button) => {
    const [method, action] = ['method', 'action'].map((name) => each.getAttribute(name))
    const [name, value] = ['name', 'value'].map((attribute) => sender.getAttribute(attribute))
    const text = sender.textContent.trim()
    return sender.checkVisibility()
      ? [{ form, button, method: method ?? 'script', action: action ?? '', name, value, text }]
      : []
  }),
)`

class Walker {
  readonly submitted: string[] = []
  readonly unsent: string[] = []
  readonly #instance: Instance
  readonly #page: Page
  readonly #base: string
  readonly #outside: Set<string>
  /** The kinds of links and forms that are in a walk already. */
  readonly #known = new Set<string>()
  readonly #walks: (readonly Step[])[] = []
  /** Requests of the page that have no answer yet, and how many there were. */
  #underWay = 0
  #sent = 0

  constructor(instance: Instance, page: Page, base: string, outside: Set<string>) {
    this.#instance = instance
    this.#page = page
    this.#base = base
    this.#outside = outside
    page.on('request', () => {
      this.#underWay++
      this.#sent++
    })
    for (const end of ['requestfinished', 'requestfailed'] as const)
      page.on(end as 'requestfinished', () => this.#underWay--)
  }

  async walk(places: readonly string[]): Promise<void> {
    const { host } = new URL(this.#base)
    // Other sites, such as the application that a sign-in goes back to.
    await this.#page.route(
      (url) => url.host !== host,
      (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Another site</h1>' }),
    )
    const seeded = this.#instance.snapshot()
    for (const place of places) this.#plan([], { kind: 'open', target: place }, kindOf(place))
    for (let at = 0; at < Math.min(this.#walks.length, LIMIT); at++) {
      this.#instance.restore(seeded)
      await this.#page.context().clearCookies()
      await this.#take(this.#walks[at] ?? [])
    }
  }

  #plan(before: readonly Step[], step: Step, kind: string): void {
    if (this.#known.has(kind)) return
    this.#known.add(kind)
    this.#walks.push([...before, step])
  }

  async #take(steps: readonly Step[]): Promise<void> {
    for (const [index, { kind, target }] of steps.entries()) {
      const isLast = index === steps.length - 1
      if (kind === 'open') await this.#open(target)
      else if (!(await this.#submit(target, isLast))) return
    }
    await this.#look(steps)
  }

  async #open(url: string): Promise<void> {
    // The browser downloads what is no page, such as a PDF, and then there is no answer.
    await this.#page.goto(url, { waitUntil: 'commit' }).catch(() => undefined)
    await this.#settle()
  }

  /** Submits the form of a key; returns false when the page has none, or the form sends nothing. */
  async #submit(key: string, isLast: boolean): Promise<boolean> {
    const found = (await this.#buttons()).find((each) => each.key === key)
    if (found === undefined) return false
    const form = found.frame.locator('form').nth(found.form)
    await fillForm(form)
    const before = this.#sent
    const button = form.locator(BUTTON).nth(found.button)
    await button.click({ timeout: 1000 }).catch(() => undefined)
    await this.#settle(before + 1)
    const isSent = this.#sent > before
    if (isLast) (isSent ? this.submitted : this.unsent).push(key)
    return isSent
  }

  /** Plans walks to the links and the forms of the page, unless their kind is known. */
  async #look(steps: readonly Step[]): Promise<void> {
    const page = this.#page
    if (!page.url().startsWith(this.#base)) return
    const { origin } = new URL(this.#base)
    // A page that no form has led to can be opened again as it is.
    const before = steps.some(({ kind }) => kind === 'submit') ? steps : []
    for (const href of await this.#evaluate<string>(page.mainFrame(), LINKS)) {
      if (!href.startsWith(`${origin}/`)) continue
      if (this.#isBelow(href)) this.#plan(before, { kind: 'open', target: href }, kindOf(href))
      else this.#outside.add(`${page.url()} links to ${href}`)
    }
    for (const { key } of await this.#buttons()) this.#plan(steps, { kind: 'submit', target: key }, key)
  }

  /** The buttons that send a form of the page or of one of its frames. */
  async #buttons(): Promise<(FoundButton & { readonly frame: Frame; readonly key: string })[]> {
    const found = []
    for (const frame of this.#page.frames()) {
      for (const each of await this.#evaluate<FoundButton>(frame, BUTTONS)) {
        const { method, action, name, value, text } = each
        const label = isWord(value) ? `${name}=${value}` : (name ?? text)
        found.push({ ...each, frame, key: `${method} ${kindOf(new URL(action, frame.url()).href)} ${label}` })
      }
    }
    return found
  }

  /** Runs a script in a frame; again when the frame has gone to another page meanwhile. */
  async #evaluate<T>(frame: Frame, script: string): Promise<readonly T[]> {
    try {
      return await frame.evaluate<readonly T[]>(script)
    } catch {
      await this.#settle()
      return frame.isDetached() ? [] : frame.evaluate<readonly T[]>(script)
    }
  }

  /** Resolves when the page has sent `count` requests in all, and has an answer to each. */
  async #settle(count = 0): Promise<void> {
    const began = performance.now()
    let quiet = 0
    while (quiet < 4 && performance.now() - began < PATIENCE) {
      await this.#page.waitForLoadState('load').catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, 15))
      quiet = this.#underWay <= 0 && this.#sent >= count ? quiet + 1 : 0
    }
  }

  #isBelow(url: string): boolean {
    return url.startsWith(this.#base) && /^(?:$|[/?#])/.test(url.slice(this.#base.length))
  }
}

/** Returns what all URLs of one kind of page have in common: the path without ids, and the words of the query. */
function kindOf(address: string): string {
  const { pathname, searchParams } = new URL(address)
  const path = pathname.split('/').map((segment) => (/\d|^.{25}/.test(segment) ? ':id' : segment))
  const query = [...searchParams].map(([name, value]) => (isWord(value) ? `${name}=${value}` : name))
  return `${path.join('/')}?${query.toSorted().join('&')}`
}

function isWord(value: string | null): value is string {
  return value !== null && /^[a-z_-]{1,20}$/.test(value)
}

interface MountedServer extends AsyncDisposable {
  /** The URL of the instance. */
  readonly base: string
}

/** Serves an instance below a path, and answers all else with 404 and a line in `outside`. */
async function serveBelow(instance: Instance, mountPath: string, outside: Set<string>): Promise<MountedServer> {
  const listener = getRequestListener((request) => respondToWeb(instance, request, { origin: base, mountPath }), {
    overrideGlobalObjects: false,
  })
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const { url = '', method, headers } = request
    if (url.startsWith(mountPath) && /^(?:$|[/?#])/.test(url.slice(mountPath.length))) {
      void listener(request, response)
      return
    }
    if (url !== '/favicon.ico') outside.add(`${headers.referer ?? 'the browser'} asks for ${method} ${url}`)
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // the address of a TCP server
  const base = `http://localhost:${port}${mountPath}`
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { base, [Symbol.asyncDispose]: stop }
}
