import { lookup } from 'mrmime'
import { ownMember } from '../objects.ts'

/** The types that the package does not know, as they are not of the web. */
const OTHERS: Readonly<Record<string, string>> = {
  avi: 'video/x-msvideo',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  flac: 'audio/flac',
  ico: 'image/x-icon',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  tar: 'application/x-tar',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Returns the media type that belongs to the extension of a file's name; undefined for an unknown one. */
export function mediaTypeOf(name: string): string | undefined {
  if (!name.includes('.')) return undefined
  return lookup(name) ?? ownMember(OTHERS, name.split('.').at(-1)?.toLowerCase() ?? '')
}
