import { XMLParser } from 'fast-xml-parser'
import { serviceContract } from '#testkit/service-contract.ts'
import { cloud } from './index.ts'

serviceContract(cloud, {
  headers: {},
  change: { method: 'PUT', path: '/new-bucket', body: undefined },
  reads: ['/', '/uploads?list-type=2', '/uploads/hello.txt'],
  errorMembers: [
    ['Error', 'Code'],
    ['Error', 'Message'],
    ['Error', 'RequestId'],
    ['Error', 'HostId'],
  ],
  readError: async (text) => new XMLParser({ parseTagValue: false }).parse(text),
  perRequest: ['x-amz-request-id', 'x-amz-id-2'],
})
