import { ownMember } from '#core/objects.ts'
/** The vendor's name of a file's type, and its media type, by the extension of the name. */
const TYPES: Readonly<Record<string, readonly [filetype: string, mimetype: string]>> = {
  txt: ['text', 'text/plain'],
  log: ['text', 'text/plain'],
  md: ['markdown', 'text/plain'],
  csv: ['csv', 'text/csv'],
  html: ['html', 'text/html'],
  css: ['css', 'text/css'],
  js: ['javascript', 'text/javascript'],
  ts: ['typescript', 'text/plain'],
  json: ['json', 'application/json'],
  yaml: ['yaml', 'text/plain'],
  yml: ['yaml', 'text/plain'],
  xml: ['xml', 'text/xml'],
  sh: ['shell', 'text/plain'],
  py: ['python', 'text/plain'],
  diff: ['diff', 'text/plain'],
  png: ['png', 'image/png'],
  jpg: ['jpg', 'image/jpeg'],
  jpeg: ['jpg', 'image/jpeg'],
  gif: ['gif', 'image/gif'],
  svg: ['svg', 'image/svg+xml'],
  webp: ['webp', 'image/webp'],
  pdf: ['pdf', 'application/pdf'],
  zip: ['zip', 'application/zip'],
  gz: ['gzip', 'application/gzip'],
  mp4: ['mp4', 'video/mp4'],
  mp3: ['mp3', 'audio/mpeg'],
  docx: ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  xlsx: ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
}

/** The type of a file. */
export interface FileType {
  readonly filetype: string
  readonly mimetype: string
}

/** Returns the type of a file by its name; `binary` for an unknown extension. */
export function fileTypeOf(name: string): FileType {
  const [, extension = ''] = /\.([A-Za-z0-9]{1,10})$/.exec(name) ?? []
  const [filetype, mimetype] = ownMember(TYPES, extension.toLowerCase()) ?? ['binary', 'application/octet-stream']
  return { filetype, mimetype }
}

/** Returns the file type of a snippet; undefined for a type that the vendor's clients do not offer. */
export function snippetType(name: string): FileType | undefined {
  const known = Object.values(TYPES).find(([filetype]) => filetype === name)
  if (known !== undefined) return { filetype: name, mimetype: known[1] }
  return OTHER_SNIPPETS.has(name) ? { filetype: name, mimetype: 'text/plain' } : undefined
}

const OTHER_SNIPPETS: ReadonlySet<string> = new Set(
  'c cpp csharp dart dockerfile go graphql haskell java kotlin lua php powershell r ruby rust scala sql swift tsx vb'.split(
    ' ',
  ),
)
