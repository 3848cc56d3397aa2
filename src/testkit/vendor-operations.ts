import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

/** An operation as the vendor's description or client has it. */
export interface VendorOperation {
  readonly method: string
  /** Parameters in braces: `/repos/{owner}/{repo}`. */
  readonly path: string
}

/**
 * Returns the operations of the vendor that a service is a stand-in for, by its own description where it publishes one as a
 * package, else by its client.
 */
export const vendorOperations: Readonly<Record<string, () => readonly VendorOperation[]>> = {
  codehost: gitHubOperations,
  deployhost: vercelOperations,
  mail: resendOperations,
  'oidc-d': oktaOperations,
}

function gitHubOperations(): VendorOperation[] {
  const file = require.resolve('@octokit/openapi/generated/api.github.com.json')
  // The package is the vendor's description.
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as { paths: Record<string, Record<string, unknown>> }
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => ({ method: method.toUpperCase(), path })),
  )
}

/** One file of the client holds one operation. */
function vercelOperations(): VendorOperation[] {
  const folder = join(dirname(require.resolve('@vercel/sdk/package.json')), 'esm', 'funcs')
  return filesOf(folder).flatMap((text) => {
    const path = /pathToFunc\("([^"]+)"\)/.exec(text)?.[1]
    const method = /method: "([A-Z]+)"/.exec(text)?.[1]
    return path === undefined || method === undefined ? [] : [{ method, path }]
  })
}

/** The client writes each path before its method. */
function oktaOperations(): VendorOperation[] {
  const folder = join(dirname(require.resolve('@okta/okta-sdk-nodejs/package.json')), 'src', 'generated', 'apis')
  return filesOf(folder).flatMap((text) =>
    [...text.matchAll(/const path = '([^']+)';[\s\S]*?HttpMethodEnum\.([A-Z]+)/g)].map(
      ([, path = '', method = '']) => ({
        method,
        path,
      }),
    ),
  )
}

/** The client calls its methods with a path, or with a variable, which only its GET requests do. */
function resendOperations(): VendorOperation[] {
  const text = readFileSync(join(dirname(require.resolve('resend')), 'index.mjs'), 'utf8')
  const written = [...text.matchAll(/resend\.(get|post|put|patch|delete)\(["`](\/[^"`]*)["`]/g)].map(
    ([, method = '', path = '']) => ({ method: method.toUpperCase(), path }),
  )
  const variables = [...text.matchAll(/ (?:url|path) = [^;\n]*/g)].flatMap(([line]) =>
    [...line.matchAll(/["`](\/[^"`]*)["`]/g)].map(([, path = '']) => ({ method: 'GET', path })),
  )
  return [...written, ...variables].map(({ method, path }) => ({
    method,
    path: (path.split('?')[0] ?? '').replaceAll(/\$\{[^}]*\}(?=\/|$)/g, '{id}').replaceAll(/\$\{[^}]*\}/g, ''),
  }))
}

function filesOf(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.js'))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8'))
}
