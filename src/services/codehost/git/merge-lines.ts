import { mergeLineChanges } from './diff.ts'
import type { LineChange } from './diff.ts'
import { splitLines } from './lines.ts'

/** A region where the sides differ from the base: which side's lines to take, and its position in each side's text. */
interface Region {
  take: 'ours' | 'theirs' | 'undecided'
  oursStart: number
  oursCount: number
  theirsStart: number
  theirsCount: number
}

/**
 * Merges two texts with a common base by lines, with the decisions of `git merge-file`. Returns null on a conflict: a
 * place where both sides changed the same or adjacent lines to different texts.
 */
export function mergeLines(base: string, ours: string, theirs: string): string | null {
  const baseLines = splitLines(base)
  const oursLines = splitLines(ours)
  const theirsLines = splitLines(theirs)
  const oursChanges = mergeLineChanges(baseLines, oursLines)
  if (oursChanges.length === 0) return theirs
  const theirsChanges = mergeLineChanges(baseLines, theirsLines)
  const merged: string[] = []
  let position = 0
  for (const region of regions(oursChanges, theirsChanges, oursLines, theirsLines)) {
    const theirsEnd = region.theirsStart + region.theirsCount
    if (region.take === 'undecided' && !alike(region, oursLines, theirsLines)) return null
    if (region.take !== 'theirs') continue
    for (; position < region.oursStart; position++) merged.push(oursLines[position] ?? '')
    for (let line = region.theirsStart; line < theirsEnd; line++) merged.push(theirsLines[line] ?? '')
    position = region.oursStart + region.oursCount
  }
  for (; position < oursLines.length; position++) merged.push(oursLines[position] ?? '')
  return merged.join('')
}

function regions(
  ours: readonly LineChange[],
  theirs: readonly LineChange[],
  oursLines: readonly string[],
  theirsLines: readonly string[],
): Region[] {
  const found: Region[] = []
  let oursIndex = 0
  let theirsIndex = 0
  // The offset of each side's line numbers from the base's, after the changes that were processed so far.
  let oursShift = 0
  let theirsShift = 0
  for (;;) {
    const our = ours[oursIndex]
    const their = theirs[theirsIndex]
    if (our === undefined && their === undefined) return found
    if (our !== undefined && (their === undefined || endOf(our) < their.beforeStart)) {
      const theirsStart = our.beforeStart + theirsShift
      add(found, { take: 'ours', ...oursPart(our), theirsStart, theirsCount: our.beforeCount })
      oursShift = shiftAfter(our)
      oursIndex++
      continue
    }
    if (their === undefined) return found
    if (our === undefined || endOf(their) < our.beforeStart) {
      const oursStart = their.beforeStart + oursShift
      add(found, { take: 'theirs', oursStart, oursCount: their.beforeCount, ...theirsPart(their) })
      theirsShift = shiftAfter(their)
      theirsIndex++
      continue
    }
    if (!sameChange(our, their, oursLines, theirsLines)) add(found, overlap(our, their))
    if (endOf(our) >= endOf(their)) {
      theirsShift = shiftAfter(their)
      theirsIndex++
    }
    if (endOf(their) >= endOf(our)) {
      oursShift = shiftAfter(our)
      oursIndex++
    }
  }
}

function endOf(change: LineChange): number {
  return change.beforeStart + change.beforeCount
}

function shiftAfter(change: LineChange): number {
  return change.afterStart + change.afterCount - endOf(change)
}

function oursPart(change: LineChange): { oursStart: number; oursCount: number } {
  return { oursStart: change.afterStart, oursCount: change.afterCount }
}

function theirsPart(change: LineChange): { theirsStart: number; theirsCount: number } {
  return { theirsStart: change.afterStart, theirsCount: change.afterCount }
}

function sameChange(
  our: LineChange,
  their: LineChange,
  oursLines: readonly string[],
  theirsLines: readonly string[],
): boolean {
  if (our.beforeStart !== their.beforeStart || our.beforeCount !== their.beforeCount) return false
  return equalLines(oursLines, our.afterStart, our.afterCount, theirsLines, their.afterStart, their.afterCount)
}

/** Joins two overlapping changes into one region. Each is widened by the base lines that only the other one covers. */
function overlap(our: LineChange, their: LineChange): Region {
  const distance = our.beforeStart - their.beforeStart
  const tail = endOf(their) - endOf(our)
  const oursAbove = Math.max(distance, 0)
  const theirsAbove = Math.max(-distance, 0)
  return {
    take: 'undecided',
    oursStart: our.afterStart - oursAbove,
    oursCount: our.afterCount + oursAbove + Math.max(tail, 0),
    theirsStart: their.afterStart - theirsAbove,
    theirsCount: their.afterCount + theirsAbove + Math.max(-tail, 0),
  }
}

/**
 * Adds a region, or joins it to the previous one when they touch on either side. Joined regions of different kinds are
 * undecided.
 */
function add(found: Region[], region: Region): void {
  const last = found.at(-1)
  const touching =
    last !== undefined &&
    (region.oursStart <= last.oursStart + last.oursCount || region.theirsStart <= last.theirsStart + last.theirsCount)
  if (!touching) {
    found.push(region)
    return
  }
  if (last.take !== region.take) last.take = 'undecided'
  last.oursCount = region.oursStart + region.oursCount - last.oursStart
  last.theirsCount = region.theirsStart + region.theirsCount - last.theirsStart
}

/**
 * Returns whether both sides of a region have the same lines. Like git, a region where one side is empty stays a
 * conflict.
 */
function alike(region: Region, oursLines: readonly string[], theirsLines: readonly string[]): boolean {
  const { oursStart, oursCount, theirsStart, theirsCount } = region
  return oursCount > 0 && equalLines(oursLines, oursStart, oursCount, theirsLines, theirsStart, theirsCount)
}

function equalLines(
  left: readonly string[],
  leftStart: number,
  leftCount: number,
  right: readonly string[],
  rightStart: number,
  rightCount: number,
): boolean {
  if (leftCount !== rightCount) return false
  for (let index = 0; index < leftCount; index++) {
    if (left[leftStart + index] !== right[rightStart + index]) return false
  }
  return true
}
