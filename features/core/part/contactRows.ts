import Papa from 'papaparse'
import type { ContactRow } from './rules.ts'

/** The rows of a text: comma, semicolon or tab between cells, quotes as in a CSV, with or without a byte order mark. */
export function contactRows(text: string): ContactRow[] {
  const plain = text
    .replace(/^\uFEFF/, '')
    .replace(/，/g, ',')
    .replace(/；/g, ';')
  const { data, errors } = Papa.parse<string[]>(plain, { delimiter: delimiterOf(plain) })
  const broken = new Set(errors.filter(error => error.type === 'Quotes').map(error => error.row))
  return data.map((cells, index) => ({ line: index + 1, cells, ...(broken.has(index) && { broken: true }) }))
}

/** The most frequent delimiter outside quoted text; names in brackets may contain commas. */
function delimiterOf(text: string): ',' | ';' | '\t' {
  const bare = text.replace(/"[^"]*"/g, '')
  const count = (sign: string) => bare.split(sign).length - 1
  if (count('\t') > 0 && count('\t') >= count(',') / 4) return '\t'
  return count(';') > 0 && (count(';') >= count(',') || /,[^,;<]*<[^<>]*>\s*;/.test(bare)) ? ';' : ','
}
