import { readFileSync, readSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PDFiumModule } from '@hyzyla/pdfium'
import { DeckRefused } from '#features/room/deck/server/check/refused.ts'

/**
 * The parts of WebAssembly in use. Node provides it, but its types come with the browser's, which server files exclude.
 */
declare const WebAssembly: {
  Module: new (code: Uint8Array) => object
  Instance: new (code: object, imports?: Imports) => { readonly exports: Record<string, unknown> }
}
type Imports = Record<string, Record<string, unknown>>
interface Table {
  set(index: number, value: unknown): void
}

/** The functions of PDFium in use; its own declarations lack half of them. Numbers are addresses in its memory. */
interface Pdfium {
  HEAPU8: Uint8Array
  wasmExports: { malloc(bytes: number): number; free(address: number): void }
  _FPDF_InitLibraryWithConfig(config: number): void
  _FPDF_LoadCustomDocument(access: number, password: number): number
  _FPDF_GetLastError(): number
  _FPDF_GetPageCount(document: number): number
  _FPDF_LoadPage(document: number, index: number): number
  _FPDF_GetPageWidth(page: number): number
  _FPDF_GetPageHeight(page: number): number
  _FPDF_ClosePage(page: number): void
  _FPDFBitmap_CreateEx(width: number, height: number, format: number, address: number, stride: number): number
  _FPDFBitmap_FillRect(bitmap: number, left: number, top: number, width: number, height: number, color: number): void
  _FPDFBitmap_Destroy(bitmap: number): void
  _FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    rotate: number,
    flags: number,
  ): void
  _FPDF_GetFormType(document: number): number
  _FPDFDOC_InitFormFillEnvironment(document: number, form: number): number
  _FORM_OnAfterLoadPage(page: number, form: number): void
  _FORM_OnBeforeClosePage(page: number, form: number): void
  _FPDF_FFLDraw(
    form: number,
    bitmap: number,
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    rotate: number,
    flags: number,
  ): void
  _FPDFText_LoadPage(page: number): number
  _FPDFText_ClosePage(textPage: number): void
  _FPDFText_CountChars(textPage: number): number
  _FPDFText_GetText(textPage: number, start: number, count: number, address: number): number
  _FPDFText_GetUnicode(textPage: number, index: number): number
  _FPDFText_GetCharBox(
    textPage: number,
    index: number,
    left: number,
    right: number,
    bottom: number,
    top: number,
  ): number
}

const ERROR_PASSWORD = 4
const FORMAT_BGR = 2
const DRAW_ANNOTATIONS = 0x01
const RGB_ORDER = 0x10
const LONGEST_TEXT = 20_000

/** A page's picture: three bytes a pixel, red first, no padding. */
export interface Picture {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

export interface PdfPage {
  /** Points, a seventy-second of an inch. */
  readonly width: number
  readonly height: number
  draw(width: number, height: number): Picture
  text(): string
  /** Whether words stand beyond its edges, where no one sees them. */
  overflows(): boolean
  close(): void
}

export interface Pdf {
  readonly pages: number
  /** The page of an index from 0; undefined when it cannot be read. */
  page(index: number): PdfPage | undefined
}

/** Opens a PDF of any size, one per process: PDFium reads only the blocks that it needs into memory. */
export async function openPdf(fd: number, size: number): Promise<Pdf> {
  const { pdfium, readsBy } = await preparePdfium()
  const slot = readsBy((position, address, length) => {
    const block = pdfium.HEAPU8.subarray(address, address + length)
    return readSync(fd, block, 0, length, position) === length ? 1 : 0
  })
  const access = pdfium.wasmExports.malloc(12)
  new DataView(pdfium.HEAPU8.buffer, access).setUint32(0, size, true)
  new DataView(pdfium.HEAPU8.buffer, access).setUint32(4, slot, true)
  const document = pdfium._FPDF_LoadCustomDocument(access, 0)
  if (!document) throw new DeckRefused(pdfium._FPDF_GetLastError() === ERROR_PASSWORD ? 'DeckEncrypted' : 'DeckDamaged')
  const form = openForm(pdfium, document)
  return { pages: pdfium._FPDF_GetPageCount(document), page: index => openPage(pdfium, document, form, index) }
}

/** Draws the values of form fields. This PDFium has no script engine. */
function openForm(pdfium: Pdfium, document: number): number {
  if (pdfium._FPDF_GetFormType(document) === 0) return 0
  const info = pdfium.wasmExports.malloc(256)
  pdfium.HEAPU8.fill(0, info, info + 256)
  new DataView(pdfium.HEAPU8.buffer).setUint32(info, 2, true)
  return pdfium._FPDFDOC_InitFormFillEnvironment(document, info)
}

function openPage(pdfium: Pdfium, document: number, form: number, index: number): PdfPage | undefined {
  const page = pdfium._FPDF_LoadPage(document, index)
  if (!page) return undefined
  if (form) pdfium._FORM_OnAfterLoadPage(page, form)
  return {
    width: pdfium._FPDF_GetPageWidth(page),
    height: pdfium._FPDF_GetPageHeight(page),
    draw: (width, height) => draw(pdfium, page, form, width, height),
    text: () => textOf(pdfium, page),
    overflows: () => overflows(pdfium, page),
    close() {
      if (form) pdfium._FORM_OnBeforeClosePage(page, form)
      pdfium._FPDF_ClosePage(page)
    },
  }
}

function draw(pdfium: Pdfium, page: number, form: number, width: number, height: number): Picture {
  const bytes = width * height * 3
  const address = pdfium.wasmExports.malloc(bytes)
  if (!address) throw new DeckRefused('DeckTooComplex', 'no memory for a page')
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, FORMAT_BGR, address, width * 3)
  try {
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff)
    pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, DRAW_ANNOTATIONS | RGB_ORDER)
    if (form) pdfium._FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, RGB_ORDER)
    return { data: pdfium.HEAPU8.slice(address, address + bytes), width, height }
  } finally {
    pdfium._FPDFBitmap_Destroy(bitmap)
    pdfium.wasmExports.free(address)
  }
}

