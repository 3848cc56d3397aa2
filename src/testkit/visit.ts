import type { Browser } from '@playwright/test'
import type { RelyingParty } from './relying-party.ts'

/** A visit of a person to the sign-in page. */
export interface Visit {
  /** The authorization URL as the application made it. */
  readonly link: string
  /** The name of the person on the page. */
  readonly person: string
}

/**
 * Opens an application's authorization URL in a new browser and chooses a person; returns the heading of the callback's
 * page.
 */
export async function visit(
  browser: Browser,
  application: RelyingParty,
  { link, person }: Visit,
): Promise<string | null> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    application.sendTo(link)
    await page.goto(`${application.origin}/sign-in`)
    await page.getByRole('button', { name: person, exact: true }).click()
    await page.waitForURL(/\/callback/)
    return await page.getByRole('heading', { level: 1 }).textContent()
  } finally {
    await context.close()
  }
}

/**
 * Runs work with a `fetch` that sends requests for these hosts to an instance, for clients that have hosts built in.
 */
export async function withHostsAt<T>(url: string, hosts: RegExp, work: () => Promise<T>): Promise<T> {
  const realFetch = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const request = new Request(input, init)
    const { hostname, pathname, search } = new URL(request.url)
    return realFetch(hosts.test(hostname) ? new Request(url + pathname + search, request) : request)
  }
  try {
    return await work()
  } finally {
    globalThis.fetch = realFetch
  }
}
