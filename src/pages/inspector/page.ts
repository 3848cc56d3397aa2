import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import type { Answer } from '#core/answer.ts'
import type { ReportData } from '#core/inspection/inspection.ts'
import { html, trusted, type Html } from '../html.ts'
import { fitReport } from './fit-report.ts'
import { INSPECTOR } from './program.generated.ts'
import { STYLE } from './style.ts'

const source = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The policy of both pages: their own style and program, and requests to their own server. */
const policy = (connects: boolean): string =>
  [
    "default-src 'none'",
    `style-src ${source(STYLE)}`,
    `script-src ${source(INSPECTOR)}`,
    'img-src data:',
    ...(connects ? ["connect-src 'self'"] : []),
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ')

/** Returns the page of the inspector. It has no data: its program asks the control plane for them. */
export function inspectorPage(): Answer<string> {
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `${policy(true)}; frame-ancestors 'none'`,
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    },
    body: document('backlot', html``).toString(),
  }
}

/**
 * Returns a report as one HTML file that needs nothing else: the inspector, with the data of one moment. Bodies are cut
 * where the file would become too large.
 */
export function reportDocument(report: ReportData): string {
  const data = deflateSync(fitReport(report)).toString('base64')
  const meta = html`<meta http-equiv="content-security-policy" content="${policy(false)}" />`
  return document(
    `${report.test} · backlot`,
    html`${meta}
      <script type="application/octet-stream" id="data">
        ${trusted(data)}
      </script>`,
  ).toString()
}

function document(title: string, head: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        ${head}
        <title>${title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="data:," />
        ${trusted(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <noscript>This page needs JavaScript.</noscript>
        ${trusted(`<script type="module">${INSPECTOR}</script>`)}
      </body>
    </html> `
}
