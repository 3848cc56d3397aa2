import { expect, it } from 'vitest'
import { describeServices, pathOf } from './service.ts'

// Queries and paths that nobody should send.

/** Texts of filters and searches by name. Every operation that reads gets every one of them. */
const EXPRESSIONS: Readonly<Record<string, string>> = {
  '5,000 nested parentheses': `${'('.repeat(5000)}a eq "b"${')'.repeat(5000)}`,
  '5,000 negations': `${'not '.repeat(5000)}a`,
  '15,000 negations in upper case': `${'NOT '.repeat(15_000)}a`,
  '10,000 words': 'a '.repeat(10_000),
  'a pattern that backtracks': `${'a'.repeat(20_000)}!`,
}

describeServices((target) => {
  it.each(Object.entries(EXPRESSIONS))('answers a search for %s with no error of its own', async (_name, text) => {
    const { table, seed, authorization, emulator } = target
    const broken: string[] = []
    const query = ['q', 'filter', 'search', '$filter', '$search', 'query', 'prefix'].map(
      (name) => `${name}=${encodeURIComponent(text)}`,
    )
    for (const route of table.routes.filter(({ method }) => method === 'GET')) {
      const path = pathOf(route, seed)
      // In process, as the network limits the length of a URL.
      const { status } = await emulator.fetch(`http://x${path}?${query.join('&')}`, { headers: { authorization } })
      if (status >= 500 && status !== 501) broken.push(`${status} ${path} (${route.operation})`)
    }
    expect(broken).toEqual([])
  })

  it.each(['constructor', 'hasOwnProperty', '__proto__', '275760-09-13'])(
    'answers a read for %s with no error of its own',
    async (name) => {
      const { table, seed, authorization, emulator } = target
      const broken: string[] = []
      const names = ['type', 'types', 'kind', 'sort', 'order', 'state', 'since', 'from', 'scope', 'fields', '$select']
      const query = new URLSearchParams([...names, 'Version', 'Action', 'provider'].map((each) => [each, name]))
      for (const route of table.routes.filter(({ method }) => method === 'GET')) {
        for (const path of [route.path.replaceAll(/:\w+\??/g, name).replaceAll('*', name), pathOf(route, seed)]) {
          const { status } = await emulator.fetch(`http://x${path}?${query}`, { headers: { authorization } })
          if (status >= 500 && status !== 501) broken.push(`${status} ${path} (${route.operation})`)
        }
      }
      expect(broken).toEqual([])
    },
  )

  it.each(['http://localhost/a\r\nset-cookie: b=c', 'http://localhost/✓', 'http://', '//evil.example', '\ud800'])(
    'redirects nowhere, and answers with no error of its own, for the address %j',
    async (address) => {
      const { table, seed, authorization, emulator } = target
      const broken: string[] = []
      const names = ['redirect_uri', 'post_logout_redirect_uri', 'returnTo', 'fromURI', 'state', 'continue']
      const query = new URLSearchParams(names.map((name) => [name, address]))
      for (const route of table.routes.filter(({ method }) => method === 'GET')) {
        const path = pathOf(route, seed)
        const { status, headers } = await emulator.fetch(`http://x${path}?${query}`, { headers: { authorization } })
        const isLost = (status >= 500 && status !== 501) || headers.get('set-cookie')?.startsWith('b=c') === true
        if (isLost || headers.get('location')?.startsWith('//evil') === true) broken.push(`${status} ${path}`)
      }
      expect(broken).toEqual([])
    },
  )
})
