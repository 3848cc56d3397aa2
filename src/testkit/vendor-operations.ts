import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

/** An operation in the vendor's description or client. */
export interface VendorOperation {
  readonly method: string
  /** Parameters in braces: `/repos/{owner}/{repo}`. */
  readonly path: string
}

/**
 * The functions that return a vendor's operations, by service: from the vendor's description if it is published as a
 * package, otherwise from the vendor's client.
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

/** Reads the client's files, each of which has one operation. */
function vercelOperations(): VendorOperation[] {
  const folder = join(dirname(require.resolve('@vercel/sdk/package.json')), 'esm', 'funcs')
  return filesOf(folder).flatMap((text) => {
    const path = /pathToFunc\("([^"]+)"\)/.exec(text)?.[1]
    const method = /method: "([A-Z]+)"/.exec(text)?.[1]
    return path === undefined || method === undefined ? [] : [{ method, path }]
  })
}

/** Reads the client's files, in which each path comes before its method. */
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

/** Reads the client, which calls its methods with a path, or, for GET requests, with a variable. */
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
