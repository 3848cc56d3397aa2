/** A line of text of a document: at the left, and an amount at the right. */
export interface PdfLine {
  readonly text: string
  /** Set against the right margin. */
  readonly right?: string
  /** In points. Default: 10 */
  readonly size?: number
  readonly bold?: boolean
}

// US Letter, in points.
const WIDTH = 612
const HEIGHT = 792
const MARGIN = 54
const LEADING = 1.6

/**
 * Returns a PDF document of lines of text, on as many pages as they need. It uses the fonts that every reader has,
 * whose characters are those of Windows-1252; others are shown as question marks. ISO 32000-1.
 */
export function pdfOf(lines: readonly PdfLine[], title: string): Uint8Array {
  const pages = pagesOf(lines)
  const kids = pages.map((_, index) => `${5 + 2 * index} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${6 + 2 * index} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
    `<< /Title (${escaped(title)}) /Producer (backlot) >>`,
  ]
  return Buffer.from(fileOf(objects), 'latin1')
}

/** Returns the file of the objects: each with its position in the table at the end. All characters are single bytes. */
function fileOf(objects: readonly string[]): string {
  let file = '%PDF-1.4\n'
  const positions: number[] = []
  for (const [index, object] of objects.entries()) {
    positions.push(file.length)
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const entries = positions.map((position) => `${String(position).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  return `${file}xref\n0 ${size}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${size} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
}

/** Returns the drawing instructions of each page. */
function pagesOf(lines: readonly PdfLine[]): readonly string[] {
  const pages: string[][] = [[]]
  let y = HEIGHT - MARGIN
  for (const { text, right, size = 10, bold = false } of lines) {
    y -= size * LEADING
    if (y < MARGIN) {
      pages.push([])
      y = HEIGHT - MARGIN - size * LEADING
    }
    const font = bold ? 'F2' : 'F1'
    const draw = (x: number, words: string): string =>
      `BT /${font} ${size} Tf ${x.toFixed(1)} ${y.toFixed(1)} Td (${escaped(words)}) Tj ET`
    pages.at(-1)?.push(draw(MARGIN, text))
    if (right !== undefined) pages.at(-1)?.push(draw(WIDTH - MARGIN - widthOf(right, size), right))
  }
  return pages.map((page) => page.join('\n'))
}

/**
 * Returns the width of an amount in points, close enough to set it against the margin: most of its characters are
 * digits.
 */
function widthOf(text: string, size: number): number {
  return (
    [...text].reduce(
      (sum, letter) => sum + (/[.,:;' il]/.test(letter) ? 0.278 : /[A-Z]/.test(letter) ? 0.69 : 0.556),
      0,
    ) * size
  )
}

/** The characters of Windows-1252 outside of Latin-1 that invoices have. */
const WINDOWS: Readonly<Record<string, string>> = {
  '€': '\x80',
  '–': '\x96',
  '—': '\x97',
  '’': '\x92',
  '“': '\x93',
  '”': '\x94',
  '•': '\x95',
}

function escaped(text: string): string {
  return [...text]
    .map((letter) => WINDOWS[letter] ?? (/[\x20-\x7e\xa0-\xff]/.test(letter) ? letter : '?'))
    .join('')
    .replaceAll(/[\\()]/g, '\\$&')
}
