import * as v from 'valibot'
import { selectFailure } from '#cloud/errors/s3-select.ts'
import { element } from '#cloud/protocols/read-xml.ts'
import type { SelectOutput } from './output.ts'
import type { CsvInput } from './records.ts'

const text = v.optional(v.string())

/** Returns a schema of one of some words, the first by default. The vendor takes them in any case: `Use` as `USE`. */
function word<const W extends readonly [string, ...string[]]>(words: W) {
  return v.optional(v.pipe(v.string(), v.toUpperCase(), v.picklist(words)), words[0])
}

const csvInput = element({
  FileHeaderInfo: word(['NONE', 'IGNORE', 'USE']),
  Comments: v.optional(v.string(), '#'),
  QuoteCharacter: v.optional(v.string(), '"'),
  QuoteEscapeCharacter: v.optional(v.string(), '"'),
  RecordDelimiter: v.optional(v.string(), '\n'),
  FieldDelimiter: v.optional(v.string(), ','),
  AllowQuotedRecordDelimiter: text,
})

const csvOutput = element({
  QuoteFields: word(['ASNEEDED', 'ALWAYS']),
  QuoteCharacter: v.optional(v.string(), '"'),
  QuoteEscapeCharacter: v.optional(v.string(), '"'),
  RecordDelimiter: v.optional(v.string(), '\n'),
  FieldDelimiter: v.optional(v.string(), ','),
})

/** The body of SelectObjectContent. https://docs.aws.amazon.com/AmazonS3/latest/API/API_SelectObjectContent.html */
export const selectSchema = element({
  Expression: v.string(),
  ExpressionType: v.string(),
  RequestProgress: v.optional(element({ Enabled: text })),
  InputSerialization: element({
    CompressionType: word(['NONE', 'GZIP', 'BZIP2']),
    CSV: v.optional(csvInput),
    JSON: v.optional(element({ Type: word(['LINES', 'DOCUMENT']) })),
    Parquet: v.optional(v.unknown()),
  }),
  OutputSerialization: element({
    CSV: v.optional(csvOutput),
    JSON: v.optional(element({ RecordDelimiter: v.optional(v.string(), '\n') })),
  }),
  ScanRange: v.optional(element({ Start: text, End: text })),
})

/** The body of SelectObjectContent after its schema has checked it. */
export type SelectRequest = v.InferOutput<typeof selectSchema>

/** The form of the object that a request reads. */
export type SelectInput = { readonly kind: 'json' } | ({ readonly kind: 'csv' } & CsvInput)

/** Returns the form of the object. @throws for a form that is not here, and for none or several. */
export function inputOf({
  ExpressionType,
  InputSerialization: { CSV: csv, JSON: json, Parquet },
}: SelectRequest): SelectInput {
  if (ExpressionType.toUpperCase() !== 'SQL') {
    throw selectFailure('InvalidExpressionType', 'The ExpressionType is invalid. Only SQL expressions are supported.')
  }
  if (Parquet !== undefined) {
    throw selectFailure('UnsupportedParquetType', "backlot's cloud reads CSV and JSON, not Parquet.")
  }
  if ((csv === undefined) === (json === undefined)) {
    throw selectFailure('InvalidDataSource', 'Invalid data source type. Only CSV, JSON, and Parquet are supported.')
  }
  if (csv === undefined) return { kind: 'json' }
  return {
    kind: 'csv',
    header: csv.FileHeaderInfo,
    comments: csv.Comments,
    quote: csv.QuoteCharacter,
    quoteEscape: csv.QuoteEscapeCharacter,
    recordDelimiter: csv.RecordDelimiter === '' ? '\n' : csv.RecordDelimiter,
    fieldDelimiter: csv.FieldDelimiter === '' ? ',' : csv.FieldDelimiter,
  }
}

/** Returns the form of the answer. @throws `MissingRequiredParameter` for none, or several. */
export function outputOf({ OutputSerialization: { CSV: csv, JSON: json } }: SelectRequest): SelectOutput {
  if (json !== undefined && csv === undefined) return { kind: 'json', recordDelimiter: json.RecordDelimiter }
  if (csv === undefined || json !== undefined) {
    throw selectFailure(
      'MissingRequiredParameter',
      'The SelectRequest entity is missing a required parameter. Check the service documentation and try again.',
    )
  }
  return {
    kind: 'csv',
    quoteFields: csv.QuoteFields,
    quote: csv.QuoteCharacter,
    quoteEscape: csv.QuoteEscapeCharacter,
    recordDelimiter: csv.RecordDelimiter,
    fieldDelimiter: csv.FieldDelimiter,
  }
}
