import { expect, it } from 'vitest'
import { EntryWriter, readEntry } from './entry-text.ts'
import { RecordArchive } from './record-archive.ts'
import { newEntry, type BodyReader, type RequestEntry } from './request-entry.ts'

const reader: BodyReader = () => 'read'

const writer = new EntryWriter()

/** Writes an entry into an archive, and reads it again. */
function kept(entry: RequestEntry, readers: BodyReader[] = []): RequestEntry {
  const archive = new RecordArchive(1)
  archive.write(1, writer.write(entry, readers))
  return readEntry(archive.read(1) ?? { text: '', numbers: [] }, readers)
}

it('gives back every member of an entry', () => {
  const body = { slab: 1, use: 2, start: 3, end: 4 }
  const entry: RequestEntry = {
    ...newEntry('POST', '/größe/a%20b', '?q=1\n2', { accept: '*/*', empty: '', cookie: 'a=b' }, 1_767_225_600_000.5),
    id: 7,
    route: '/:size',
    operation: 'sizes/create',
    carried: ['query size'],
    status: 201,
    principal: 'Ädä 🙂',
    beganAt: 12.5,
    durationMs: 0.125,
    requestBody: body,
    responseHeaders: { 'content-type': 'text/plain', 'x-empty': '', 'x-latin': 'é' },
    responseBody: body,
    fault: 'f1',
    error: 'Error: first line\n    at second line\u0000',
    hint: 'no key',
    textOf: reader,
  }
  const readers: BodyReader[] = []
  expect(kept(entry, readers)).toEqual(entry)
  expect(readers).toEqual([reader])
})

it('gives back an entry without headers, and joins the values of a header that came twice', () => {
  const entry = newEntry('GET', '/', '', {}, 0)
  expect(kept(entry)).toEqual(entry)
  const twice = newEntry('GET', '/', '', { 'x-tag': ['a', 'b'], absent: undefined }, 0)
  expect(kept(twice).requestHeaders).toEqual({ 'x-tag': 'a,b' })
})

it('gives back an entry that is longer than all before', () => {
  const path = `/${'größe'.repeat(1000)}`
  const entry = newEntry('PUT', path, '', { accept: 'x'.repeat(5000), 'x-text': `a"b\\c` }, 0)
  expect(kept(entry)).toEqual(entry)
})
