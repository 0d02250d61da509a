import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { order } from '#features/order.ts'
import { contractsCalled } from './calls.ts'

/** The layers in order, as paths: `contract`, the frame, each word of each zone, `app`. */
export const rooms: readonly string[] = [
  'contract',
  'server',
  'web',
  ...Object.entries(order).flatMap(([zone, words]) => words.map(word => `features/${zone}/${word}`)),
  'app',
]

/** The layer of a file; undefined for a file in none, such as the list of the order itself. */
export const roomOf = (file: string): string | undefined => rooms.find(room => file.startsWith(`${room}/`))

/** One import of one file by another. */
export interface Arrow {
  readonly from: string
  readonly to: string
}

const isProduct = (file: string): boolean => !/\.(test|spec)\.tsx?$/.test(file) && !file.includes('/testing/')

/** Every source file of the product, without tests and their helpers. */
export const sources = (): string[] =>
  globSync('{app,contract,features,server,web}/**/*.{ts,tsx,css}').filter(isProduct).sort()

const specifiers = [
  /\b(?:from|import)\s*\(?\s*['"]([#.][^'"]+)['"]/g,
  /\bdeclare module ['"]([#.][^'"]+)['"]/g,
  /\bnew URL\(['"](\.[^'"]+)['"], import\.meta\.url\)/g,
  /\burl\(["']?(\.[^"')]+)["']?\)/g,
]

/** A file's imports, as paths from the root: by alias or relative, static, dynamic, types or CSS. */
export const importsOf = (file: string, code: string): string[] =>
  specifiers
    .flatMap(pattern => [...code.matchAll(pattern)].map(([, specifier = '']) => specifier.replace(/\?\w+$/, '')))
    .map(specifier => (specifier.startsWith('#') ? specifier.slice(1) : normalize(join(dirname(file), specifier))))

/** Whether an import between two files runs up: from a lower layer to a higher one. */
export function isUp(from: string, to: string): boolean {
  const [lower, higher] = [roomOf(from), roomOf(to)]
  return lower !== undefined && higher !== undefined && rooms.indexOf(higher) > rooms.indexOf(lower)
}

const isWeb = (file: string): boolean => /(^|\/)web\/.*\.tsx?$/.test(file)

/** The imports between layers that run up; a screen that makes a call counts as importing the contract that declares it. */
export function arrowsUp(files: readonly { readonly path: string; readonly code: string }[]): Arrow[] {
  return files.flatMap(({ path, code }) =>
    [...importsOf(path, code), ...(isWeb(path) ? contractsCalled(path, code) : [])]
      .filter(to => isUp(path, to))
      .map(to => ({ from: path, to })),
  )
}

/** Every import of the product that runs up now. */
export const arrowsUpNow = (): Arrow[] => arrowsUp(sources().map(path => ({ path, code: readFileSync(path, 'utf8') })))
