import { expect, it } from 'vitest'
import { readEntry, writeEntry } from './entry-text.ts'
import { newEntry, type BodyReader, type RequestEntry } from './request-entry.ts'

const reader: BodyReader = () => 'read'

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
  expect(readEntry(writeEntry(entry, readers), readers)).toEqual(entry)
  expect(readers).toEqual([reader])
})

it('gives back an entry without headers, and joins the values of a header that came twice', () => {
  const entry = newEntry('GET', '/', '', {}, 0)
  expect(readEntry(writeEntry(entry, []), [])).toEqual(entry)
  const twice = newEntry('GET', '/', '', { 'x-tag': ['a', 'b'], absent: undefined }, 0)
  expect(readEntry(writeEntry(twice, []), []).requestHeaders).toEqual({ 'x-tag': 'a,b' })
})
