import type { Browser } from '@playwright/test'
import type { RelyingParty } from './relying-party.ts'

/** Where an application sends a person, and whom they choose there. */
export interface Visit {
  /** The authorization URL as the application made it. */
  readonly link: string
  /** As the page names them. */
  readonly person: string
}

/** A person follows an application's link with a new browser and chooses who they are; gives the heading that they come back to. */
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

/** Runs with a `fetch` that takes what is sent to these hosts to an instance instead: for clients whose hosts are constants. */
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
