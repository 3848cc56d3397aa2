import { expect, it } from 'vitest'
import { describeServices, pathOf } from './service.ts'

// Queries and paths that nobody should send.

/**
 * Texts of filters and searches by name. Every operation that reads gets every one of them. They would overflow six
 * times this stack if they were six times as long, which would take six times the time.
 */
const EXPRESSIONS: Readonly<Record<string, string>> = {
  '850 nested parentheses': `${'('.repeat(850)}a eq "b"${')'.repeat(850)}`,
  '850 negations': `${'not '.repeat(850)}a`,
  '2,500 negations in upper case': `${'NOT '.repeat(2500)}a`,
  '1,750 words': 'a '.repeat(1750),
  'a pattern that backtracks': `${'a'.repeat(3500)}!`,
}

/** Names of parameters with a text. Their URL stays below 128 kB, from where on V8 keeps it in memory of its own. */
const NAMES = ['q', 'filter', 'search', '$filter', '$search', 'query', 'prefix']

describeServices((target) => {
  it.each(Object.entries(EXPRESSIONS))('answers a search for %s with no error of its own', async (_name, text) => {
    const { table, pool, credentials, emulator } = target
    const broken: string[] = []
    const query = NAMES.map((name) => `${name}=${encodeURIComponent(text)}`).join('&')
    for (const route of table.routes.filter(({ method }) => method === 'GET')) {
      const path = pathOf(route, pool)
      // In process, as the network limits the length of a URL.
      const { status } = await emulator.fetch(`http://x${path}?${query}`, { headers: credentials })
      if (status >= 500 && status !== 501) broken.push(`${status} ${path} (${route.operation})`)
    }
    expect(broken).toEqual([])
  })

  it.each(['constructor', 'hasOwnProperty', '__proto__', '275760-09-13'])(
    'answers a read for %s with no error of its own',
    async (name) => {
      const { table, pool, credentials, emulator } = target
      const broken: string[] = []
      const names = ['type', 'types', 'kind', 'sort', 'order', 'state', 'since', 'from', 'scope', 'fields', '$select']
      const query = new URLSearchParams([...names, 'Version', 'Action', 'provider'].map((each) => [each, name]))
      for (const route of table.routes.filter(({ method }) => method === 'GET')) {
        for (const path of [route.path.replaceAll(/:\w+\??/g, name).replaceAll('*', name), pathOf(route, pool)]) {
          const { status } = await emulator.fetch(`http://x${path}?${query}`, { headers: credentials })
          if (status >= 500 && status !== 501) broken.push(`${status} ${path} (${route.operation})`)
        }
      }
      expect(broken).toEqual([])
    },
  )

  it.each(['http://localhost/a\r\nset-cookie: b=c', 'http://localhost/✓', 'http://', '//evil.example', '\ud800'])(
    'redirects nowhere, and answers with no error of its own, for the address %j',
    async (address) => {
      const { table, pool, credentials, emulator } = target
      const broken: string[] = []
      const names = ['redirect_uri', 'post_logout_redirect_uri', 'returnTo', 'fromURI', 'state', 'continue']
      const query = new URLSearchParams(names.map((name) => [name, address]))
      for (const route of table.routes.filter(({ method }) => method === 'GET')) {
        const path = pathOf(route, pool)
        const { status, headers } = await emulator.fetch(`http://x${path}?${query}`, { headers: credentials })
        const isLost = (status >= 500 && status !== 501) || headers.get('set-cookie')?.startsWith('b=c') === true
        if (isLost || headers.get('location')?.startsWith('//evil') === true) broken.push(`${status} ${path}`)
      }
      expect(broken).toEqual([])
    },
  )
})
