import type { File } from '../../schema/messages.ts'
import { refusal } from '../../refusals.ts'

const MATCHES: Readonly<Record<string, (file: File) => boolean>> = {
  all: () => true,
  spaces: () => false,
  snippets: ({ mimetype }) => mimetype.startsWith('text/'),
  images: ({ mimetype }) => mimetype.startsWith('image/'),
  gdocs: () => false,
  zips: ({ filetype }) => filetype === 'zip',
  pdfs: ({ filetype }) => filetype === 'pdf',
}

/** Returns true for a file of one of the types; of every type when none is given. Throws `unknown_type`. */
export function isListedType(file: File, types: readonly string[] = []): boolean {
  const tests = types.map((type) => {
    const matches = MATCHES[type]
    if (matches === undefined) throw refusal('unknown_type')
    return matches
  })
  return tests.length === 0 || tests.some((matches) => matches(file))
}
