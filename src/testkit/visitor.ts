import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { closeWindows, sharedChromium } from './chromium.ts'

/** A person with a browser, in the tests of one file. */
export interface Visitor {
  /** The browser's page; a new one for each test, without cookies. */
  readonly page: Page
  /** The browser's messages since it was opened: errors, warnings, violations of the content policy, dialogs. */
  readonly complaints: readonly string[]
  /** Closes the browser window and opens another, with these options. */
  openWith(options: BrowserContextOptions): Promise<void>
}

/** Gives each test of the calling file a window of its own, in the browser that the files of a worker share. */
export function visitorWithBrowser(): Visitor {
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let complaints: string[]
  const open = async (options: BrowserContextOptions = {}): Promise<void> => {
    context = await browser.newContext(options)
    page = await context.newPage()
    complaints = []
    page.on('console', (message) => complaints.push(`${message.text()} ${message.location().url}`))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('dialog', (dialog) => {
      complaints.push(`dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
  }
  beforeAll(async () => {
    browser = await sharedChromium()
  })
  afterAll(closeWindows)
  beforeEach(() => open())
  afterEach(() => context.close())
  return {
    get page() {
      return page
    },
    get complaints() {
      return complaints
    },
    async openWith(options) {
      await context.close()
      await open(options)
    },
  }
}
