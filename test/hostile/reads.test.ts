import { expect, it } from 'vitest'
import { describeServices, pathOf } from './service.ts'

// Queries and paths that nobody should send.

/**
 * Texts of filters and searches by name. Every operation that reads gets every one of them. They would overflow three
 * times this stack if they were three times as long, which would take three times the time.
 */
const EXPRESSIONS: Readonly<Record<string, string>> = {
  '1,700 nested parentheses': `${'('.repeat(1700)}a eq "b"${')'.repeat(1700)}`,
  '1,700 negations': `${'not '.repeat(1700)}a`,
  '5,000 negations in upper case': `${'NOT '.repeat(5000)}a`,
  '3,500 words': 'a '.repeat(3500),
  'a pattern that backtracks': `${'a'.repeat(7000)}!`,
}

/**
 * Names of parameters with a text. They come in two groups, as a URL of more than 128 kB, which V8 keeps in memory of
 * its own, costs ten times what two do.
 */
const NAMES = [
  ['q', 'filter', 'search', '$filter'],
  ['$search', 'query', 'prefix'],
] as const

describeServices((target) => {
  it.each(Object.entries(EXPRESSIONS))('answers a search for %s with no error of its own', async (_name, text) => {
    const { table, seed, authorization, emulator } = target
    const broken: string[] = []
    const queries = NAMES.map((names) => names.map((name) => `${name}=${encodeURIComponent(text)}`).join('&'))
    for (const route of table.routes.filter(({ method }) => method === 'GET')) {
      const path = pathOf(route, seed)
      for (const query of queries) {
        // In process, as the network limits the length of a URL.
        const { status } = await emulator.fetch(`http://x${path}?${query}`, { headers: { authorization } })
        if (status >= 500 && status !== 501) broken.push(`${status} ${path} (${route.operation})`)
      }
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
