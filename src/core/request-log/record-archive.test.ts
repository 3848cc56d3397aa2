import { describe, expect, it } from 'vitest'
import { RecordArchive, type EntryBytes } from './record-archive.ts'

const written = (text: string, numbers: readonly number[] = []): EntryBytes => ({
  numbers,
  length: Buffer.byteLength(text),
  copyTo: (target, start) => target.set(Buffer.from(text), start),
})

const textIn = (archive: RecordArchive, id: number): string | undefined => archive.read(id)?.text

describe('an archive', () => {
  it('holds numbers to the last digit, those that are none included', () => {
    const archive = new RecordArchive(2)
    const numbers = [0, -1, 0.1, 1_767_225_600_000.5, NaN, 2 ** 53 - 1]
    archive.write(1, written('größer', numbers))
    expect(archive.read(1)).toEqual({ text: 'größer', numbers })
  })

  it('holds the texts of the latest ids, in whatever order they come', () => {
    const archive = new RecordArchive(3)
    for (const id of [2, 1, 4, 3]) archive.write(id, written(`text ${id}`))
    expect([1, 2, 3, 4].map((id) => textIn(archive, id))).toEqual([undefined, 'text 2', 'text 3', 'text 4'])
    archive.write(1, written('too late'))
    expect([textIn(archive, 1), textIn(archive, 4)]).toEqual([undefined, 'text 4'])
  })

  it('holds texts that are longer than a page, and texts of other scripts', () => {
    const archive = new RecordArchive(10)
    const texts = ['x'.repeat(200_000), 'größer 漢字 🙂', '', 'y'.repeat(70_000)]
    for (const [index, text] of texts.entries()) archive.write(index + 1, written(text))
    expect(texts.map((_, index) => textIn(archive, index + 1))).toEqual(texts)
  })

  it('uses the memory of old texts again without touching the latest', () => {
    const archive = new RecordArchive(100)
    const textOf = (id: number) => `${id}:${'z'.repeat((id * 37) % 5000)}`
    for (let id = 1; id <= 5000; id++) archive.write(id, written(textOf(id)))
    for (let id = 4901; id <= 5000; id++) expect(textIn(archive, id)).toBe(textOf(id))
    expect(archive.size).toBeLessThan(2_000_000)
  })

  it('forgets everything when it is cleared, and needs no more memory afterwards', () => {
    const archive = new RecordArchive(100)
    const fill = (): void => {
      for (let id = 1; id <= 50; id++) archive.write(id, written('a'.repeat(1000)))
    }
    fill()
    const { size } = archive
    for (let times = 0; times < 20; times++) {
      archive.clear()
      expect(archive.read(7)).toBeUndefined()
      fill()
    }
    expect([archive.size, textIn(archive, 7)]).toEqual([size, 'a'.repeat(1000)])
  })
})
