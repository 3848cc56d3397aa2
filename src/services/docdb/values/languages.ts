import { stemmer as danish } from '@orama/stemmers/danish'
import { stemmer as dutch } from '@orama/stemmers/dutch'
import { stemmer as finnish } from '@orama/stemmers/finnish'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as hungarian } from '@orama/stemmers/hungarian'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as norwegian } from '@orama/stemmers/norwegian'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as romanian } from '@orama/stemmers/romanian'
import { stemmer as russian } from '@orama/stemmers/russian'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import { stemmer as swedish } from '@orama/stemmers/swedish'
import { stemmer as turkish } from '@orama/stemmers/turkish'
import { stopwords as danishWords } from '@orama/stopwords/danish'
import { stopwords as dutchWords } from '@orama/stopwords/dutch'
import { stopwords as finnishWords } from '@orama/stopwords/finnish'
import { stopwords as frenchWords } from '@orama/stopwords/french'
import { stopwords as germanWords } from '@orama/stopwords/german'
import { stopwords as hungarianWords } from '@orama/stopwords/hungarian'
import { stopwords as italianWords } from '@orama/stopwords/italian'
import { stopwords as norwegianWords } from '@orama/stopwords/norwegian'
import { stopwords as portugueseWords } from '@orama/stopwords/portuguese'
import { stopwords as romanianWords } from '@orama/stopwords/romanian'
import { stopwords as russianWords } from '@orama/stopwords/russian'
import { stopwords as spanishWords } from '@orama/stopwords/spanish'
import { stopwords as swedishWords } from '@orama/stopwords/swedish'
import { stopwords as turkishWords } from '@orama/stopwords/turkish'
// @ts-expect-error: the package has no types
import porter2 from 'wink-porter2-stemmer'

/** A language of searches. */
export interface Language {
  readonly name: string
  /** Cuts the ending of a word, in lower case: Snowball's algorithm for the language. https://snowballstem.org/ */
  readonly stem: (word: string) => string
  /** The words that say nothing of a text, in lower case. */
  readonly stopWords: ReadonlySet<string>
}

const english = porter2 as (word: string) => string // as its documentation says

/** The English words that a text index leaves out. */
const ENGLISH_WORDS =
  'a about above after again against all am an and any are as at be because been before being below between both but by cannot could did do does doing down during each few for from further had has have having he her here hers herself him himself his how i if in into is it its itself me more most my myself no nor not of off on once only or other ought our ours ourselves out over own same she should so some such than that the their theirs them themselves then there these they this those through to too under until up very was we were what when where which while who whom why with would you your yours yourself yourselves'.split(
    ' ',
  )

/** The codes of languages, their stemmers and their stop words. */
const LANGUAGES = {
  danish: ['da', danish, danishWords],
  dutch: ['nl', dutch, dutchWords],
  english: ['en', english, ENGLISH_WORDS],
  finnish: ['fi', finnish, finnishWords],
  french: ['fr', french, frenchWords],
  german: ['de', german, germanWords],
  hungarian: ['hu', hungarian, hungarianWords],
  italian: ['it', italian, italianWords],
  norwegian: ['nb', norwegian, norwegianWords],
  portuguese: ['pt', portuguese, portugueseWords],
  romanian: ['ro', romanian, romanianWords],
  russian: ['ru', russian, russianWords],
  spanish: ['es', spanish, spanishWords],
  swedish: ['sv', swedish, swedishWords],
  turkish: ['tr', turkish, turkishWords],
} as const

const byName = new Map<string, () => Language>()
for (const [name, [code, stem, words]] of Object.entries(LANGUAGES)) {
  let language: Language | undefined
  // The set of a language is made when it is first needed.
  const make = (): Language => (language ??= { name, stem, stopWords: new Set(words) })
  byName.set(name, make).set(code, make)
}

/** Returns a language by its English name or its code of two letters, in any case; undefined for an unknown one. */
export function languageNamed(name: string): Language | undefined {
  return byName.get(name.toLowerCase())?.()
}
