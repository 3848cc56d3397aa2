import { deepEqual, equal, rejects } from 'node:assert/strict'
import { mongooseAdapter } from '@payloadcms/db-mongodb'
import { buildConfig, getPayload } from 'payload'

const payload = await getPayload({
  config: buildConfig({
    secret: 'a secret',
    telemetry: false,
    db: mongooseAdapter({ url: process.env.MONGODB_URI }),
    collections: [
      { slug: 'users', auth: true, fields: [{ name: 'name', type: 'text' }] },
      {
        slug: 'posts',
        versions: { drafts: true },
        fields: [
          { name: 'title', type: 'text', required: true, unique: true },
          { name: 'author', type: 'relationship', relationTo: 'users' },
          { name: 'place', type: 'point' },
          { name: 'tags', type: 'array', fields: [{ name: 'tag', type: 'text' }] },
        ],
      },
    ],
    globals: [{ slug: 'settings', fields: [{ name: 'motto', type: 'text' }] }],
  }),
})
const ada = await payload.create({
  collection: 'users',
  data: { email: 'ada@example.com', password: 'secret', name: 'Ada' },
})
equal(
  (await payload.login({ collection: 'users', data: { email: 'ada@example.com', password: 'secret' } })).user.id,
  ada.id,
)
const post = await payload.create({
  collection: 'posts',
  data: { title: 'One', author: ada.id, place: [2, 48], tags: [{ tag: 'x' }], _status: 'published' },
})
await payload.create({ collection: 'posts', data: { title: 'Two', place: [20, 48], _status: 'published' } })
await rejects(payload.create({ collection: 'posts', data: { title: 'One' } }), { name: 'ValidationError' })
const { docs, totalDocs } = await payload.find({
  collection: 'posts',
  where: { 'author.name': { equals: 'Ada' } },
  depth: 1,
})
deepEqual([totalDocs, docs[0].author.name], [1, 'Ada'])
deepEqual(
  (await payload.find({ collection: 'posts', where: { place: { near: [2, 48.1, 50_000] } } })).docs.map(
    ({ title }) => title,
  ),
  ['One'],
)
deepEqual(
  (await payload.find({ collection: 'posts', where: { 'tags.tag': { in: ['x'] } }, sort: '-title' })).docs.length,
  1,
)
await payload.update({ collection: 'posts', id: post.id, data: { title: 'Uno' }, draft: true })
equal((await payload.findByID({ collection: 'posts', id: post.id })).title, 'One')
equal((await payload.findVersions({ collection: 'posts', where: { parent: { equals: post.id } } })).totalDocs, 2)
equal((await payload.count({ collection: 'posts' })).totalDocs, 2)
await payload.updateGlobal({ slug: 'settings', data: { motto: 'onward' } })
equal((await payload.findGlobal({ slug: 'settings' })).motto, 'onward')
await payload.delete({ collection: 'posts', where: { title: { like: 'tw' } } })
equal((await payload.count({ collection: 'posts' })).totalDocs, 1)
await payload.destroy()
console.log('ok')
process.exit(0)
