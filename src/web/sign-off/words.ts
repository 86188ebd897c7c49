import { createContext } from 'preact'
import af from '../i18n/af/reviewer.json'
import en from '../i18n/en/reviewer.json'
import zu from '../i18n/zu/reviewer.json'

/* The texts of the page. The page is not part of the dashboard, and is too small for its library of texts. */

export const LANGUAGES = { en, af, zu } as const
export type PageLanguage = keyof typeof LANGUAGES
export type Words = typeof en

export const languageOf = (tag: string): PageLanguage => (tag === 'af' || tag === 'zu' ? tag : 'en')

/** A text with its values. */
export const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (hole, name) => String(values[name] ?? hole))

/** The language of the page, and its texts. */
export const WordsContext = createContext<{ language: PageLanguage; words: Words }>({ language: 'en', words: en })
