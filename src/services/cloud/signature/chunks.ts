import { createHash, type Hash } from 'node:crypto'
import type { CloudCall } from '#cloud/call.ts'
import { signatureDoesNotMatch } from '#cloud/errors/access.ts'
import { incompleteBody, malformedTrailer } from '#cloud/errors/s3.ts'
import { requestSignature } from './request-signature.ts'
import { sha256, signatureOf, signingKey } from './sign.ts'
import { sameText } from './verify.ts'

const EMPTY_HASH = sha256('')

/** Checks the signatures of a body's chunks, each of which covers the signature before it. */
class ChunkSignatures {
  readonly #call: CloudCall
  readonly #key: Buffer
  readonly #accessKeyId: string
  readonly #lines: string
  #previous: string

  constructor(call: CloudCall, secret: string, signed: NonNullable<ReturnType<typeof requestSignature>>) {
    this.#call = call
    this.#key = signingKey(secret, signed.scope)
    this.#accessKeyId = signed.accessKeyId
    this.#lines = `${signed.signedAt}\n${signed.scope}`
    this.#previous = signed.signature
  }

  /** @throws `SignatureDoesNotMatch` unless `signature` is that of a chunk with this hash. */
  checkChunk(hash: string, signature: string): void {
    this.#check(`AWS4-HMAC-SHA256-PAYLOAD\n${this.#lines}\n${this.#previous}\n${EMPTY_HASH}\n${hash}`, signature)
  }

  /** @throws `SignatureDoesNotMatch` unless `signature` is that of these trailers. */
  checkTrailers(trailers: string, signature: string): void {
    this.#check(`AWS4-HMAC-SHA256-TRAILER\n${this.#lines}\n${this.#previous}\n${sha256(trailers)}`, signature)
  }

  #check(text: string, signature: string): void {
    const expected = signatureOf(this.#key, text)
    if (!sameText(expected, signature)) {
      const refused = { accessKeyId: this.#accessKeyId, signature, stringToSign: text, canonicalRequest: null }
      throw signatureDoesNotMatch(this.#call, refused)
    }
    this.#previous = expected
  }
}

/**
 * Returns whether the body is in the aws-chunked encoding. A content encoding that names it without the length of the
 * content is only a name, and the body is what it is.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming.html
 */
export function isChunked(call: CloudCall): boolean {
  return (
    call.header('x-amz-content-sha256')?.startsWith('STREAMING-') === true ||
    (call.header('x-amz-decoded-content-length') !== undefined &&
      /(?:^|,)\s*aws-chunked\b/.test(call.header('content-encoding') ?? ''))
  )
}

/** Returns the checker of the chunks' signatures; null when the chunks are not signed or the access key is unknown. */
function signaturesOf(call: CloudCall): ChunkSignatures | null {
  if (call.header('x-amz-content-sha256')?.startsWith('STREAMING-AWS4-HMAC-SHA256-PAYLOAD') !== true) return null
  const signed = requestSignature(call)
  const credential = signed === null ? undefined : call.rows.credentials.get(signed.accessKeyId)
  return signed === null || credential === undefined ? null : new ChunkSignatures(call, credential.secret, signed)
}

/** The longest chunk header or trailer line, in bytes. */
const LONGEST_LINE = 8192

const LINE_FEED = 0x0a

/**
 * Decodes an aws-chunked body as its pieces arrive, and checks the signatures of the chunks.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming-trailers.html
 */
export class ChunkDecoder {
  readonly #signatures: ChunkSignatures | null
  /** Names in lower case. */
  readonly trailers = new Map<string, string>()
  #rest: Buffer = Buffer.alloc(0)
  #state: 'head' | 'data' | 'end of data' | 'trailers' | 'done' = 'head'
  #left = 0
  #signature = ''
  #hash: Hash | null = null
  #signedTrailers = ''

  constructor(call: CloudCall) {
    this.#signatures = signaturesOf(call)
  }

  /**
   * Decodes a piece of the body and returns the object's bytes in it.
   *
   * @throws the vendor's failure for malformed chunks.
   */
  push(piece: Uint8Array): Buffer[] {
    const received = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    let buffer = this.#rest.length === 0 ? received : Buffer.concat([this.#rest, received])
    const decoded: Buffer[] = []
    while (buffer.length > 0 && this.#state !== 'done') {
      if (this.#state === 'data') {
        const content = buffer.subarray(0, this.#left)
        this.#hash?.update(content)
        decoded.push(content)
        this.#left -= content.length
        buffer = buffer.subarray(content.length)
        if (this.#left === 0) this.#state = 'end of data'
        continue
      }
      const end = buffer.indexOf(LINE_FEED)
      if (end < 0) {
        if (buffer.length > LONGEST_LINE) throw incompleteBody()
        break
      }
      this.#line(buffer.toString('latin1', 0, end).replace(/\r$/, ''))
      buffer = buffer.subarray(end + 1)
    }
    // Copied, because a subarray would keep the whole piece in memory.
    this.#rest = Buffer.from(buffer)
    return decoded
  }

  /**
   * Must be called after the last piece.
   *
   * @throws `IncompleteBody` when the last chunk is missing.
   */
  end(): void {
    if (this.#state === 'trailers' && this.trailers.size === 0) this.#state = 'done'
    if (this.#state !== 'done') throw incompleteBody()
  }

  #line(line: string): void {
    if (this.#state === 'head') this.#head(line)
    else if (this.#state === 'end of data') this.#endOfData(line)
    else this.#trailer(line)
  }

  #head(line: string): void {
    const parts = /^([\da-f]{1,12})(?:;chunk-signature=([\da-f]{64}))?$/i.exec(line)
    if (parts === null) throw incompleteBody()
    this.#left = Number.parseInt(parts[1] ?? '', 16)
    this.#signature = parts[2] ?? ''
    this.#hash = this.#signatures === null ? null : createHash('sha256')
    if (this.#left > 0) {
      this.#state = 'data'
    } else {
      this.#checkChunk()
      this.#state = 'trailers'
    }
  }

  #endOfData(line: string): void {
    if (line !== '') throw incompleteBody()
    this.#checkChunk()
    this.#state = 'head'
  }

  #checkChunk(): void {
    if (this.#hash !== null) this.#signatures?.checkChunk(this.#hash.digest('hex'), this.#signature)
  }

  #trailer(line: string): void {
    if (line === '') {
      this.#state = 'done'
      return
    }
    const colon = line.indexOf(':')
    if (colon < 1) throw malformedTrailer()
    const name = line.slice(0, colon).trim().toLowerCase()
    const value = line.slice(colon + 1).trim()
    if (name === 'x-amz-trailer-signature') {
      this.#signatures?.checkTrailers(this.#signedTrailers, value)
      return
    }
    this.#signedTrailers += `${name}:${value}\n`
    this.trailers.set(name, value)
  }
}
