import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isObjectType } from 'graphql'
import { expect, it } from 'vitest'
import { vendorSchema } from '../vendor-schema.ts'
import { types } from './index.ts'

it('resolves only fields that the vendor has', () => {
  const unknown = Object.entries(types).flatMap(([name, fields]) => {
    const type = vendorSchema().getType(name)
    const known = isObjectType(type) ? type.getFields() : {}
    return Object.keys(fields)
      .filter((field) => !(field in known))
      .map((field) => `${name}.${field}`)
  })
  expect(unknown).toEqual([])
})

// A collection is read by an index or a reference: a field that went through all rows would make each query as slow as
// the instance is large.
it('resolves no field by a scan of a collection', () => {
  const folder = fileURLToPath(new URL('..', import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.includes('.test.') && !file.includes('.generated.'),
  )
  expect(files.length).toBeGreaterThan(40)
  expect(files.filter((file) => /\brows\.\w+\.all\(/.test(readFileSync(join(folder, file), 'utf8')))).toEqual([])
})
