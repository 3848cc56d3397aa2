import { describe, expect, it } from 'vitest'
import { bucketOfHost } from './host.ts'

describe('bucketOfHost', () => {
  it.each([
    ['photos.localhost:4006', 'photos'],
    ['photos.s3.localhost:4006', 'photos'],
    ['photos.s3.eu-west-1.localhost', 'photos'],
    ['my.photos.s3.localhost', 'my.photos'],
    ['photos.s3.amazonaws.com', 'photos'],
    ['photos.s3.eu-west-1.amazonaws.com', 'photos'],
    ['photos.s3-eu-west-1.amazonaws.com', 'photos'],
    ['logs3.localhost:4006', 'logs3'],
    ['logs3.s3.localhost', 'logs3'],
    ['assets3-prod.localhost', 'assets3-prod'],
    ['photos.s3.dualstack.eu-west-1.amazonaws.com', 'photos'],
  ])('finds in %s the bucket %s', (host, bucket) => {
    expect(bucketOfHost(host, 'http://127.0.0.1:4006')).toBe(bucket)
  })

  it.each([
    'localhost:4006',
    '127.0.0.1:4006',
    '[::1]:4006',
    's3.localhost:4006',
    's3.eu-west-1.localhost',
    's3.amazonaws.com',
    's3.eu-west-1.amazonaws.com',
    'sqs.localhost',
    'cloud.localhost',
    'elsewhere.test',
    '',
  ])('finds no bucket in %s', (host) => {
    expect(bucketOfHost(host, 'http://127.0.0.1:4006')).toBeNull()
  })

  it('finds the bucket below the advertised host, which names none itself', () => {
    expect(bucketOfHost('photos.aws.app.test', 'https://aws.app.test')).toBe('photos')
    expect(bucketOfHost('photos.s3.aws.app.test', 'https://aws.app.test')).toBe('photos')
    expect(bucketOfHost('aws.app.test', 'https://aws.app.test')).toBeNull()
    expect(bucketOfHost('cloud.app.localhost', 'http://cloud.app.localhost:4006')).toBeNull()
    expect(bucketOfHost('photos.127.0.0.1.nip.io:4006', 'http://127.0.0.1.nip.io:4006')).toBe('photos')
  })
})
