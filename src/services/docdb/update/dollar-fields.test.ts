import { describe, expect } from 'vitest'
import type { Document, MongoClient } from 'mongodb'
import { databaseTest } from '#docdb/driver.fixture.ts'

// Names of fields that begin with a dollar sign, which the server stores since version 5.0.
// https://www.mongodb.com/docs/manual/core/dot-dollar-considerations/dollar-prefix/

const it = databaseTest()
const itemsOf = (client: MongoClient) => client.db('shop').collection<Document>('items')

describe('a field whose name begins with a dollar sign', () => {
  it('is inserted at the top and below it, by names of operators too', async ({ client }) => {
    const stored = { _id: 1, $price: 5, place: { $db: 'novels', $inc: true, $ref: 'b' } }
    await itemsOf(client).insertOne(stored as Document)
    expect(await itemsOf(client).findOne({ _id: 1 as never })).toEqual(stored)
    const [read] = await itemsOf(client)
      .aggregate([{ $project: { price: { $getField: { $literal: '$price' } } } }])
      .toArray()
    expect(read).toEqual({ _id: 1, price: 5 })
  })

  it('is set below the top, by a path and inside of a value', async ({ client }) => {
    await itemsOf(client).insertOne({ _id: 1 as never, place: {} })
    await itemsOf(client).updateOne({}, { $set: { 'place.$hotel': 320, more: { $in: [1] } } })
    expect(await itemsOf(client).findOne({})).toEqual({ _id: 1, place: { $hotel: 320 }, more: { $in: [1] } })
  })

  it('is refused at the top of a stored document, and taken by an upsert that inserts', async ({ client }) => {
    const upsert = () => itemsOf(client).updateOne({ day: 1 }, { $set: { phone: 25, $hotel: 320 } }, { upsert: true })
    await upsert()
    expect(await itemsOf(client).findOne({ day: 1 })).toMatchObject({ phone: 25, $hotel: 320 })
    await expect(upsert()).rejects.toMatchObject({
      code: 52,
      message: "The dollar ($) prefixed field '$hotel' in '$hotel' is not valid for storage.",
    })
  })

  it('is part of a replacement below the top, and at the top by $setField only', async ({ client }) => {
    await itemsOf(client).insertOne({ _id: 1 as never })
    await itemsOf(client).replaceOne({}, { place: { $street: 'Main' } })
    expect(await itemsOf(client).findOne({})).toEqual({ _id: 1, place: { $street: 'Main' } })
    const command = { update: 'items', updates: [{ q: {}, u: { place: 1, $street: 'Main' } }] }
    const { writeErrors } = await client.db('shop').command(command)
    expect(writeErrors).toMatchObject([{ code: 52 }])
    const value = { field: { $literal: '$street' }, input: '$$ROOT', value: 'Main' }
    await itemsOf(client).updateOne({}, [{ $replaceWith: { $setField: value } }])
    expect(await itemsOf(client).findOne({})).toMatchObject({ $street: 'Main' })
  })

  it('is compared inside of $elemMatch where it is a member of a DBRef, and refused at the top', async ({ client }) => {
    const books = [
      { $ref: 'books', $id: 7 },
      { $ref: 'books', $id: 8 },
    ]
    await itemsOf(client).insertOne({ _id: 1 as never, books })
    expect(await itemsOf(client).countDocuments({ books: { $elemMatch: { $id: 8 } } })).toBe(1)
    expect(await itemsOf(client).countDocuments({ books: { $elemMatch: { $ref: 'books', $id: { $gt: 8 } } } })).toBe(0)
    await expect(itemsOf(client).findOne({ $id: 8 })).rejects.toMatchObject({ code: 2 })
  })
})
