import type { InvoiceText } from '../../pages/invoice.ts'

/** Returns an invoice as a PDF of one or more pages, with a standard font. ISO 32000-1 */
export function invoicePdf(text: InvoiceText): Uint8Array {
  const lines = [
    `Invoice ${text.number}`,
    text.merchant,
    '',
    ...text.facts.map(({ label, value }) => `${label}: ${value}`),
    `Status: ${text.state}`,
    '',
    ...text.lines.map(({ description, quantity, amount }) => `${quantity} x ${description}    ${amount}`),
    '',
    ...text.sums.map(({ label, amount }) => `${label}    ${amount}`),
    ...(text.footer === null ? [] : ['', text.footer]),
    '',
    'A stand-in for tests. No money is owed.',
  ]
  const pages: string[][] = []
  for (let at = 0; at < lines.length; at += LINES_PER_PAGE) pages.push(lines.slice(at, at + LINES_PER_PAGE))
  return documentOf(pages.map(contentOf))
}

const LINES_PER_PAGE = 48

/** Returns the drawing of a page: a line of text every 15 points. */
function contentOf(lines: readonly string[]): string {
  const drawn = lines.map((line, at) => `${at === 0 ? '' : '0 -15 Td '}(${escaped(line)}) Tj`)
  return `BT /F1 11 Tf 56 780 Td ${drawn.join(' ')} ET`
}

/** Escapes text for a PDF string. Letters outside Latin-1 become question marks: the standard fonts do not have them. */
function escaped(text: string): string {
  return text.replaceAll(/[()\\]/g, (letter) => `\\${letter}`).replaceAll(/[^\u0020-\u00ff]/g, '?')
}

function documentOf(contents: readonly string[]): Uint8Array {
  const pageIds = contents.map((_, at) => 4 + at * 2)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] /Count ${contents.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...contents.flatMap((content, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${(pageIds[at] ?? 0) + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(`${text}xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`, 'latin1')
}
