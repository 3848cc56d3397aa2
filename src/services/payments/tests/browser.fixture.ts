import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { build } from 'esbuild'
import { paymentsTest } from './payments.fixture.ts'

/** A shop's web site in the tests of the browser library: one page for each path. */
export interface Shop extends AsyncDisposable {
  readonly url: string
  /** Sets the page at `/`: a document with this content and this script, a module. */
  show(content: string, script: string, head?: string): void
}

/** Starts a web site of another origin than the emulator's. */
async function startShop(): Promise<Shop> {
  let document = ''
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(document)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // the address of a TCP server
  return {
    url: `http://127.0.0.1:${port}`,
    show(content, script, head = '') {
      document = `<!doctype html><html lang="en"><head><title>Shop</title><link rel="icon" href="data:,">${head}</head>
        <body>${content}<script type="module">${script.replaceAll('</script', '<\\/script')}</script></body></html>`
    },
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Returns `paymentsTest` with the web site of a shop, one for the file. */
export const shopTest = () =>
  // Vitest reads which fixtures a fixture uses from its first parameter.
  // oxlint-disable-next-line no-empty-pattern -- this fixture uses no other
  paymentsTest().extend('shop', { scope: 'file' }, async ({}, { onCleanup }) => {
    const shop = await startShop()
    onCleanup(() => shop[Symbol.asyncDispose]())
    return shop
  })

/** Bundles a program for a page, with the packages that it imports. */
export async function bundled(contents: string, loader: 'ts' | 'tsx' = 'ts'): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, loader, resolveDir: process.cwd() },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  })
  return outputFiles[0]?.text ?? ''
}
