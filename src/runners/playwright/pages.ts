import type { Browser, BrowserContext, PlaywrightTestOptions, Request } from '@playwright/test'
import { rememberPage, steeringProxy } from '#fixtures/start-interception.ts'

type Proxy = PlaywrightTestOptions['proxy']

/**
 * The addresses of this machine, which pages call directly. Without the first rule, Playwright sends them through the
 * proxy in Chromium.
 */
const BYPASS = '<-loopback>,localhost,.localhost,127.0.0.1,[::1]'

/**
 * Returns the proxy for browser contexts: the one that answers for the vendors' hosts while they are intercepted, else
 * that of the options.
 */
export function proxyFor(option: Proxy): Proxy {
  const server = steeringProxy()
  return server === null ? option : { server, bypass: BYPASS }
}

/** Returns whether a proxy is the one that answers for the vendors' hosts. */
export function isSteering(proxy: Proxy): boolean {
  return proxy !== undefined && proxy.server === steeringProxy()
}

/** Remembers which page makes a call that is refused, in every context of a browser. */
export function watchPages(browser: Browser): void {
  for (const context of browser.contexts()) watchContext(context)
  browser.on('context', watchContext)
}

function watchContext(context: BrowserContext): void {
  context.on('request', (request) => {
    const page = pageOf(request)
    if (page !== null && page !== 'about:blank') rememberPage(request.method(), request.url(), page)
  })
}

/** Returns the URL of the page that makes a request; null when it is not known. */
function pageOf(request: Request): string | null {
  try {
    return request.frame().url()
  } catch {
    // A service worker, or a page that has no frame yet.
    return request.serviceWorker()?.url() ?? null
  }
}