function textOf(pdfium: Pdfium, page: number): string {
  const textPage = pdfium._FPDFText_LoadPage(page)
  if (!textPage) return ''
  const count = Math.min(pdfium._FPDFText_CountChars(textPage), LONGEST_TEXT)
  const address = pdfium.wasmExports.malloc((count + 1) * 2)
  try {
    const written = count > 0 ? pdfium._FPDFText_GetText(textPage, 0, count, address) : 0
    const bytes = pdfium.HEAPU8.slice(address, address + Math.max(0, written - 1) * 2)
    return tidy(Buffer.from(bytes).toString('utf16le').toWellFormed())
  } finally {
    pdfium.wasmExports.free(address)
    pdfium._FPDFText_ClosePage(textPage)
  }
}

/** Characters beyond the edges that make an overflow: a stray one of a logo makes none. */
const BEYOND = 3

function overflows(pdfium: Pdfium, page: number): boolean {
  const [width, height] = [pdfium._FPDF_GetPageWidth(page), pdfium._FPDF_GetPageHeight(page)]
  const textPage = pdfium._FPDFText_LoadPage(page)
  if (!textPage) return false
  const address = pdfium.wasmExports.malloc(32)
  const count = Math.min(pdfium._FPDFText_CountChars(textPage), LONGEST_TEXT)
  let beyond = 0
  try {
    for (let index = 0; index < count && beyond < BEYOND; index++) {
      // white space takes no place
      if (pdfium._FPDFText_GetUnicode(textPage, index) <= 32) continue
      if (!pdfium._FPDFText_GetCharBox(textPage, index, address, address + 8, address + 16, address + 24)) continue
      const box = new DataView(pdfium.HEAPU8.buffer, address, 32)
      const middle = (one: number, other: number) => (box.getFloat64(one, true) + box.getFloat64(other, true)) / 2
      const [x, y] = [middle(0, 8), middle(16, 24)]
      if (x < 0 || y < 0 || x > width || y > height) beyond++
    }
  } finally {
    pdfium.wasmExports.free(address)
    pdfium._FPDFText_ClosePage(textPage)
  }
  return beyond >= BEYOND
}

/**
 * One space between words, no empty lines, no control characters; U+FFFE is how PDFium marks a hyphen at a line's end.
 */
const tidy = (text: string) =>
  text
    .replace(/\ufffe\s*/g, '')
    .split(/[\r\n\u2028\u2029]+/)
    .map(line =>
      line
        .replace(/[\p{Cc}\uffff]/gu, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter(Boolean)
    .join('\n')

let prepared: ReturnType<typeof loadPdfium> | undefined
/** Compiles PDFium, once per process. */
export const preparePdfium = () => {
  prepared ??= loadPdfium()
  return prepared
}

type ReadBlock = (position: number, address: number, length: number) => 0 | 1

async function loadPdfium(): Promise<{ pdfium: Pdfium; readsBy(read: ReadBlock): number }> {
  const file = fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'))
  const code = new WebAssembly.Module(readFileSync(file))
  let table: Table | undefined
  const instantiateWasm = (imports: Imports, ready: (instance: never, code: never) => void) => {
    const instance = new WebAssembly.Instance(code, imports)
    table = instance.exports['__indirect_function_table'] as Table
    ready(instance as never, code as never)
    return instance.exports
  }
  const pdfium = (await PDFiumModule({ instantiateWasm })) as unknown as Pdfium
  pdfium._FPDF_InitLibraryWithConfig(0)
  return {
    pdfium,
    // the function table cannot grow; slot 0 is free in every program
    readsBy(read) {
      table?.set(
        0,
        asWasm((_param, position, address, length) => read(position >>> 0, address, length >>> 0)),
      )
      return 0
    },
  }
}

/** A function that PDFium can call: four 32-bit numbers in, one out. A module that imports one and exports it again. */
function asWasm(callback: (a: number, b: number, c: number, d: number) => number): unknown {
  const types = [1, 9, 1, 0x60, 4, 0x7f, 0x7f, 0x7f, 0x7f, 1, 0x7f]
  const inAndOut = [2, 7, 1, 1, 0x65, 1, 0x66, 0, 0, 7, 5, 1, 1, 0x66, 0, 0]
  const code = new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...types, ...inAndOut]))
  return new WebAssembly.Instance(code, { e: { f: callback } }).exports['f']
}
