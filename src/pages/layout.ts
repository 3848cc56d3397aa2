import { createHash } from 'node:crypto'
import type { Answer } from '#core/answer.ts'
import { FILTER } from './filter.ts'
import { html, trusted, type Html, type Part } from './html.ts'
import { STYLE } from './style.ts'

/** The service to which a page belongs. */
export interface Service {
  /** `codehost` */
  readonly id: string
  /** The vendor's API that the service stands in for: `GitHub REST API`. */
  readonly title: string
}

/** The parts of a page that differ from page to page. */
export interface Page {
  readonly service: Service
  /** The title of the window. */
  readonly title: string
  readonly content: Part
  /** True when the page has a list of people to filter. */
  readonly filter?: boolean
  /** A style sheet after the common one. It is not escaped, so it must be a constant. */
  readonly style?: string
  /** The page's script. It is not escaped, so it must be a constant. */
  readonly script?: string
  /** True when the script sends requests to this server. Default: false */
  readonly connects?: boolean
  /** True when the page shows images of this server. Default: false */
  readonly images?: boolean
  /** The address of the application to which the page's form leads by way of this server. */
  readonly leadsTo?: string
  /** The only origin that may frame the page. Default: none */
  readonly framedBy?: string
  /** True when the page frames pages of the same origin. Default: false */
  readonly frames?: boolean
  /** The line below the page. Default: that no account is real and no password is asked */
  readonly footer?: string
  /** Default: 200 */
  readonly status?: number
}

const NO_PASSWORD = 'No real account is involved, and no password is asked.'

const source = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Returns the page's content security policy: only the page's own style and script, by their hashes, and only forms to
 * this server. Browsers apply `form-action` also to the redirects that follow a form, and these lead to the application
 * and further. A page whose form leads to an application therefore allows http, https and the application's own scheme,
 * but never `javascript:` or `data:`.
 */
function policy(parts: Omit<Page, 'service' | 'title' | 'content'>): string {
  const { style, script, frames = false, framedBy = "'none'", leadsTo, connects = false, images = false } = parts
  return [
    "default-src 'none'",
    `style-src ${[STYLE, ...(style === undefined ? [] : [style])].map(source).join(' ')}`,
    `script-src ${source(script ?? FILTER)}`,
    `img-src data:${images ? " 'self'" : ''}`,
    ...(connects ? ["connect-src 'self'"] : []),
    ...(frames ? ["frame-src 'self'"] : []),
    `form-action ${["'self'", ...schemesTo(leadsTo)].join(' ')}`,
    "base-uri 'none'",
    `frame-ancestors ${framedBy}`,
  ].join('; ')
}

function schemesTo(address: string | undefined): string[] {
  if (address === undefined) return []
  const own = URL.canParse(address) ? new URL(address).protocol : 'https:'
  return [...new Set(['http:', 'https:', ...(['javascript:', 'data:'].includes(own) ? [] : [own])])]
}

/** Returns a whole page, which must not be cached. */
export function page(parts: Page): Answer<string> {
  const { filter = false, status = 200 } = parts
  const script = parts.script ?? (filter ? FILTER : undefined)
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy(parts),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      ...(parts.framedBy === undefined ? { 'x-frame-options': 'DENY' } : {}),
    },
    body: document(parts, script).toString(),
  }
}

function document({ service, title, content, style, footer = NO_PASSWORD }: Page, script: string | undefined): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title} · ${service.id}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        ${trusted(`<style>${STYLE}</style>`)} ${style !== undefined && trusted(`<style>${style}</style>`)}
      </head>
      <body>
        <header><b>backlot</b><span>${service.id}</span></header>
        <main>${content}</main>
        <footer>A stand-in for the ${service.title}, for tests. ${footer}</footer>
        ${script !== undefined && trusted(`<script type="module">${script}</script>`)}
      </body>
    </html> `
}
