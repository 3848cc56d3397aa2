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
