import { ownMember } from '#core/objects.ts'
import type { File } from '#chat/schema/messages.ts'
import { slackFailure } from '#chat/errors/failures.ts'

const MATCHES: Readonly<Record<string, (file: File) => boolean>> = {
  all: () => true,
  spaces: ({ filetype }) => filetype === 'quip',
  canvases: ({ filetype }) => filetype === 'quip',
  lists: ({ filetype }) => filetype === 'list',
  snippets: ({ mimetype }) => mimetype.startsWith('text/'),
  images: ({ mimetype }) => mimetype.startsWith('image/'),
  gdocs: () => false,
  zips: ({ filetype }) => filetype === 'zip',
  pdfs: ({ filetype }) => filetype === 'pdf',
}

/**
 * Returns a test for files of one of the types; every file passes without types.
 *
 * @throws `unknown_type`.
 */
export function typeTest(types: readonly string[] = []): (file: File) => boolean {
  const tests = types.map((type) => {
    const matches = ownMember(MATCHES, type)
    if (matches === undefined) throw slackFailure('unknown_type')
    return matches
  })
  return (file) => tests.length === 0 || tests.some((matches) => matches(file))
}
