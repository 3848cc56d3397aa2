import { missingParameter } from '#payments/errors.ts'
import { fileJson } from '#payments/json/files.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import {
  boolean,
  hash,
  isInRange,
  metadata,
  oneOf,
  range,
  required,
  text,
  timestamp,
} from '#payments/protocol/params.ts'
import { addFile, addFileLink } from '#payments/rules/files.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, get, upload } from '../route.ts'
import { answerContents } from './contents.ts'
import type { File } from '#payments/schema/files.ts'

/** The purposes of files that clients upload. */
const PURPOSES = [
  'account_requirement',
  'additional_verification',
  'business_icon',
  'business_logo',
  'customer_signature',
  'dispute_evidence',
  'identity_document',
  'issuing_regulatory_reporting',
  'pci_document',
  'platform_terms_of_service',
  'tax_document_user_upload',
  'terminal_android_apk',
  'terminal_reader_splashscreen',
  'terminal_wifi_certificate',
  'terminal_wifi_private_key',
] as const

const byPath = { param: 'file', inPath: true }

/** Files. https://docs.stripe.com/api/files */
export const filesRoutes = [
  upload(
    'PostFiles',
    '/v1/files',
    {
      file_link_data: hash({ create: required(boolean()), expires_at: timestamp(), metadata: metadata() }),
      purpose: required(oneOf(...PURPOSES)),
    },
    (call) => {
      const { purpose, file_link_data: link } = call.input
      const { file } = call.upload
      if (file === null) throw missingParameter('file')
      const created = addFile(call, call.account, { ...file, purpose })
      if (link?.create === true) {
        addFileLink(call, created, {
          expiresAt: link.expires_at ?? null,
          metadata: mergeMetadata({}, link.metadata),
        })
      }
      return answer(call, fileJson(call, created))
    },
    { publishable: true },
  ),
  get('GetFiles', '/v1/files', { ...LIST_PARAMS, created: range(), purpose: text() }, (call) => {
    const { created, purpose } = call.input
    const where = (each: File): boolean =>
      isInRange(each.created, created) && (purpose === undefined || each.purpose === purpose)
    const found = newestFirst(call.rows.files, 'all', [call.account], where)
    return answerPage(call, found, 'file', (row) => fileJson(call, row))
  }),
  get('GetFilesFile', '/v1/files/:file', {}, (call) =>
    answer(call, fileJson(call, findRecord(call.rows.files, call.account, 'file', call.params.file, byPath))),
  ),
  get('GetFilesFileContents', '/v1/files/:file/contents', {}, (call) => {
    const { rows, account, params } = call
    return answerContents(call, findRecord(rows.files, account, 'file', params.file, byPath))
  }),
]
