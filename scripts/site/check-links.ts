import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { globSync } from 'tinyglobby'

/** Returns the links within a built site that lead to no file or to no anchor, with the pages that have them. */
export function brokenLinks(folder: string): string[] {
  const pages = globSync('**/*.html', { cwd: folder })
  const anchors = new Map(pages.map((page) => [page, anchorsOf(readFileSync(join(folder, page), 'utf8'))]))
  return pages.flatMap((page) => {
    const text = readFileSync(join(folder, page), 'utf8')
    const links = new Set([...text.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, link = '']) => link))
    return [...links].filter((link) => !leads(link, page, folder, anchors)).map((link) => `${page}: ${link}`)
  })
}

function leads(link: string, page: string, folder: string, anchors: ReadonlyMap<string, Set<string>>): boolean {
  if (/^[a-z]+:/.test(link)) return true
  const [path = '', anchor = ''] = link.replaceAll('&amp;', '&').split('#')
  const named = path === '' ? page : path.startsWith('/') ? path.slice(1) : join(dirname(page), path)
  const file = named === '' || named.endsWith('/') ? `${named}index.html` : named
  if (!existsSync(join(folder, file))) return false
  return anchor === '' || (anchors.get(file)?.has(decodeURIComponent(anchor)) ?? false)
}

function anchorsOf(text: string): Set<string> {
  return new Set([...text.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id))
}
